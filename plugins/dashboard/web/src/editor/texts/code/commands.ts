// What the tools and keys of Markdown do to the text.
import { type ChangeSpec, EditorSelection } from '@codemirror/state';
import type { Command, EditorView } from '@codemirror/view';

/** Puts marks around what is chosen, or takes them away. */
export const around = (mark: string): Command => (view) => {
  const size = mark.length;
  view.dispatch(view.state.changeByRange((range) => {
    const { doc } = view.state;
    const before = doc.sliceString(Math.max(0, range.from - size), range.from);
    const after = doc.sliceString(range.to, range.to + size);
    if (before === mark && after === mark) {
      return { changes: [{ from: range.from - size, to: range.from }, { from: range.to, to: range.to + size }], range: EditorSelection.range(range.from - size, range.to - size) };
    }
    return { changes: [{ from: range.from, insert: mark }, { from: range.to, insert: mark }], range: EditorSelection.range(range.from + size, range.to + size) };
  }), { userEvent: 'input', scrollIntoView: true });
  return true;
};

type Prefix = { is: RegExp; make: (index: number) => string };
export const prefixes = {
  heading: { is: /^#{1,6}\s+/, make: () => '## ' },
  bullets: { is: /^[-*+]\s+/, make: () => '- ' },
  numbers: { is: /^\d+[.)]\s+/, make: (index: number) => `${index + 1}. ` },
  quote: { is: /^>\s?/, make: () => '> ' },
};
const others = /^(?:[-*+]\s+|\d+[.)]\s+)/;

/** Begins each chosen line so, or no longer. Of a list the other kind is replaced. */
export const inFront = ({ is, make }: Prefix): Command => (view) => {
  const { state } = view;
  const lines = new Map<number, string>();
  for (const { from, to } of state.selection.ranges) {
    for (let at = from; at <= to;) {
      const line = state.doc.lineAt(at);
      lines.set(line.from, line.text);
      at = line.to + 1;
    }
  }
  const all = [...lines.values()].every((line) => is.test(line));
  const changes: ChangeSpec[] = [...lines].map(([from, line], index) => {
    const old = (is.exec(line) ?? (make(0) !== '> ' ? others.exec(line) : null))?.[0].length ?? 0;
    return { from, to: from + old, insert: all ? '' : make(index) };
  });
  view.dispatch({ changes, userEvent: 'input', scrollIntoView: true });
  return true;
};

export function insert(view: EditorView, text: string): void {
  view.dispatch(view.state.replaceSelection(text), { userEvent: 'input', scrollIntoView: true });
}

/** A line of its own for what is chosen, between fences. */
export const fenced: Command = (view) => {
  const { from, to } = view.state.selection.main;
  const chosen = view.state.sliceDoc(from, to);
  const begins = from === view.state.doc.lineAt(from).from ? '' : '\n';
  const head = `${begins}\`\`\`\n`;
  view.dispatch({ changes: { from, to, insert: view.state.toText(`${head}${chosen}\n\`\`\`\n`) }, selection: { anchor: from + head.length, head: from + head.length + chosen.length }, userEvent: 'input' });
  return true;
};

/** Enter goes on with a list or a quote; in an empty item it ends it. */
export const continued: Command = (view) => {
  const { main } = view.state.selection;
  const line = view.state.doc.lineAt(main.head);
  const found = /^(\s*(?:>\s?)*)([-*+]\s+(?:\[[ xX]\]\s+)?|(\d+)([.)])\s+)?/.exec(line.text)!;
  const [lead, before, item, number, dot] = found;
  if (!main.empty || (!item && !before!.includes('>')) || main.head < line.from + lead.length) return false;
  if (line.text.trim() === lead.trim()) {
    view.dispatch({ changes: { from: line.from, to: line.to }, userEvent: 'delete' });
    return true;
  }
  const next = number ? `${Number(number) + 1}${dot} ` : (item ?? '').replace(/\[[xX]\]/, '[ ]');
  view.dispatch(view.state.replaceSelection(`${view.state.lineBreak}${before}${next}`), { userEvent: 'input', scrollIntoView: true });
  return true;
};
