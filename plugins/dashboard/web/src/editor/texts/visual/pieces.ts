// What nobody touched is written as it was stored, byte for byte: the text is cut into its outermost blocks, and a block that is
// still the same node of the document is its old piece.
import type { Node } from '@tiptap/pm/model';
import { blocks, inert, tidy, token } from './tidy';
import { blockText, isBare, leadOf } from './write';

const empty = new Set(['br', 'hr', 'img']);

/** Where the outermost blocks are, and runs of text between them; null where tags are not closed, or closed twice. */
export function cut(html: string): [from: number, to: number][] | null {
  const pieces: [number, number][] = [];
  const open: string[] = [];
  let from = -1; // of a block, or of a run of text
  let to = -1; // of a run, which ends where the next block begins
  const endRun = () => {
    if (from >= 0) pieces.push([from, to]);
    from = to = -1;
  };
  for (const found of html.matchAll(token)) {
    const [text, closes, tag] = found;
    const start = found.index;
    const end = start + text.length;
    const name = tag?.toLowerCase();
    if (!name) {
      if (open.length || !/[^ \t\n\r\f]/.test(text)) continue;
      if (from < 0) from = start + /^[ \t\n\r\f]*/.exec(text)![0].length;
      to = start + text.replace(/[ \t\n\r\f]+$/, '').length;
    } else if (closes) {
      if (open.pop() !== name) return null;
      if (open.length) continue;
      to = end;
      if (blocks.has(name)) endRun();
    } else {
      if (!open.length) {
        if (blocks.has(name)) endRun();
        if (from < 0) from = start;
        to = end;
        if (name === 'hr') endRun();
      }
      if (!empty.has(name)) open.push(name);
    }
  }
  if (open.length) return null;
  endRun();
  return pieces;
}

/** Whether each piece alone is what stands at its place in the whole, `body`, which is tidy. */
export function belong(pieces: string[], body: Element): boolean {
  const apart = inert(pieces.join('<!---->'));
  tidy(apart);
  if (apart.childNodes.length !== Math.max(0, pieces.length * 2 - 1) || body.childNodes.length !== pieces.length) return false;
  return pieces.every((_, index) => apart.childNodes[index * 2]!.isEqualNode(body.childNodes[index]!));
}

export class Pieces {
  private readonly written = new WeakMap<Node, string>();
  private readonly stored = new Map<string, string>(); // what a block would be written as, and what it was
  private original: Node | null = null;

  /** `pieces` are those of `doc`. */
  constructor(private html: string, private pieces: string[], private trail: string) {}

  /** From now on the blocks of `doc`, which is equal to the one that was read, stand for the pieces. */
  of(doc: Node): this {
    this.original = doc;
    if (this.pieces.length !== doc.childCount) return this; // an empty text has a paragraph, and no pieces
    doc.forEach((node, _, index) => {
      this.written.set(node, this.pieces[index]!);
      this.stored.set(blockText(doc, index), this.pieces[index]!);
    });
    return this;
  }

  private piece(doc: Node, index: number): string {
    const node = doc.child(index);
    const loose = node.attrs.bare === true; // how it is written depends on its neighbours
    const known = this.written.get(node);
    if (known !== undefined && (!loose || isBare(doc, index))) return known;
    const fresh = blockText(doc, index);
    const text = this.stored.get(fresh) ?? fresh;
    if (!loose) this.written.set(node, text);
    return text;
  }

  write(doc: Node): string {
    if (this.original && (doc === this.original || doc.eq(this.original))) return this.html;
    const first = doc.firstChild!;
    if (doc.childCount === 1 && first.type.name === 'paragraph' && !first.childCount && !first.attrs.kept) return '';
    let out = '';
    for (let index = 0; index < doc.childCount; ++index) out += leadOf(doc, index) + this.piece(doc, index);
    return out + this.trail;
  }
}
