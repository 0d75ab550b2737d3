// What is pasted and dropped. ProseMirror reads pasted HTML with a policy of its own, which the page does not have: here it is read
// into a document that runs nothing, and the schema takes what it knows.
import { DOMParser, type Slice } from '@tiptap/pm/model';
import { Selection } from '@tiptap/pm/state';
import type { EditorProps, EditorView } from '@tiptap/pm/view';
import { say } from '../../../messages';
import { t } from '../../../text';
import { isSource } from './schema';
import { fromClipboard } from './tidy';

const inLines = new Set(['p', 'div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'li', 'br']);

/** The texts know no tables: a row becomes a line. A table that only lays out what stands in it, with one cell in a row, leaves that. */
function untabled(body: HTMLElement): boolean {
  let found = false;
  for (const table of [...body.querySelectorAll('table')].reverse()) { // the inner ones first
    const rows = [...table.rows].map((row) => {
      const cells = [...row.cells];
      const line = body.ownerDocument.createElement(cells.length > 1 ? 'p' : 'div');
      for (const [index, cell] of cells.entries()) {
        if (index) line.append(' | ');
        if (cells.length > 1) for (const part of cell.querySelectorAll([...inLines].join())) part.replaceWith(...part.childNodes, ' ');
        line.append(...cell.childNodes);
      }
      found ||= cells.length > 1;
      return line;
    });
    table.replaceWith(...[...table.querySelectorAll(':scope > caption')], ...rows);
  }
  return found;
}

// These begin a line for readers, which ProseMirror does not know of them.
const lines = 'caption, details, summary, option, button, dt';
const embedded = 'iframe, video, audio, object, embed';

/** What the schema cannot keep as it is becomes something that it can, and what goes is told. */
function readable(html: string): HTMLElement {
  const body = fromClipboard(html);
  const lost = [...body.querySelectorAll('img')].filter((each) => !each.dataset.kept && !isSource(each.getAttribute('src') ?? ''));
  for (const each of lost) each.remove();
  const told = [untabled(body) && t('A table was pasted as lines.'), body.querySelector(embedded) && t('Videos and other pages that were embedded are left out.'),
    lost.length && t('Pictures from the other program are left out: upload them.')];
  for (const element of body.querySelectorAll(lines)) {
    const line = body.ownerDocument.createElement('div');
    line.append(...element.childNodes);
    element.replaceWith(line);
  }
  const words = told.filter(Boolean).join(' ');
  if (words) say(words);
  return body;
}

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
      return DOMParser.fromSchema(view.state.schema).parseSlice(readable(pending), { context: $context });
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
