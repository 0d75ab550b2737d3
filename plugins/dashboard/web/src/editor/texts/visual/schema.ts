// What the visual editor knows. Each element keeps its attributes as they were stored, shown or not; `data-kept` carries them through
// the clipboard.
import { type Attribute, Extension, Mark, markInputRule, mergeAttributes, Node, nodeInputRule, textblockTypeInputRule, wrappingInputRule } from '@tiptap/core';
import { history, redo, undo } from '@tiptap/pm/history';
import { leadsSomewhere } from '../ask';
import { type Kept, valueOf } from './write';

const safe = /^(?:class|id|title|lang|dir|href|target|rel|src|srcset|sizes|alt|width|height|loading|decoding|start|reversed|type|value|style|data-[\w-]+|aria-[\w-]+)$/;
const addresses = new Set(['href', 'src']);
const allowed = ([name, value]: [string, string]): boolean => safe.test(name) && (!addresses.has(name) || leadsSomewhere(value) || /^data:image\//.test(value));

/** A picture with this source is one for readers. Word names files of its own computer. */
export const isSource = (src: string): boolean => allowed(['src', src]);

/** Of what comes from the clipboard: what the editor itself put there, or the few attributes named. */
function kept(element: HTMLElement, ...names: string[]): Kept {
  let found: [string, string][] | null = null;
  try {
    found = JSON.parse(element.dataset.kept ?? 'null');
  } catch {
    found = null;
  }
  if (!Array.isArray(found)) found = names.filter((name) => element.hasAttribute(name)).map((name) => [name, element.getAttribute(name)!]);
  const good = found.filter((each) => Array.isArray(each) && each.length === 2 && each.every((part) => typeof part === 'string') && allowed(each));
  return good.length ? good : null;
}

const hidden = (parseHTML: Attribute['parseHTML'] = () => null, keepOnSplit = false) => ({ default: null, rendered: false, keepOnSplit, parseHTML });
const ofMark = (...names: string[]) => ({ kept: hidden((element) => kept(element, ...names)), tag: hidden((element) => element.localName), depth: hidden() });
const ofBlock = (...names: string[]) => ({ kept: hidden((element) => kept(element, ...names)), lead: hidden(), trail: hidden() });

/** What of the kept attributes is shown: how a text runs, and nothing that acts, loads or collides. */
function shown(own: Kept): Record<string, string> {
  if (!own) return {};
  const out: Record<string, string> = { 'data-kept': JSON.stringify(own) };
  const align = /(?:^|;)\s*text-align\s*:\s*(left|right|center|justify|start|end)/.exec(valueOf(own, 'style'));
  if (align) out.style = `text-align: ${align[1]}`;
  for (const name of ['lang', 'dir']) if (valueOf(own, name)) out[name] = valueOf(own, name);
  return out;
}

const Doc = Node.create({ name: 'doc', topNode: true, content: 'block+' });
const Text = Node.create({ name: 'text', group: 'inline' });

const Paragraph = Node.create({
  name: 'paragraph', priority: 1000, group: 'block', content: 'inline*',
  addAttributes: () => ({ ...ofBlock(), bare: hidden(() => null, true) }),
  parseHTML: () => [{ tag: 'p' }],
  renderHTML: ({ node }) => ['p', shown(node.attrs.kept), 0],
  addKeyboardShortcuts() {
    return { 'Mod-Alt-0': () => this.editor.commands.setNode('paragraph') };
  },
});

const levels = [1, 2, 3, 4, 5, 6];
const Heading = Node.create({
  name: 'heading', group: 'block', content: 'inline*', defining: true,
  addAttributes: () => ({ ...ofBlock(), level: { default: 2, rendered: false } }),
  parseHTML: () => levels.map((level) => ({ tag: `h${level}`, attrs: { level } })),
  renderHTML: ({ node }) => [`h${node.attrs.level}`, shown(node.attrs.kept), 0],
  addKeyboardShortcuts() {
    return Object.fromEntries(levels.map((level) => [`Mod-Alt-${level}`, () => this.editor.commands.toggleNode('heading', 'paragraph', { level })]));
  },
  addInputRules() {
    return levels.map((level) => textblockTypeInputRule({ find: new RegExp(`^(#{${level}})\\s$`), type: this.type, getAttributes: { level } }));
  },
});

const Quote = Node.create({
  name: 'blockquote', group: 'block', content: 'block+', defining: true,
  addAttributes: () => ofBlock(),
  parseHTML: () => [{ tag: 'blockquote' }],
  renderHTML: ({ node }) => ['blockquote', shown(node.attrs.kept), 0],
  addInputRules() {
    return [wrappingInputRule({ find: /^\s*>\s$/, type: this.type })];
  },
});

const Bullets = Node.create({
  name: 'bulletList', group: 'block list', content: 'listItem+',
  addAttributes: () => ofBlock(),
  parseHTML: () => [{ tag: 'ul' }],
  renderHTML: ({ node }) => ['ul', shown(node.attrs.kept), 0],
  addInputRules() {
    return [wrappingInputRule({ find: /^\s*([-+*])\s$/, type: this.type })];
  },
});

const Numbers = Node.create({
  name: 'orderedList', group: 'block list', content: 'listItem+',
  addAttributes: () => ({ ...ofBlock('start', 'reversed', 'type'), start: { default: 1, rendered: false, parseHTML: (element) => Number(element.getAttribute('start') ?? 1) || 1 } }),
  parseHTML: () => [{ tag: 'ol' }],
  renderHTML: ({ node }) => ['ol', { ...shown(node.attrs.kept), ...(node.attrs.start === 1 ? {} : { start: node.attrs.start }) }, 0],
  addInputRules() {
    return [wrappingInputRule({ find: /^1\.\s$/, type: this.type })];
  },
});

const Item = Node.create({
  name: 'listItem', content: 'paragraph block*', defining: true,
  addAttributes: () => ofBlock(),
  parseHTML: () => [{ tag: 'li' }],
  renderHTML: ({ node }) => ['li', shown(node.attrs.kept), 0],
  addKeyboardShortcuts() {
    const { editor, name } = this;
    // The Tab key leaves the editor: lists are moved in and out by the brackets.
    return {
      Enter: () => editor.commands.splitListItem(name),
      'Mod-]': () => editor.commands.sinkListItem(name),
      'Mod-[': () => editor.commands.liftListItem(name),
      Backspace: () => {
        const { empty, $from } = editor.state.selection;
        return empty && $from.parentOffset === 0 && $from.node(-1)?.type.name === name && $from.index(-1) === 0 && editor.commands.liftListItem(name);
      },
    };
  },
});

const CodeBlock = Node.create({
  name: 'codeBlock', group: 'block', content: 'text*', marks: '', code: true, defining: true,
  addAttributes: () => ({ ...ofBlock(), code: { default: [], rendered: false } }),
  parseHTML: () => [{ tag: 'pre', preserveWhitespace: 'full' }],
  renderHTML: ({ node }) => ['pre', shown(node.attrs.kept), ['code', 0]],
  addKeyboardShortcuts() {
    const { editor, name } = this;
    return {
      'Mod-Alt-c': () => editor.commands.toggleNode(name, 'paragraph'),
      ArrowDown: () => {
        const { empty, $from } = editor.state.selection;
        const after = $from.depth && $from.after();
        return empty && $from.parent.type.name === name && $from.parentOffset === $from.parent.content.size && after === editor.state.doc.content.size
          && editor.commands.exitCode();
      },
      Backspace: () => {
        const { empty, $from } = editor.state.selection;
        return empty && $from.parent.type.name === name && !$from.parent.textContent && editor.commands.setNode('paragraph');
      },
    };
  },
  addInputRules() {
    return [textblockTypeInputRule({ find: /^```\s$/, type: this.type })];
  },
});

const Line = Node.create({
  name: 'horizontalRule', group: 'block',
  addAttributes: () => ofBlock(),
  parseHTML: () => [{ tag: 'hr' }],
  renderHTML: ({ node }) => ['hr', shown(node.attrs.kept)],
  addInputRules() {
    return [nodeInputRule({ find: /^---$/, type: this.type })];
  },
});

const Break = Node.create({
  name: 'hardBreak', group: 'inline', inline: true, selectable: false, linebreakReplacement: true,
  addAttributes: () => ({ kept: hidden((element) => kept(element)) }),
  parseHTML: () => [{ tag: 'br' }],
  renderHTML: () => ['br'],
  renderText: () => '\n',
  addKeyboardShortcuts() {
    return { 'Shift-Enter': () => this.editor.commands.first(({ commands }) => [() => commands.exitCode(), () => commands.insertContent({ type: 'hardBreak' })]) };
  },
});

/** Pictures of this server are shown; of elsewhere nothing is asked for, the page's policy forbids it. */
const Picture = (display: (src: string) => string | null) => Node.create({
  name: 'image', group: 'inline', inline: true, draggable: true,
  addAttributes: () => ({ kept: hidden((element) => kept(element, 'src', 'alt', 'title', 'width', 'height')) }),
  parseHTML: () => [{ tag: 'img[src]' }, { tag: 'span[data-picture]' }],
  renderHTML: ({ node }) => {
    const own = node.attrs.kept as Kept;
    const src = display(valueOf(own, 'src'));
    const alt = valueOf(own, 'alt');
    if (src) return ['img', { ...shown(own), src, alt }];
    return ['span', { ...shown(own), 'data-picture': '', class: 'elsewhere', role: 'img', 'aria-label': alt || valueOf(own, 'src') }, alt || valueOf(own, 'src')];
  },
});

type Rule = { tag: string; getAttrs?: (element: HTMLElement) => false | null };
const simple = (name: string, tags: (string | Rule)[], key?: string, find?: RegExp, style?: { style: string; getAttrs: (value: string) => false | null }) => Mark.create({
  name,
  addAttributes: () => ({ ...ofMark(), tag: hidden((element) => (tags.some((each) => each === element.localName || (each as Rule).tag === element.localName) ? element.localName : null)) }),
  parseHTML: () => [...tags.map((each) => (typeof each === 'string' ? { tag: each } : each)), ...(style ? [style] : [])],
  renderHTML: ({ mark }) => [mark.attrs.tag ?? (typeof tags[0] === 'string' ? tags[0] : tags[0]!.tag), shown(mark.attrs.kept), 0],
  addKeyboardShortcuts() {
    return key ? { [key]: () => this.editor.commands.toggleMark(name) } : ({} as Record<string, never>);
  },
  addInputRules() {
    return find ? [markInputRule({ find, type: this.type })] : [];
  },
});

// What Google's documents put around everything is no bold text.
const notBold = (element: HTMLElement) => (/^(normal|[1-5]00)$/.test(element.style.fontWeight) ? false : null);

const Bold = simple('bold', ['strong', { tag: 'b', getAttrs: notBold }], 'Mod-b', /(?:^|\s)(\*\*(?!\s+\*\*)((?:[^*]+))\*\*)$/,
  { style: 'font-weight', getAttrs: (value) => (/^(bold(er)?|[6-9]00)$/.test(value) ? null : false) });
const Italic = simple('italic', ['em', 'i'], 'Mod-i', /(?:^|\s)(\*(?!\s+\*)((?:[^*]+))\*)$/, { style: 'font-style', getAttrs: (value) => (value === 'italic' ? null : false) });
const Strike = simple('strike', ['s', 'del', 'strike'], 'Mod-Shift-s', /(?:^|\s)(~~(?!\s+~~)((?:[^~]+))~~)$/);
const Code = simple('code', ['code'], 'Mod-e', /(?:^|\s)(`(?!\s+`)((?:[^`]+))`)$/).extend({ exitable: true });
const marksWithoutTools = [simple('underline', ['u'], 'Mod-u'), simple('subscript', ['sub']), simple('superscript', ['sup'])];

const Link = Mark.create({
  name: 'link', priority: 1000, inclusive: false,
  addAttributes: () => ofMark('href', 'title'),
  parseHTML: () => [{ tag: 'a[href]', getAttrs: (element) => (leadsSomewhere(element.getAttribute('href') ?? '') ? null : false) }],
  renderHTML: ({ mark }) => {
    const href = valueOf(mark.attrs.kept, 'href');
    return ['a', mergeAttributes(shown(mark.attrs.kept), leadsSomewhere(href) ? { href, rel: 'noopener noreferrer' } : {}), 0];
  },
});

const History = Extension.create({
  name: 'history',
  addProseMirrorPlugins: () => [history()],
  addKeyboardShortcuts() {
    const back = () => undo(this.editor.state, this.editor.view.dispatch);
    const forth = () => redo(this.editor.state, this.editor.view.dispatch);
    // Ctrl+Enter publishes; it does not leave a block of code.
    return { 'Mod-z': back, 'Mod-y': forth, 'Shift-Mod-z': forth, 'Mod-Enter': () => true };
  },
});

export const extensions = (display: (src: string) => string | null) => [
  Doc, Paragraph, Text, Heading, Quote, Bullets, Numbers, Item, CodeBlock, Line, Break, Picture(display),
  Link, Bold, Italic, Strike, Code, ...marksWithoutTools, History,
];
