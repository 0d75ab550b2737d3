// The three languages, by their parsers alone: what CodeMirror's packages of languages add, script and style inside of HTML, and
// completion, is half as large again as the editor.
import { defineLanguageFacet, HighlightStyle, Language, LRLanguage, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { tags } from '@lezer/highlight';
import { parser as html } from '@lezer/html';
import { parser as json } from '@lezer/json';
import { GFM, parser as markdown } from '@lezer/markdown';

export type LanguageName = 'html' | 'json' | 'markdown';

const style = syntaxHighlighting(HighlightStyle.define([
  { tag: [tags.tagName, tags.propertyName, tags.angleBracket], color: 'var(--accent)' },
  { tag: [tags.attributeName, tags.number, tags.bool, tags.null, tags.character], color: 'var(--draft)' },
  { tag: [tags.string, tags.attributeValue, tags.monospace], color: 'var(--live)' },
  { tag: [tags.comment, tags.processingInstruction, tags.contentSeparator, tags.documentMeta], color: 'var(--faint)' },
  { tag: tags.heading, fontWeight: '700' },
  { tag: tags.strong, fontWeight: '700' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: [tags.link, tags.url], color: 'var(--accent)' },
  { tag: tags.quote, color: 'var(--faint)' },
]));

const languages: Record<LanguageName, () => Language> = {
  html: () => LRLanguage.define({ name: 'html', parser: html }),
  json: () => LRLanguage.define({ name: 'json', parser: json }),
  markdown: () => new Language(defineLanguageFacet(), markdown.configure(GFM), [], 'markdown'),
};
const made = new Map<LanguageName, Extension>();

export function languageOf(name: LanguageName): Extension {
  if (!made.has(name)) made.set(name, [languages[name]().extension, style]);
  return made.get(name)!;
}
