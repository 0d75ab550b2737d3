// A screen that fails does not take the others with it. What was typed is kept: a form that goes away keeps what it holds.
import { Component, type ComponentChildren } from 'preact';
import { t } from '../text';

type Props = { children: ComponentChildren };

export class Boundary extends Component<Props, { error: Error | null }> {
  override state = { error: null as Error | null };
  static override getDerivedStateFromError = (error: unknown) => ({ error: error instanceof Error ? error : new Error(String(error)) });
  override componentDidCatch(error: unknown): void {
    console.error(error);
  }
  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <section class="broken" role="alert">
        <h1>{t('This screen has failed')}</h1>
        <p>{t('What you typed is kept, and is there again when you come back. The menu goes on working.')}</p>
        <p class="faint code">{error.message}</p>
        <p class="tools">
          <button type="button" class="primary" onClick={() => this.setState({ error: null })}>{t('Try again')}</button>
          <button type="button" onClick={() => location.reload()}>{t('Load the page again')}</button>
        </p>
      </section>
    );
  }
}
