// Stored HTML as a tree to read from. What is changed in it is nothing a reader sees: white space that browsers fold or drop.
import { policyOf } from '../trusted';

const policy = policyOf('inkwell-parse');

/** Comments, tags and text, by which HTML is cut. */
export const token = /<!--[\s\S]*?-->|<(\/?)([a-zA-Z][^\s/>]*)((?:"[^"]*"|'[^']*'|[^"'>])*)>|[^<]+|</g;
const attribute = /([^\s"'>/=]+)(\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]*))?/g;

// Browsers report styles and handlers to the page's policy also where nothing comes of them. There they have other names.
const guard = 'inkwell-kept-';
const guarded = (name: string): string => (/^(?:style|on\w+)$/i.test(name) ? guard + name : name);
/** The name that an attribute or element of `inert` had. */
export const plainName = (name: string): string => (name.startsWith(guard) ? name.slice(guard.length) : name);

/** The body of a document that runs nothing, loads nothing and is never shown. */
export function inert(html: string): HTMLElement {
  const safe = html.replace(token, (text: string, closes?: string, tag?: string, rest = '') => {
    if (!tag) return text;
    const attributes = closes ? rest : rest.replace(attribute, (_: string, name: string, value = '') => guarded(name) + value);
    return `<${closes}${guarded(tag)}${attributes}>`;
  });
  return new DOMParser().parseFromString(policy(`<!doctype html><body>${safe}`), 'text/html').body;
}

/** What comes from the clipboard: without handlers and style sheets; styles are read by the schema. */
export function fromClipboard(html: string): HTMLElement {
  const body = inert(html.replace(/<style[\s>][\s\S]*?<\/style\s*>/gi, ''));
  for (const element of body.querySelectorAll<HTMLElement>('*')) {
    for (const { name, value } of [...element.attributes]) {
      if (!name.startsWith(guard)) continue;
      element.removeAttribute(name);
      if (name === guarded('style')) element.style.cssText = value;
    }
  }
  return body;
}

export const blocks = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'ul', 'ol', 'li', 'pre', 'hr']);
const containers = new Set(['body', 'blockquote', 'ul', 'ol', 'li']);
/** A run of text that stands beside blocks, without a paragraph around it. */
export const bare = 'bare-run';

/** White space in front of the tag of a block, and in front of the closing tag of a container. */
export type Spaces = { lead: WeakMap<Node, string>; trail: WeakMap<Node, string> };

const folded = /[ \t\n\r\f]+/g;
const isBlank = (text: string) => !/[^ \t\n\r\f]/.test(text);
const isText = (node: Node): node is Text => node.nodeType === Node.TEXT_NODE;
const nameOf = (node: Node): string => (node.nodeType === Node.ELEMENT_NODE ? (node as Element).localName : '');

/** White space inside of a line: one blank, and none where the line begins. Answers what was dropped at both ends. */
function tidyLine(line: Element): { before: string; after: string } {
  line.normalize();
  const before = isText(line.firstChild ?? line) ? /^[ \t\n\r\f]*/.exec((line.firstChild as Text).data)![0] : '';
  const after = isText(line.lastChild ?? line) ? /[ \t\n\r\f]*$/.exec((line.lastChild as Text).data)![0] : '';
  let begins = true;
  let last: Text | null = null;
  const walk = (node: Node) => {
    for (const child of [...node.childNodes]) {
      if (!isText(child)) {
        if (nameOf(child) === 'br') begins = true;
        else if (!child.firstChild) begins = false;
        last = null;
        walk(child);
        continue;
      }
      let text = child.data.replace(folded, ' ');
      if (begins && text.startsWith(' ')) text = text.slice(1);
      if (text) begins = text.endsWith(' ');
      if (!text) child.remove();
      else {
        if (text !== child.data) child.data = text;
        last = child;
      }
    }
  };
  walk(line);
  const end = last as Text | null;
  if (end?.data.endsWith(' ')) end.data = end.data.slice(0, -1);
  if (end && !end.data) end.remove();
  return { before, after };
}

/** Folds white space in `container`, and puts `bare` around text that has no block. */
export function tidy(container: Element, spaces: Spaces = { lead: new WeakMap(), trail: new WeakMap() }): Spaces {
  let space = '';
  let run: Node[] = [];
  const endRun = () => {
    if (!run.length) return;
    const wrap = container.ownerDocument.createElement(bare);
    container.insertBefore(wrap, run[0]!);
    wrap.append(...run);
    const { before, after } = tidyLine(wrap);
    spaces.lead.set(wrap, space + before);
    space = after;
    run = [];
  };
  for (const child of [...container.childNodes]) {
    const isBlock = blocks.has(nameOf(child)) || child.nodeType === Node.COMMENT_NODE;
    if (!isBlock && !(isText(child) && !run.length && isBlank(child.data))) {
      run.push(child);
      continue;
    }
    if (!isBlock) {
      space += (child as Text).data;
      (child as Text).remove();
      continue;
    }
    endRun();
    spaces.lead.set(child, space);
    space = '';
    if (containers.has(nameOf(child))) tidy(child as Element, spaces);
    else if (nameOf(child) !== 'pre' && child.nodeType === Node.ELEMENT_NODE) tidyLine(child as Element);
  }
  endRun();
  spaces.trail.set(container, space);
  return spaces;
}
