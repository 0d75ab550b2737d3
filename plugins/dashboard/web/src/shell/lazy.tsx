// Screens and dialogs that are loaded when they are first shown.
import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { t } from '../text';

type Props = Record<string, unknown>;

/** lazy(() => import('./x').then((found) => found.X)): shows nothing, then X; what does not come is said with a way to try again. */
export function lazy<P>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let loaded: ComponentType<P> | null = null;
  return function Lazy(props: P) {
    const found = useSignal(loaded);
    const failed = useSignal(false);
    const fetch = () => {
      failed.value = false;
      load().then((component) => {
        loaded = component;
        // A function in a signal is kept as it is; a function in a state would be called.
        found.value = component;
      }, () => (failed.value = true));
    };
    useEffect(() => void (found.value || fetch()), []);
    const Shown = found.value as ComponentType<Props> | null;
    if (Shown) return <Shown {...(props as Props)} />;
    if (!failed.value) return null;
    return (
      <p role="alert" class="problem">
        {t('This part could not be loaded.')} <button type="button" class="small" onClick={() => location.reload()}>{t('Load the page again')}</button>
      </p>
    );
  };
}
