// The toolbar of the visual editor.
import type { ChainedCommands, Editor } from '@tiptap/core';
import { redoDepth, undoDepth, redo, undo } from '@tiptap/pm/history';
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../../../text';
import { AltDialog, type Chosen, LinkDialog, PictureDialog } from '../ask';
import { Bar, Tool } from '../bar';
import { type Kept, valueOf, withValue } from './write';

/** Draws again after each step: what is pressed depends on where one is. */
function useSteps(editor: Editor | null) {
  const steps = useSignal(0);
  useEffect(() => {
    const step = () => void ++steps.value;
    editor?.on('transaction', step);
    return () => void editor?.off('transaction', step);
  }, [editor]);
  return steps.value;
}

function Style({ editor }: { editor: Editor }) {
  const mouse = useRef(false);
  const level = [1, 2, 3, 4, 5, 6].find((each) => editor.isActive('heading', { level: each })) ?? 0;
  const set = (value: number) => {
    const chain = mouse.current ? editor.chain().focus() : editor.chain();
    (value ? chain.setNode('heading', { level: value }) : chain.setNode('paragraph')).run();
  };
  return (
    <select class="tool" aria-label={t('Style')} title={t('Style')} value={level} onPointerDown={() => (mouse.current = true)} onKeyDown={() => (mouse.current = false)}
      onChange={(event) => set(Number(event.currentTarget.value))}>
      <option value={0}>{t('Text')}</option>
      {[1, 2, 3, 4, 5, 6].map((each) => <option key={each} value={each}>{t('Heading {level}', { level: each })}</option>)}
    </select>
  );
}

const chosenPicture = (editor: Editor): Kept | undefined => {
  const { node } = editor.state.selection as unknown as { node?: { type: { name: string }; attrs: { kept: Kept } } };
  return node?.type.name === 'image' ? node.attrs.kept : undefined;
};

type Asking = '' | 'link' | 'picture' | 'alt';

/** What the toolbar asks for; afterwards one types on. */
function Questions({ editor, asking, close }: { editor: Editor; asking: Asking; close: () => void }) {
  // The dialog gives the focus back to the tool first.
  const after = (act: (chain: ChainedCommands) => ChainedCommands) => {
    close();
    requestAnimationFrame(() => act(editor.chain().focus()).run());
  };
  const inLink = editor.isActive('link');
  const link: Kept = inLink ? (editor.getAttributes('link').kept as Kept) : null;
  const setLink = (href: string, text: string) => after((chain) => {
    const attrs = { ...(inLink ? editor.getAttributes('link') : {}), kept: withValue(link, 'href', href) };
    if (inLink) return chain.extendMarkRange('link').setMark('link', attrs);
    if (!editor.state.selection.empty) return chain.setMark('link', attrs);
    return chain.insertContent({ type: 'text', text, marks: [{ type: 'link', attrs }] });
  });
  const put = ({ src, alt, picture }: Chosen) => after((chain) => chain.insertContent(picture
    ? { type: 'image', attrs: { kept: [['src', src], ['alt', alt]] } }
    : { type: 'text', text: alt, marks: [{ type: 'link', attrs: { kept: [['href', src]] } }] }));
  if (asking === 'link') {
    return <LinkDialog href={valueOf(link, 'href')} askText={!inLink && editor.state.selection.empty} set={setLink} close={close}
      remove={inLink ? () => after((chain) => chain.extendMarkRange('link').unsetMark('link')) : undefined} />;
  }
  if (asking === 'picture') return <PictureDialog pick={put} close={close} />;
  const picture = chosenPicture(editor);
  if (asking !== 'alt' || picture === undefined) return null;
  return <AltDialog alt={valueOf(picture, 'alt')} close={close}
    set={(alt) => after((chain) => chain.updateAttributes('image', { kept: withValue(picture, 'alt', alt) }))} />;
}

export function Tools({ editor, controls, title, children }: { editor: Editor | null; controls: string; title: string; children?: ComponentChildren }) {
  useSteps(editor);
  const asking = useSignal<Asking>('');
  if (!editor) return <Bar title={title}>{children}</Bar>;
  const chain = () => editor.chain().focus();
  const on = (name: string) => editor.isActive(name);
  const toggleList = (name: string) => () => chain().toggleList(name, 'listItem').run();
  const inList = on('listItem');
  return (
    <>
      <Bar {...{ controls, title }}>
        <Style editor={editor} />
        <Tool name={t('Bold')} keys="Ctrl+B" letter="B" pressed={on('bold')} run={() => chain().toggleMark('bold').run()} />
        <Tool name={t('Italic')} keys="Ctrl+I" letter="I" pressed={on('italic')} run={() => chain().toggleMark('italic').run()} />
        <Tool name={t('Link')} icon="link" pressed={on('link')} run={() => (asking.value = 'link')} />
        <Tool name={t('Bulleted list')} icon="bullets" pressed={on('bulletList')} run={toggleList('bulletList')} />
        <Tool name={t('Numbered list')} icon="numbers" pressed={on('orderedList')} run={toggleList('orderedList')} />
        {inList && <Tool name={t('Indent')} keys="Ctrl+]" icon="indent" run={() => chain().sinkListItem('listItem').run()} />}
        {inList && <Tool name={t('Outdent')} keys="Ctrl+[" icon="outdent" run={() => chain().liftListItem('listItem').run()} />}
        <Tool name={t('Quote')} icon="quote" pressed={on('blockquote')} run={() => chain().toggleWrap('blockquote').run()} />
        <Tool name={t('Code')} keys="Ctrl+E" icon="code" pressed={on('code')} run={() => chain().toggleMark('code').run()} />
        <Tool name={t('Block of code')} keys="Ctrl+Alt+C" icon="block" pressed={on('codeBlock')} run={() => chain().toggleNode('codeBlock', 'paragraph').run()} />
        <Tool name={t('Line')} icon="line" run={() => chain().insertContent({ type: 'horizontalRule' }).run()} />
        <Tool name={t('Picture')} icon="picture" run={() => (asking.value = 'picture')} />
        {chosenPicture(editor) !== undefined && <Tool name={t('Description of the picture')} letter="alt" run={() => (asking.value = 'alt')} />}
        <Tool name={t('Undo typing')} keys="Ctrl+Z" icon="undo" off={!undoDepth(editor.state)} run={() => { undo(editor.state, editor.view.dispatch); editor.view.focus(); }} />
        <Tool name={t('Redo typing')} keys="Ctrl+Y" icon="redo" off={!redoDepth(editor.state)} run={() => { redo(editor.state, editor.view.dispatch); editor.view.focus(); }} />
        {children}
      </Bar>
      {asking.value && <Questions editor={editor} asking={asking.value} close={() => (asking.value = '')} />}
    </>
  );
}
