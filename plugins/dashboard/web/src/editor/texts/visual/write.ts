// A document as HTML. Written by hand rather than by the DOM: attributes keep their order, and nothing of it passes through the page.
import type { Fragment, Mark, Node } from '@tiptap/pm/model';

/** The attributes of an element, as they were stored. */
export type Kept = [name: string, value: string][] | null;

const inText: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\u00a0': '&nbsp;' };
const inValue: Record<string, string> = { '&': '&amp;', '"': '&quot;', '\u00a0': '&nbsp;' };
const escapeText = (text: string) => text.replace(/[&<>\u00a0]/g, (found) => inText[found]!);
const attributes = (kept: Kept) =>
  (kept ?? []).map(([name, value]) => ` ${name}="${value.replace(/[&"\u00a0]/g, (found) => inValue[found]!)}"`).join('');

export const valueOf = (kept: Kept, name: string): string => kept?.find((each) => each[0] === name)?.[1] ?? '';
/** The attributes with one of them set, at its place, or taken away. */
export function withValue(kept: Kept, name: string, value: string | null): Kept {
  const rest = (kept ?? []).filter((each) => each[0] !== name);
  const at = kept?.findIndex((each) => each[0] === name) ?? -1;
  if (value !== null) rest.splice(at < 0 ? rest.length : at, 0, [name, value]);
  return rest.length ? rest : null;
}

const tags: Record<string, string> = { bold: 'strong', italic: 'em', strike: 's', underline: 'u', code: 'code', link: 'a', subscript: 'sub', superscript: 'sup' };
const tagOf = (mark: Mark): string => mark.attrs.tag ?? tags[mark.type.name] ?? 'span';

// Marks that were stored know how deep they stood; new ones come inside, in the order of the schema.
const nested = (marks: readonly Mark[]): Mark[] =>
  marks.map((mark, index) => ({ mark, at: mark.attrs.depth ?? 100 + index })).sort((a, b) => a.at - b.at).map(({ mark }) => mark);

function leaf(node: Node): string {
  if (node.isText) return escapeText(node.text!);
  if (node.type.name === 'hardBreak') return `<br${attributes(node.attrs.kept)}>`;
  return `<img${attributes(node.attrs.kept)}>`;
}

function line(content: Fragment): string {
  let out = '';
  let open: Mark[] = [];
  const close = (to: number) => {
    while (open.length > to) out += `</${tagOf(open.pop()!)}>`;
  };
  content.forEach((node) => {
    const marks = nested(node.marks);
    let same = 0;
    while (same < open.length && same < marks.length && open[same]!.eq(marks[same]!)) ++same;
    close(same);
    for (const mark of marks.slice(same)) {
      out += `<${tagOf(mark)}${attributes(mark.attrs.kept)}>`;
      open = [...open, mark];
    }
    out += leaf(node);
  });
  close(0);
  return out;
}

// In an item of a list a paragraph has no tags unless it was stored with them; elsewhere it has, unless it was stored without.
const wantsBare = (parent: Node, node: Node | null): boolean =>
  node?.type.name === 'paragraph' && !node.attrs.kept && (node.attrs.bare ?? parent.type.name === 'listItem');

// Two runs of text without tags would become one.
export function isBare(parent: Node, index: number): boolean {
  const at = (place: number) => (place >= 0 && place < parent.childCount ? parent.child(place) : null);
  return wantsBare(parent, at(index)) && !wantsBare(parent, at(index - 1)) && !wantsBare(parent, at(index + 1));
}

/** The white space in front of a block: as it was stored, or as it is in front of its neighbours. */
export function leadOf(parent: Node, index: number): string {
  const lead = (place: number): string | null => (place > 0 && place < parent.childCount ? parent.child(place).attrs.lead : null);
  return parent.child(index).attrs.lead ?? lead(index - 1) ?? lead(index + 1) ?? '';
}

function inside(parent: Node): string {
  let out = '';
  for (let index = 0; index < parent.childCount; ++index) out += leadOf(parent, index) + blockText(parent, index);
  return out + (parent.attrs.trail ?? '');
}

function preformatted(node: Node): string {
  const { kept, code } = node.attrs as { kept: Kept; code: Kept | [] };
  const text = escapeText(node.textContent);
  // The first line break after the tag is none.
  const inner = code ? `<code${attributes(code)}>${text}</code>` : (text.startsWith('\n') ? '\n' : '') + text;
  return `<pre${attributes(kept)}>${inner}</pre>`;
}

const containers: Record<string, string> = { blockquote: 'blockquote', bulletList: 'ul', orderedList: 'ol', listItem: 'li' };

/** A block without the white space in front of it. */
export function blockText(parent: Node, index: number): string {
  const node = parent.child(index);
  const { kept } = node.attrs as { kept: Kept };
  const name = node.type.name;
  if (name === 'paragraph') return isBare(parent, index) ? line(node.content) : `<p${attributes(kept)}>${line(node.content)}</p>`;
  if (name === 'heading') return `<h${node.attrs.level}${attributes(kept)}>${line(node.content)}</h${node.attrs.level}>`;
  if (name === 'horizontalRule') return `<hr${attributes(kept)}>`;
  if (name === 'codeBlock') return preformatted(node);
  const tag = containers[name]!;
  return `<${tag}${attributes(kept)}>${inside(node)}</${tag}>`;
}

export function write(doc: Node): string {
  return inside(doc);
}
