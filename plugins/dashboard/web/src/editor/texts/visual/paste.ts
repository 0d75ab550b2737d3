// What is pasted and dropped. ProseMirror reads pasted HTML with a policy of its own, which the page does not have: here it is read
// into a document that runs nothing, and the schema takes what it knows.
import { DOMParser, type Slice } from '@tiptap/pm/model';
import { Selection } from '@tiptap/pm/state';
import type { EditorProps, EditorView } from '@tiptap/pm/view';
import { fromClipboard } from './tidy';

const isPicture = (file: File): boolean => file.type.startsWith('image/');

/** `take` puts pictures into the media library and into the text. */
export function pasting(take: (files: File[]) => void): EditorProps {
  let pending = ''; // the HTML for which the text stands that ProseMirror is given

  const paste = (view: EditorView, data: DataTransfer | null, event: ClipboardEvent | undefined): boolean => {
    const files = [...(data?.files ?? [])].filter(isPicture);
    const html = data?.getData('text/html') ?? '';
    const text = data?.getData('text/plain') ?? '';
    if (files.length && !text.trim()) {
      take(files);
      return true;
    }
    if (!html || view.state.selection.$from.parent.type.spec.code) return false;
    pending = html;
    view.pasteText(text || ' ', event);
    pending = '';
    return true;
  };

  return {
    clipboardTextParser: (_text, $context, _plain, view): Slice => {
      if (!pending) return undefined as unknown as Slice; // as ProseMirror does it
      return DOMParser.fromSchema(view.state.schema).parseSlice(fromClipboard(pending), { context: $context });
    },
    handleDOMEvents: {
      // Typed over several blocks: browsers would join them themselves, with styles that the page's policy refuses.
      beforeinput: (view, event) => {
        const { data, inputType, isComposing } = event as InputEvent;
        const { $from, $to } = view.state.selection;
        if (inputType !== 'insertText' || isComposing || data === null || $from.sameParent($to)) return false;
        event.preventDefault();
        view.dispatch(view.state.tr.insertText(data).scrollIntoView());
        return true;
      },
      paste: (view, event) => {
        if (!view.editable || !paste(view, event.clipboardData, event)) return false;
        event.preventDefault();
        return true;
      },
      drop: (view, event) => {
        if (!view.editable || view.dragging || !event.dataTransfer) return false;
        const place = view.posAtCoords({ left: event.clientX, top: event.clientY });
        if (place) view.dispatch(view.state.tr.setSelection(Selection.near(view.state.doc.resolve(place.pos))));
        if (!paste(view, event.dataTransfer, undefined)) return false;
        event.preventDefault();
        view.focus();
        return true;
      },
    },
  };
}
