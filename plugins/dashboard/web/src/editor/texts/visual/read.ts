// Stored HTML as a document, or why it cannot be one. It can where writing the document gives the same HTML again: the two are read,
// and their trees are equal but for white space that readers do not see.
import type { Mark, Node as Doc, Schema } from '@tiptap/pm/model';
import { t } from '../../../text';
import { belong, cut, Pieces } from './pieces';
import { bare, inert, plainName, type Spaces, tidy } from './tidy';
import { type Kept, write } from './write';

export type Read = { html: string; doc: Doc; pieces: Pieces; why?: undefined } | { why: string };

const marks: Record<string, string> = {
  strong: 'bold', b: 'bold', em: 'italic', i: 'italic', s: 'strike', del: 'strike', strike: 'strike', u: 'underline', code: 'code', a: 'link',
  sub: 'subscript', sup: 'superscript',
};
const others = ['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'ul', 'ol', 'li', 'pre', 'hr', 'br', 'img'];
const known = new Set([...Object.keys(marks), ...others]);

const keptOf = (element: Element): Kept => {
  const kept = [...element.attributes].map((each): [string, string] => [plainName(each.name), each.value]);
  return kept.length ? kept : null;
};

class Unknown extends Error {}

class Reader {
  constructor(private readonly schema: Schema, private readonly spaces: Spaces) {}

  private make(name: string, element: Element, attrs: Record<string, unknown>, content?: Doc[]): Doc {
    const lead = this.spaces.lead.get(element) ?? null;
    return this.schema.nodes[name]!.create({ kept: element.localName === bare ? null : keptOf(element), lead, ...attrs }, content);
  }
  private empty = (): Doc => this.schema.nodes.paragraph!.create({ bare: true, lead: '' });

  blocks(parent: Element): Doc[] {
    const found = [...parent.children].map((each) => this.block(each));
    return found.length ? found : [this.empty()];
  }

  private block(element: Element): Doc {
    const name = element.localName;
    const trail = this.spaces.trail.get(element) ?? null;
    const level = /^h([1-6])$/.exec(name)?.[1];
    if (level) return this.make('heading', element, { level: Number(level) }, this.line(element));
    switch (name) {
      case 'p': return this.make('paragraph', element, { bare: false }, this.line(element));
      case bare: return this.make('paragraph', element, { bare: true }, this.line(element));
      case 'blockquote': return this.make('blockquote', element, { trail }, this.blocks(element));
      case 'ul': return this.make('bulletList', element, { trail }, [...element.children].map((each) => this.item(each)));
      case 'ol': return this.make('orderedList', element, { trail, start: Number(element.getAttribute('start') ?? 1) || 1 }, [...element.children].map((each) => this.item(each)));
      case 'hr': return this.make('horizontalRule', element, {});
      case 'pre': return this.preformatted(element);
      default: throw new Unknown(`<${name}>`);
    }
  }

  private item(element: Element): Doc {
    if (element.localName !== 'li') throw new Unknown(`<${element.localName}>`);
    const content = this.blocks(element);
    if (content[0]!.type.name !== 'paragraph') content.unshift(this.empty());
    return this.make('listItem', element, { trail: this.spaces.trail.get(element) ?? null }, content);
  }

  private preformatted(element: Element): Doc {
    const inner = element.firstElementChild;
    const only = inner?.localName === 'code' && element.childNodes.length === 1 ? inner : null;
    const unknown = (only ?? element).firstElementChild;
    if (unknown) throw new Unknown(`<pre> <${unknown.localName}>`);
    const text = element.textContent ?? '';
    return this.make('codeBlock', element, { code: only ? keptOf(only) ?? [] : null }, text ? [this.schema.text(text)] : []);
  }

  private line(element: Element, around: readonly Mark[] = [], out: Doc[] = []): Doc[] {
    for (const child of element.childNodes) {
      const name = (child as Element).localName;
      if (child.nodeType === Node.TEXT_NODE) out.push(this.schema.text((child as Text).data, around));
      else if (name === 'br') out.push(this.schema.nodes.hardBreak!.create({ kept: keptOf(child as Element) }, null, around));
      else if (name === 'img') out.push(this.schema.nodes.image!.create({ kept: keptOf(child as Element) }, null, around));
      else if (marks[name]) {
        const mark = this.schema.marks[marks[name]!]!.create({ kept: keptOf(child as Element), tag: name, depth: around.length });
        this.line(child as Element, mark.addToSet(around), out);
      } else throw new Unknown(`<${name}>`);
    }
    return out;
  }
}

// Tags of a whole page, which a parser drops inside of one, or puts beside its body.
const ofPage = /<(?:!doctype|html|head|body)[\s>]/i;
const isFragment = (body: HTMLElement): boolean => {
  const page = body.ownerDocument;
  const root = page.documentElement;
  return !root.attributes.length && !body.attributes.length && !page.head.childNodes.length && root.childNodes.length === 2 && page.childNodes.length === 2;
};

function unknownIn(body: HTMLElement): string[] {
  const found = new Set<string>();
  for (const element of body.querySelectorAll('*')) if (!known.has(element.localName)) found.add(`<${plainName(element.localName)}>`);
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_COMMENT);
  if (walker.nextNode()) found.add(t('comments'));
  return [...found];
}

const refused = (what: string[]): Read => ({
  why: t('Shown as source, because the visual editor does not keep {what}.', { what: what.slice(0, 4).join(', ') + (what.length > 4 ? ' …' : '') }),
});

// What is typed into an empty text is a paragraph.
const blank = (schema: Schema): Doc => schema.topNodeType.create(null, [schema.nodes.paragraph!.create({ lead: '' })]);

export function read(schema: Schema, html: string): Read {
  const body = inert(html);
  if (ofPage.test(html) || !isFragment(body)) return refused(['<html>', '<body>']);
  const unknown = unknownIn(body);
  if (unknown.length) return refused(unknown);
  const places = cut(html);
  if (!places) return { why: t('Shown as source, because a tag is not closed, or closed twice.') };
  const pieces = places.map(([from, to]) => html.slice(from, to));
  const spaces = tidy(body);
  // As it is in the text, not as the parser read it, which knows one kind of line break.
  places.forEach(([from], index) => body.childNodes[index] && spaces.lead.set(body.childNodes[index]!, html.slice(places[index - 1]?.[1] ?? 0, from)));
  const trail = html.slice(places.at(-1)?.[1] ?? html.length);
  try {
    const reader = new Reader(schema, spaces);
    const doc = schema.topNodeType.create(null, reader.blocks(body));
    doc.check();
    const again = inert(write(doc));
    tidy(again);
    if (again.isEqualNode(body) && belong(pieces, body)) return { html, doc: body.firstChild ? doc : blank(schema), pieces: new Pieces(html, pieces, trail) };
  } catch (error) {
    if (error instanceof Unknown) return refused([error.message]);
    if (!(error instanceof RangeError)) throw error; // the schema has no place for it
  }
  return { why: t('Shown as source, because the visual editor would write it in another way.') };
}
