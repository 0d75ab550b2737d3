// The visual editor: TipTap with a schema of its own. Loaded when a form shows HTML.
import { Editor, getSchema } from '@tiptap/core';
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useContext, useEffect, useRef } from 'preact/hooks';
import { imageOf, type Media } from '../../../api';
import { refocus } from '../../../focus';
import { upload } from '../../../media/upload';
import { say } from '../../../messages';
import { t } from '../../../text';
import { Form } from '../../context';
import { describe, type TextProps, useNow } from '../field';
import { pasting } from './paste';
import * as pictures from './pictures';
import { type Read, read } from './read';
import { sidesOfLists } from './lists';
import { extensions } from './schema';
import { Tools } from './tools';

// The name of a file of this server, whatever its address was when the text was written.
const own = /\/v2\/(?:media-files|images)\/([^/?#]+)\/([^/?#]+)(?:[?#]|$)/;
function display(src: string): string | null {
  const found = own.exec(src);
  if (found) return imageOf(found[1]!, decodeURIComponent(found[2]!), 'w=1200&fit=max&auto=format');
  return /^(data:image\/|blob:)/.test(src) ? src : null;
}

let schema: ReturnType<typeof getSchema> | undefined;
/** Whether the visual editor keeps this text, and if not, why. */
export const readHtml = (html: string): Read => read((schema ??= getSchema(extensions(display))), html);

/** What others wrote, put in where it differs, so that the place where one types stays. Not a step to be undone. */
function showOutside(editor: Editor, found: Extract<Read, { why?: undefined }>): void {
  const { doc, tr } = editor.state;
  const start = doc.content.findDiffStart(found.doc.content);
  if (start !== null) {
    let { a, b } = doc.content.findDiffEnd(found.doc.content)!;
    const overlap = start - Math.min(a, b);
    if (overlap > 0) [a, b] = [a + overlap, b + overlap];
    tr.replace(start, a, found.doc.slice(start, b));
    if (!tr.doc.eq(found.doc)) tr.replaceWith(0, tr.doc.content.size, found.doc.content);
    editor.view.dispatch(tr.setMeta('addToHistory', false).setMeta('outside', true).setMeta('preventClearDocument', true));
  }
}

type Props = TextProps & {
  found: Extract<Read, { why?: undefined }>; // what the value was read as
  focus: boolean;
  children?: ComponentChildren; // at the end of the toolbar
  giveUp: (why: string) => void; // a value came that cannot be shown here
};

export function Visual({ found, focus, children, giveUp, ...text }: Props) {
  const { bucket, lang, trial, place = async (_: File[], coming: Promise<Media[]>, put: (arrived: Media[]) => void) => put(await coming) } = useContext(Form);
  const box = useRef<HTMLDivElement>(null);
  const editor = useSignal<Editor | null>(null);
  const state = useRef({ last: found.html, pieces: found.pieces, text });
  state.current.text = text;

  useEffect(() => {
    const take = (files: File[]) => {
      if (trial) return void say(t('Nothing is stored here: files are not uploaded.'));
      const id = pictures.begin(made);
      const coming = upload(bucket, files);
      const put = (arrived: Media[]) => {
        if (made.isDestroyed) for (const { original_name: name } of arrived) say(t('{name} is uploaded, and stands in the media library. The text for it is no longer open.', { name }));
        else if (arrived.length) pictures.arrive(made, id, arrived);
        else pictures.giveUp(made, id);
      };
      void place(files, coming, put);
    };
    const made = new Editor({
      element: box.current!,
      extensions: extensions(display),
      content: found.doc.toJSON(),
      editable: !text.readonly,
      injectCSS: false,
      editorProps: { ...pasting(take), attributes: { class: 'prose' } },
      onTransaction: ({ transaction }) => {
        if (!transaction.docChanged || transaction.getMeta('outside')) return;
        const written = state.current.pieces.write(made.state.doc);
        if (written === state.current.last) return;
        state.current.last = written;
        state.current.text.set(written);
      },
    });
    made.registerPlugin(pictures.placesOfPictures());
    made.registerPlugin(sidesOfLists());
    state.current.pieces = found.pieces.of(made.state.doc);
    describe(made.view.dom, text, lang);
    refocus.set(made.view.dom, () => made.view.focus());
    editor.value = made;
    if (focus) made.commands.focus('start');
    return () => made.destroy();
  }, []);

  useEffect(() => {
    if (editor.value) describe(editor.value.view.dom, text, lang);
  }, [text.described, text.invalid, text.labelled, text.required, lang]);

  useNow(text.now, editor.value, (value) => {
    const made = editor.peek();
    if (!made || value === state.current.last) return;
    const next = read(made.schema, value);
    if (next.why !== undefined) return giveUp(next.why);
    state.current.last = value;
    showOutside(made, next);
    state.current.pieces = next.pieces.of(made.state.doc);
  });

  return (
    <>
      {!text.readonly && <Tools editor={editor.value} controls={text.id} title={text.title}>{children}</Tools>}
      <div ref={box} class="page-of-text" />
    </>
  );
}
