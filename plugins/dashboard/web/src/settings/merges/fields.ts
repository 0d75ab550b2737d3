// The fields of a change, each with what is here and what is there. A group is shown by what differs in it.
import type { Metafield, Schemas } from '../../api';
import { brief } from '../../editor/model';
import { type Difference, ofFields } from '../../editor/version';
import { writeJson } from '../../exact';
import { dayOf, fullTime } from '../../format';
import { same } from '../../same';
import { t } from '../../text';

export type Change = Schemas['MergeChange'];
/** A title, and what is here and there. */
export type Row = Difference;
type FieldChange = Change['fields'][number];

/** A metafield comes as its value, and whole where that alone does not say what differs. */
const isWhole = (value: unknown, key: string): value is Metafield => !!value && typeof value === 'object' && 'type' in value && 'key' in value && value.key === key;

function metafieldOf(value: unknown, key: string, known?: Metafield): Metafield | undefined {
  if (isWhole(value, key)) return value;
  if (value === null || value === undefined) return undefined;
  return { key, title: known?.title, type: known?.type ?? 'text', value };
}

const titled = ({ title, key = '' }: Metafield): string => title ?? key;
const notSettings = new Set(['id', 'value', 'children', 'repeater_fields']);
const settingOf = (name: string): string => ({
  title: t('Name'), help: t('Help for editors'), required: t('Must be filled in'), minlength: t('At least so many characters'), maxlength: t('At most so many characters'),
  regex: t('Pattern'), regex_message: t('What is told when the pattern is not found'),
} as Record<string, string>)[name] ?? name;

/** What differs between two fields beside their values. */
function ofSettings(one: Metafield, other: Metafield, before = ''): Row[] {
  const path = `${before}${titled(other)} › `;
  const own = [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((name) => !notSettings.has(name)).flatMap((name) => {
    const values = [one, other].map((each) => each[name as keyof Metafield]) as [unknown, unknown];
    return same(...values) ? [] : [{ title: path + t('Setting “{name}”', { name: settingOf(name) }), type: 'json', values }];
  });
  // The items of a repeater have the fields that it says they have.
  const list = other.type === 'repeater' ? 'repeater_fields' : 'children';
  const inner = [...new Set([...(one[list] ?? []), ...(other[list] ?? [])].map(({ key }) => key))].flatMap((key) => {
    const [mine, theirs] = [one, other].map((each) => each[list]?.find((child) => child.key === key));
    if (mine && theirs) return ofSettings(mine, theirs, path);
    const only = (mine ?? theirs)!;
    return list === 'children' && ofFields([only], []).length ? [] : [{ title: path + titled(only), type: 'repeating_item', values: [mine, theirs] as [unknown, unknown] }];
  });
  return [...own, ...inner];
}

/** An item of a repeater that is on one side alone is shown by its fields. */
function unfolded(difference: Row): Row[] {
  if (difference.type !== 'repeating_item') return [difference];
  const [mine, theirs] = difference.values as [Metafield | undefined, Metafield | undefined];
  const inner = ofFields(mine?.children ?? [], theirs?.children ?? [], `${difference.title} › `).flatMap(unfolded);
  return inner.length ? inner : [difference];
}

function ofMetafield({ field, from, to }: FieldChange, known: (key: string) => Metafield | undefined): Row[] {
  const key = field.replace(/^metadata\./, '');
  const [one, other] = [from, to].map((value) => metafieldOf(value, key, known(key)));
  const title = titled(other ?? one ?? known(key) ?? { key, type: 'text' });
  const lists = [one, other].map((each) => (each ? [{ ...each, title }] : [])) as [Metafield[], Metafield[]];
  const values = one && other && one.type !== other.type ? [...ofFields(lists[0], []), ...ofFields([], lists[1])] : ofFields(...lists);
  const rows = [...values.flatMap(unfolded), ...(isWhole(from, key) && isWhole(to, key) ? ofSettings(from, to) : [])];
  return rows.length ? rows : [{ title, type: 'repeating_item', values: [one, other] }];
}

/** Every row of a change that is shown, a title and both values. */
export function rowsOf({ action, fields }: Change, known: (key: string) => Metafield | undefined): Row[] {
  const names: Record<string, [string, string]> = {
    title: [t('Title'), 'text'], content: [t('Content'), 'html-textarea'], status: [t('Status'), 'status'], thumbnail: [t('Thumbnail'), 'text'],
    publish_at: [t('Publish at'), 'time'], unpublish_at: [t('Unpublish at'), 'time'], metafields: [t('Order of the fields'), 'order'],
  };
  const rows = fields.flatMap((each): Row[] => {
    const name = names[each.field];
    if (!name) return ofMetafield(each, known);
    const values = [each.from, each.to].map((value) => (name[1] === 'order' ? (value as string[] | null)?.map((key) => known(key)?.title ?? key) : value));
    return [{ title: name[0], type: name[1], values: values as [unknown, unknown] }];
  });
  // Of what is new only what is there.
  return action === 'create' ? rows.filter(({ type, values: [, to] }) => type !== 'repeating_item' && shownAs(type, to, (id) => id)) : rows;
}

const idsIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : String(value ?? '').split(',')).map((each) => each.trim()).filter(Boolean);
const isRelation = (type: string): boolean => type === 'object' || type === 'objects';

/** The objects that rows name. */
export const relatedIn = (rows: Row[]): string[] => rows.filter(({ type }) => isRelation(type)).flatMap(({ values }) => values.flatMap(idsIn));

const isNested = (value: unknown): boolean => (Array.isArray(value) ? value.some(isNested) : typeof value === 'object');

/** A value as it is read; empty when there is none. `titleOf` names a related object. */
export function shownAs(type: string, value: unknown, titleOf: (id: string) => string): string {
  if (value === null || value === undefined || value === '') return '';
  if (isRelation(type)) return idsIn(value).map(titleOf).join(', ');
  switch (type) {
    case 'status': return { published: t('Published'), draft: t('Draft') }[String(value)] ?? String(value);
    case 'time': return fullTime(Number(value));
    case 'date': return dayOf(String(value));
    case 'repeating_item': return '';
    default: return isNested(value) || (type === 'json' && Array.isArray(value)) ? writeJson(value, 2) : brief(value);
  }
}
