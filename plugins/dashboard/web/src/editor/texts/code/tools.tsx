// The toolbar of Markdown.
import type { Command, EditorView } from '@codemirror/view';
import { useSignal } from '@preact/signals';
import { t } from '../../../text';
import { type Chosen, LinkDialog, PictureDialog } from '../ask';
import { Tool } from '../bar';
import { around, fenced, inFront, insert, prefixes } from './commands';

// What would end the brackets is written with a backslash.
const inBrackets = (text: string) => text.replace(/[[\]\\]/g, '\\$&');
const inParentheses = (address: string) => (/[\s()<>]/.test(address) ? `<${address.replace(/[<>]/g, encodeURIComponent)}>` : address);

export function MarkdownTools({ view }: { view: EditorView }) {
  const asking = useSignal<'' | 'link' | 'picture'>('');
  const close = () => void (asking.value = '');
  const run = (command: Command) => () => {
    command(view);
    view.focus();
  };
  // The dialog gives the focus back to the tool first.
  const put = (text: string) => {
    close();
    requestAnimationFrame(() => {
      insert(view, text);
      view.focus();
    });
  };
  const chosen = () => {
    const { from, to } = view.state.selection.main;
    return view.state.sliceDoc(from, to);
  };
  const putFile = ({ src, alt, picture }: Chosen) => put(`${picture ? '!' : ''}[${inBrackets(alt)}](${inParentheses(src)})`);
  return (
    <>
      <Tool name={t('Heading')} icon="heading" run={run(inFront(prefixes.heading))} />
      <Tool name={t('Bold')} keys="Ctrl+B" letter="B" run={run(around('**'))} />
      <Tool name={t('Italic')} keys="Ctrl+I" letter="I" run={run(around('*'))} />
      <Tool name={t('Link')} icon="link" run={() => (asking.value = 'link')} />
      <Tool name={t('Bulleted list')} icon="bullets" run={run(inFront(prefixes.bullets))} />
      <Tool name={t('Numbered list')} icon="numbers" run={run(inFront(prefixes.numbers))} />
      <Tool name={t('Quote')} icon="quote" run={run(inFront(prefixes.quote))} />
      <Tool name={t('Code')} keys="Ctrl+E" icon="code" run={run(around('`'))} />
      <Tool name={t('Block of code')} icon="block" run={run(fenced)} />
      <Tool name={t('Picture')} icon="picture" run={() => (asking.value = 'picture')} />
      {asking.value === 'link' && <LinkDialog href="" askText={!chosen()} close={close} set={(href, text) => put(`[${inBrackets(chosen() || text)}](${inParentheses(href)})`)} />}
      {asking.value === 'picture' && <PictureDialog pick={putFile} close={close} />}
    </>
  );
}
