// The page of an object whose type has none of its own: what stands in it, one after the other. It is shown in a frame that
// runs nothing and has the dashboard's policy: its style is the dashboard's own.
import { base, type Content, imageOf, type Media, type Metafield } from '../api';
import { writeJson } from '../exact';
import { isPicture } from '../media/pick';
import { brief } from './model';
import { loadMarked } from './texts/load';

type Markdown = (text: string) => string;
type Related = { title?: string } | string | null;
/** As reads answer them: with what is behind an id or a name. */
type Shown = Metafield & { object?: Related; objects?: Related[]; metadata?: Media | null };

const escaped = (text: unknown): string => String(text).replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
const titleOf = (related: Related | undefined): string => (typeof related === 'string' ? related : related?.title ?? '');
const lines = (text: unknown): string => (text ? `<div class="lines">${escaped(text)}</div>` : '');

function picture(bucket: string, name: string, media?: Media | null): string {
  if (media && !isPicture(media)) return escaped(media.original_name);
  const address = media?.type === 'image/svg+xml'
    ? `${base}/v2/media-files/${bucket}/${encodeURIComponent(name)}` : imageOf(bucket, name, 'w=1200&auto=format');
  return `<img src="${escaped(address)}" alt="${escaped(media?.metadata?.alt_text ?? media?.metadata?.alt ?? '')}">`;
}

function valueOf(field: Shown, bucket: string, markdown: Markdown): string {
  const { type, value, children = [] } = field;
  if (type === 'parent' || type === 'repeating_item') return children.map((each) => section(each, bucket, markdown)).join('');
  if (type === 'repeater') return children.length ? `<ol>${children.map((item) => `<li>${valueOf(item, bucket, markdown)}</li>`).join('')}</ol>` : '';
  if (type === 'object') return escaped(titleOf(field.object));
  if (type === 'objects') return escaped((field.objects ?? []).map(titleOf).filter(Boolean).join(', '));
  if (value === '' || value === null || value === undefined) return '';
  if (type === 'html-textarea') return String(value);
  if (type === 'markdown') return markdown(String(value));
  if (type === 'file') return picture(bucket, String(value), field.metadata);
  return lines(type === 'json' ? writeJson(value, 2) : brief(value));
}

function section(field: Metafield, bucket: string, markdown: Markdown): string {
  const value = valueOf(field as Shown, bucket, markdown);
  return value && `<section><h2>${escaped(field.title ?? field.key)}</h2><div>${value}</div></section>`;
}

const holdsMarkdown = (fields: Metafield[]): boolean => fields.some((each) => each.type === 'markdown' || holdsMarkdown(each.children ?? []));

export async function plainPage(object: Content, bucket: string): Promise<string> {
  const fields = object.metafields ?? [];
  const marked = holdsMarkdown(fields) ? await loadMarked().catch(() => null) : null;
  const style = document.querySelector<HTMLLinkElement>('link[rel=stylesheet]')?.href ?? '';
  const head = `<!doctype html><html lang="${escaped(object.locale ?? '')}"><title>${escaped(object.title)}</title><link rel="stylesheet" href="${escaped(style)}">`;
  const body = fields.map((each) => section(each, bucket, marked?.toHtml ?? lines)).join('');
  return `${head}<body class="readers"><h1>${escaped(object.title)}</h1>${object.thumbnail ? picture(bucket, object.thumbnail) : ''}${object.content ?? ''}${body}`;
}
