// What a change of a type does to the objects that are there, asked of the server before the change is made.
import { bucketPath, get, type Metafield, search, wordsOf } from '../api';
import { same } from '../same';
import { plural, t } from '../text';
import { groupOf, innerNodes, keysOf, type Node, placed, type TypeForm } from './model';

type Query = Record<string, unknown>;
export type Effect = {
  key: string;
  /** What is changed. */
  title: string;
  /** Which objects of the type are concerned. */
  query: Query;
  /** What it means for `count` of them. */
  told: (count: number) => string;
  danger: boolean;
  /** What objects have can be taken along to another key of the same group. */
  moves?: boolean;
};
export type Counted = Effect & { count?: number; error?: string };

const texts = new Set(['text', 'textarea', 'html-textarea', 'markdown', 'date', 'file', 'select-dropdown', 'radio-buttons']);
const mostConditions = 40;
const mostRepeats = 1000; // of a regular expression that the server runs

// An empty text counts as a value in queries, and means that nothing is set.
const leaf = (keys: string, field: Metafield): Query => ({ [`metadata.${keys}`]: texts.has(field.type) ? { $gt: '' } : { $exists: true } });

/** Something is set in the field, or in one that stands in it. */
export function hasValue(keys: string, field: Metafield): Query {
  const inner = field.repeater_fields ?? (field.type === 'parent' ? field.children : undefined);
  if (!inner) return leaf(keys, field);
  const leaves = [...keysOf(inner, keys)].filter(([, each]) => !each.repeater_fields && each.type !== 'parent');
  return leaves.length ? { $or: leaves.slice(0, mostConditions).map(([path, each]) => leaf(path, each)) } : { [`metadata.${keys}`]: { $exists: true } };
}

const optionsOf = (field: Metafield): string[] => (Array.isArray(field.options) ? field.options.map((each) => each.value) : []);

function lost(before: Metafield, keys: string, titles: string): Effect {
  return {
    key: `removed ${keys}`, title: t('“{field}” is removed', { field: titles }), query: hasValue(keys, before), danger: true,
    told: (count) => plural(count, '{count} object has something in it, and keeps it. New objects do not have the field.', '{count} objects have something in it, and keep it. New objects do not have the field.'),
  };
}

function rekeyed(before: Metafield, was: string, keys: string, titles: string): Effect {
  return {
    key: `renamed ${was}`, title: t('“{field}” is called {key} now, not {before}', { field: titles, key: keys, before: was }), query: hasValue(was, before), danger: true,
    told: (count) => plural(count, '{count} object keeps what it has under the former key. Pages that ask for the new one find nothing there.', '{count} objects keep what they have under the former key. Pages that ask for the new one find nothing there.'),
  };
}

function movable(before: Metafield, was: string, key: string, titles: string): Effect {
  return {
    key: `moved ${was}`, title: t('“{field}” is called {key} now, not {before}', { field: titles, key, before: was }), query: hasValue(was, before), danger: true, moves: true,
    told: (count) => plural(count, '{count} object has something under the former key. Pages have to ask for the new one.', '{count} objects have something under the former key. Pages have to ask for the new one.'),
  };
}

function crossed(before: Metafield, was: string, key: string, titles: string): Effect {
  return {
    key: `crossed ${was}`, title: t('“{field}” is called {key} now, not {before}', { field: titles, key, before: was }), query: hasValue(was, before), danger: true,
    told: (count) => plural(count, '{count} object keeps what it has under the former key, and it cannot be taken along: another field has, or had, one of the two keys. Save this field alone first, with a key that is new.',
      '{count} objects keep what they have under the former key, and it cannot be taken along: another field has, or had, one of the two keys. Save this field alone first, with a key that is new.'),
  };
}

const lastOf = (keys: string): string => keys.slice(keys.lastIndexOf('.') + 1);

/** New keys by the former ones, of fields that stay in their group: what `renamed_fields` of the interface takes. No key changes hands there. */
export function renamesOf(nodes: Node[], stored: Map<string, Metafield>, group: Node | null = null): Record<string, string> {
  const out: Record<string, string> = {};
  for (const node of nodes) {
    if (!node.was || groupOf(node.was) !== (group?.was ?? '')) continue;
    const { key = '' } = node.def.value;
    const former = lastOf(node.was);
    if (former !== key) {
      const isTaken = stored.has(group ? `${group.was}.${key}` : key) || nodes.some((other) => other.def.value.key === former);
      if (isTaken) continue; // what stands in it stays under the former keys too
      out[node.was] = key;
    }
    Object.assign(out, renamesOf(innerNodes(node), stored, node));
  }
  return out;
}

function changed(before: Metafield, now: Metafield, was: string, titles: string): Effect[] {
  const out: Effect[] = [];
  if (before.type !== now.type) {
    out.push({
      key: `retyped ${was}`, title: t('“{field}” becomes {type}, and was {before}', { field: titles, type: now.type, before: before.type }), query: hasValue(was, before), danger: true,
      told: (count) => plural(count, '{count} object has something in it, and keeps it as it was. Only new objects begin with the new type.', '{count} objects have something in it, and keep it as it was. Only new objects begin with the new type.'),
    });
    return out;
  }
  const removed = optionsOf(before).filter((each) => !optionsOf(now).includes(each));
  if (removed.length) {
    out.push({
      key: `options ${was}`, title: t('“{field}” offers no longer: {options}', { field: titles, options: removed.join(', ') }), query: { [`metadata.${was}`]: { $in: removed } }, danger: true,
      told: (count) => plural(count, '{count} object has chosen one of them, and keeps its own options.', '{count} objects have chosen one of them, and keep their own options.'),
    });
  }
  if (before.object_type !== now.object_type) {
    out.push({
      key: `target ${was}`, title: t('“{field}” refers to {type} now', { field: titles, type: now.object_type ?? '' }), query: hasValue(was, before), danger: true,
      told: (count) => plural(count, '{count} object refers to one of the former type, and keeps it.', '{count} objects refer to some of the former type, and keep them.'),
    });
  }
  return out;
}

// The rules of a field that are new, or all of them where they begin to be enforced.
function ruled(before: Metafield | undefined, now: Metafield, was: string, titles: string, enforced: boolean, all: boolean): Effect[] {
  const out: Effect[] = [];
  const key = `metadata.${was}`;
  const isNew = (name: keyof Metafield) => !!now[name] && (all || !same(before?.[name], now[name]));
  const consequence = (count: number) => (enforced
    ? plural(count, '{count} object does not obey, and cannot be saved until it does.', '{count} objects do not obey, and cannot be saved until they do.')
    : plural(count, '{count} object does not obey. Its form says so, and it can be saved all the same.', '{count} objects do not obey. Their forms say so, and they can be saved all the same.'));
  const add = (name: string, title: string, query: Query) => out.push({ key: `${name} ${was}`, title, query, danger: enforced, told: consequence });
  if (isNew('required')) add('required', t('“{field}” is required', { field: titles }), { $nor: [hasValue(was, now)] });
  const { minlength: least = 0, maxlength: most = 0, regex } = now;
  if (isNew('minlength') && least > 1 && least <= mostRepeats) add('minlength', t('“{field}” has at least {least} characters', { field: titles, least }), { [key]: { $regex: `^.{1,${least - 1}}$`, $options: 's' } });
  if (isNew('maxlength') && most < mostRepeats) add('maxlength', t('“{field}” has at most {most} characters', { field: titles, most }), { [key]: { $regex: `^.{${most + 1}}`, $options: 's' } });
  if (isNew('regex')) add('regex', t('“{field}” has the form {regex}', { field: titles, regex: regex! }), { $and: [hasValue(was, now), { [key]: { $not: { $regex: regex } } }] });
  return out;
}

function ofFields(before: TypeForm, now: TypeForm, nodes: Node[]): Effect[] {
  const stored = keysOf(before.metafields);
  const all = placed(nodes);
  const kept = new Set(all.map((each) => each.node.was).filter(Boolean));
  const gone = [...stored].filter(([keys]) => !kept.has(keys));
  const enforced = now.enforce_validation === true;
  const begins = enforced && before.enforce_validation !== true;
  // What stands in a group that is gone goes with it.
  const outer = gone.filter(([keys]) => !gone.some(([other]) => keys.startsWith(`${other}.`)));
  const titleOf = (keys: string) => keys.split('.').map((_, index, parts) => stored.get(parts.slice(0, index + 1).join('.'))?.title ?? parts[index]).join(' › ');
  const out = outer.map(([keys, field]) => lost(field, keys, titleOf(keys)));
  const moved: string[] = [];
  const renames = renamesOf(nodes, stored);
  for (const { node, keys, titles, many } of all) {
    const field = node.was ? stored.get(node.was) : undefined;
    if (!field) continue;
    const def = { ...node.def.value };
    // The group was called otherwise: what stands in it is found under the former keys, and told of once.
    const withGroup = moved.some((each) => node.was.startsWith(`${each}.`));
    if (node.was !== keys && !withGroup) {
      const stays = groupOf(node.was) === groupOf(keys);
      out.push(renames[node.was] ? movable(field, node.was, renames[node.was]!, titles) : stays ? crossed(field, node.was, keys, titles) : rekeyed(field, node.was, keys, titles));
      moved.push(node.was);
    }
    out.push(...changed(field, def, node.was, titles));
    // In a repeater an item may lack what its neighbour has, which no query tells apart.
    if (field.type === def.type && !many && !field.repeater_fields && field.type !== 'parent') out.push(...ruled(field, def, node.was, titles, enforced, begins));
  }
  return out;
}

function ofType(before: TypeForm, now: TypeForm): Effect[] {
  const out: Effect[] = [];
  if (before.slug !== now.slug) {
    out.push({
      key: 'slug', title: t('The slug is {slug} now, not {before}', { slug: now.slug, before: before.slug }), query: {}, danger: true,
      told: (count) => plural(count, '{count} object follows. Pages and scripts that ask for the former slug find nothing.', '{count} objects follow. Pages and scripts that ask for the former slug find nothing.'),
    });
  }
  const dropped = before.localization ? (now.localization ? before.locales.filter((each) => !now.locales.includes(each)) : before.locales) : [];
  if (dropped.length) {
    out.push({
      key: 'locales', title: t('Languages go: {locales}', { locales: dropped.join(', ') }), query: { locale: { $in: dropped } }, danger: true,
      told: (count) => plural(count, '{count} object is in one of them, and keeps it.', '{count} objects are in one of them, and keep it.'),
    });
  }
  if (now.singleton && !before.singleton) {
    out.push({
      key: 'singleton', title: t('There can be one object alone'), query: {}, danger: true,
      told: (count) => (count > 1 ? t('There are {count}: the server refuses it until one is left.', { count }) : t('Nothing stands in the way.')),
    });
  }
  return out;
}

/** What was not there before: objects that are there do not get it by themselves. */
export const addedFields = (nodes: Node[]): string[] =>
  placed(nodes).filter((each, _, all) => !each.node.was && !all.some((other) => !other.node.was && other.node.inner.value.includes(each.node))).map((each) => each.titles);

export const effectsOf = (before: TypeForm, now: TypeForm, nodes: Node[]): Effect[] => [...ofType(before, now), ...ofFields(before, now, nodes)];

/** How many objects of a type, drafts too, a query finds. */
export async function countObjects(bucket: string, type: string, query: Query = {}, status: 'any' | undefined = 'any'): Promise<number> {
  const asked = { query: { type, ...query }, status, props: 'id', limit: 1, depth: 0 };
  return (await get<{ total: number }>(`${bucketPath(bucket)}/objects${search(asked)}`)).total;
}

/** One after the other: a large bucket is busy enough with one. */
export async function counted(bucket: string, type: string, effects: Effect[], told: (so_far: Counted[]) => void): Promise<void> {
  const out: Counted[] = effects.map((each) => ({ ...each }));
  for (const [index, effect] of effects.entries()) {
    try {
      out[index] = { ...effect, count: await countObjects(bucket, type, effect.query) };
    } catch (error) {
      out[index] = { ...effect, error: wordsOf(error) };
    }
    told([...out]);
  }
}
