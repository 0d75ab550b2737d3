// What a list of a type can show, order and filter by: what every object has, and the metafields, inside groups too.
import type { Metafield, ObjectType } from '../api';
import { t } from '../text';

export type Kind = 'title' | 'status' | 'locale' | 'time' | 'words' | 'long' | 'choice' | 'choices' | 'switch' | 'number' | 'date' | 'object' | 'objects' | 'file' | 'other';

export type Column = {
  /** As queries, orders and saved views name it: title, modified_at, metadata.price, metadata.frame.caption. */
  id: string;
  title: string;
  kind: Kind;
  def?: Metafield;
  width: number;
  sortable: boolean;
  /** Edited in its cell: metafields of the top level, and the title. */
  editable: boolean;
  /** Inside a repeater a cell would hold many values: a filter alone. */
  many?: boolean;
};

const kinds: Record<string, Kind> = {
  'text': 'words', 'textarea': 'long', 'html-textarea': 'long', 'markdown': 'long', 'number': 'number', 'switch': 'switch', 'date': 'date',
  'select-dropdown': 'choice', 'radio-buttons': 'choice', 'check-boxes': 'choices', 'object': 'object', 'objects': 'objects', 'file': 'file',
};
const forTitle = (title: string): number => Math.min(40 + title.length * 8, 210);
const widths: Partial<Record<Kind, number>> = { number: 120, switch: 100, date: 140, choice: 150, choices: 200, words: 210, long: 260, file: 180 };
const inCells = new Set(['text', 'textarea', 'number', 'date', 'select-dropdown', 'radio-buttons', 'switch', 'check-boxes']);

function columnsIn(metafields: Metafield[], path: string, titles: string, many: boolean): Column[] {
  return metafields.flatMap((def) => {
    const id = `${path}.${def.key}`;
    const title = titles + (def.title ?? def.key);
    if (def.type === 'parent') return columnsIn(def.children ?? [], id, `${title} › `, many);
    if (def.type === 'repeater') return columnsIn(def.repeater_fields ?? [], id, `${title} › `, true);
    const kind = kinds[def.type] ?? 'other';
    return [{
      id, title, kind, def, many, width: Math.max(widths[kind] ?? 180, forTitle(title)), sortable: !many && kind !== 'other',
      editable: path === 'metadata' && inCells.has(def.type),
    }];
  });
}

const wide = innerWidth > 830;
/** Of the boxes that choose, as list.css has it. */
export const tickWidth = wide ? 46 : 36;
const titleWidth = wide ? 280 : 154;
// The widest of its badges, in any language. On a telephone it ends where the screen does, and a badge may have two lines.
const statusWidth = (): number => {
  const whole = 54 + Math.ceil(7.4 * Math.max(...[t('Published, ends'), t('Scheduled'), t('Changed, scheduled')].map((each) => each.length)));
  return wide ? whole : Math.min(whole, Math.max(136, innerWidth - 34 - tickWidth - titleWidth));
};
export const titleColumn = (): Column => ({ id: 'title', title: t('Title'), kind: 'title', width: titleWidth, sortable: true, editable: true });

/** Everything that a column or a filter can be, in the order of the form. */
export function columnsOf(type: ObjectType): Column[] {
  const time = (id: string, title: string): Column => ({ id, title, kind: 'time', width: 130, sortable: id !== 'published_at', editable: false });
  return [
    { id: 'status', title: t('Status'), kind: 'status', width: statusWidth(), sortable: false, editable: false },
    ...(type.localization ? [{ id: 'locale', title: t('Language'), kind: 'locale' as const, width: 110, sortable: false, editable: false }] : []),
    ...columnsIn(type.metafields, 'metadata', '', false),
    time('modified_at', t('Changed')),
    time('created_at', t('Created')),
    time('published_at', t('Published')),
    { id: 'slug', title: t('Slug'), kind: 'words', width: 200, sortable: true, editable: false },
  ];
}

const first = new Set<Kind>(['words', 'choice', 'object', 'number', 'date', 'switch', 'choices']);
/** What is shown until somebody chooses: as many fields as fit beside the title. */
export function usualColumns(all: Column[]): Column[] {
  const always = all.filter((each) => ['status', 'locale', 'modified_at'].includes(each.id));
  // Beside the columns stand the menu, the edges, the check boxes and a scroll bar.
  let room = Math.min(innerWidth, 1648) - (wide ? 376 : 100) - titleWidth - always.reduce((sum, each) => sum + each.width, 0);
  const fields = all.filter((each) => each.def && !each.many && first.has(each.kind)).filter((each, index) => {
    if (room < each.width && index >= (wide ? 1 : 2)) return false;
    room -= each.width;
    return true;
  });
  return all.filter((each) => always.includes(each) || fields.slice(0, 5).includes(each));
}

/** The value of a column in an object as a list reads it. */
export function valueOf(row: { metadata: Record<string, unknown> | null }, column: Column): unknown {
  if (!column.id.startsWith('metadata.')) return (row as unknown as Record<string, unknown>)[column.id];
  let value: unknown = row.metadata;
  for (const key of column.id.split('.').slice(1)) value = (value as Record<string, unknown> | null | undefined)?.[key];
  return value;
}

/** The row with another value in a column that is edited in cells. */
export function withValue<T extends { metadata: Record<string, unknown> | null }>(row: T, column: Column, value: unknown): T {
  if (!column.id.startsWith('metadata.')) return { ...row, [column.id]: value };
  return { ...row, metadata: { ...row.metadata, [column.id.slice('metadata.'.length)]: value } };
}

export const optionsOf = (column: Column): string[] =>
  (Array.isArray(column.def?.options) ? column.def.options.map((each) => each.value) : []);
