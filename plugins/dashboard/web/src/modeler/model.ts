// An object type as a tree that is edited: a signal for each field, so that a key typed in one draws that one.
import { type Signal, signal } from '@preact/signals';
import type { Metafield, ObjectType } from '../api';
import { readJson, writeJson } from '../exact';
import { type Kind, misfits } from './kinds';
import { same } from '../same';

/** As GET /v2/metafield-types describes a type of metafield. */
export type FieldType = {
  type: string;
  title: string;
  shape: 'value' | 'group' | 'repeater';
  value: Schema | null;
  members: Record<string, Schema>;
  plugin: string | null;
};
export type Option = { key?: string; value: string };
export type Schema = { type?: string | string[]; enum?: string[]; items?: { properties?: Record<string, unknown> }; description?: string };

/** Everything of a type but its fields. */
export type About = {
  title: string;
  singular: string;
  slug: string;
  emoji: string | null;
  options: { slug_field: boolean; content_editor: boolean };
  localization: boolean;
  locales: string[];
  priority_locale: string | null;
  singleton: boolean;
  keep_revisions: boolean;
  enforce_validation: boolean | null;
  preview_link: string | null;
};
export type TypeForm = About & { metafields: Metafield[] };

export type Node = {
  uid: number;
  id: string | undefined; // the server's
  /** Where the field stands in the type that is stored: its keys, with dots between them. '' is a new one. */
  was: string;
  def: Signal<Metafield>; // without what stands in `inner`
  /** Of a group its children, of a repeater the fields of an item. A field that became a value has them until it is saved as one. */
  inner: Signal<Node[]>;
  /** What it was as another type, until it is saved: an arrow key in the choice of types passes several. */
  former: Map<string, Metafield>;
  open: Signal<boolean>;
  /** The key follows the title until somebody writes one. */
  ownKey: boolean;
};

let last = 0;
const answers = new Set(['id', 'object', 'objects', 'metadata']);

export const isRepeater = (def: Metafield): boolean => def.type === 'repeater' || Array.isArray(def.repeater_fields);
export const isParent = (def: Metafield): boolean => def.type === 'parent';
export const hasInner = (def: Metafield): boolean => isParent(def) || isRepeater(def);
export const innerNodes = (node: Node): Node[] => (hasInner(node.def.value) ? node.inner.value : []);
const innerOf = (field: Metafield): Metafield[] => (isRepeater(field) ? field.repeater_fields : field.children) ?? [];

/** Without what answers add, at every level. */
export function clean(field: Metafield): Metafield {
  const out = Object.fromEntries(Object.entries(field).filter(([name]) => !answers.has(name))) as Metafield;
  if (Array.isArray(field.children)) out.children = field.children.map(clean);
  if (Array.isArray(field.repeater_fields)) out.repeater_fields = field.repeater_fields.map(clean);
  return out;
}

const join = (path: string, key: string | undefined): string => (path ? `${path}.${key ?? ''}` : key ?? '');

/** `stored`: the field stands there already, under the same keys. */
export function nodeOf(field: Metafield, path = '', stored = true): Node {
  const def = clean(field);
  const here = join(path, def.key);
  const inner = innerOf(field).map((each) => nodeOf(each, here, stored));
  if (isRepeater(def)) delete def.repeater_fields;
  else if (isParent(def)) delete def.children;
  return { uid: ++last, id: field.id, was: stored ? here : '', def: signal(def), inner: signal(inner), former: new Map(), open: signal(false), ownKey: stored };
}

/** Its controls are drawn anew: they show what is in it by now. */
export const renew = (node: Node): void => void (node.uid = ++last);

/** As bodies take it; `ids` are left out of what people read. */
export function fieldOfNode(node: Node, ids = false): Metafield {
  const def = node.def.value;
  const inner = node.inner.value.map((each) => fieldOfNode(each, ids));
  const out: Metafield = ids && node.id ? { id: node.id, ...def } : { ...def };
  if (isRepeater(def)) return { ...out, repeater_fields: inner, children: def.children ?? [] };
  if (isParent(def)) return { ...out, children: inner };
  return { ...out, value: def.value ?? (def.type === 'json' ? null : '') };
}

/** All nodes with the server's path, and the keys with dots between them. */
export type Placed = { node: Node; path: string; keys: string; titles: string; many: boolean; siblings: Node[] };
export function placed(nodes: Node[], path = '', keys = '', titles = '', many = false): Placed[] {
  return nodes.flatMap((node, index) => {
    const def = node.def.value;
    const here = path ? `${path}[${index}]` : `metafields[${index}]`;
    const own = join(keys, def.key);
    const title = titles + (def.title || def.key || '?');
    const below = isRepeater(def) ? 'repeater_fields' : 'children';
    return [
      { node, path: here, keys: own, titles: title, many, siblings: nodes },
      ...placed(innerNodes(node), `${here}.${below}`, own, `${title} › `, many || isRepeater(def)),
    ];
  });
}

export const aboutOf = (type: ObjectType & Partial<About>): About => ({
  title: type.title,
  singular: type.singular,
  slug: type.slug,
  emoji: type.emoji ?? null,
  options: { slug_field: type.options.slug_field, content_editor: type.options.content_editor },
  localization: type.localization,
  locales: type.locales,
  priority_locale: type.priority_locale ?? null,
  singleton: type.singleton,
  keep_revisions: type.keep_revisions ?? false,
  enforce_validation: type.enforce_validation ?? null,
  preview_link: type.preview_link ?? null,
});

export const formOf = (type: ObjectType): TypeForm => ({ ...aboutOf(type), metafields: type.metafields.map((each) => fieldOfNode(nodeOf(each))) });

const asKey = (words: string): string => words.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '_').replace(/^_+|_+$/g, '');

/** A key made from a title, which no other of `siblings` has. */
export function freeKey(title: string, siblings: Node[], except?: Node): string {
  const taken = new Set(siblings.filter((each) => each !== except).map((each) => each.def.peek().key));
  const wanted = asKey(title) || 'field';
  for (let number = 1; ; ++number) {
    const key = number === 1 ? wanted : `${wanted}_${number}`;
    if (!taken.has(key)) return key;
  }
}

const textual = new Set(['text', 'textarea', 'html-textarea', 'markdown']);
const always = ['title', 'key', 'help', 'required'];
const rules = ['regex', 'regex_message', 'minlength', 'maxlength'];

/** The type that a field is called after, or none: whose objects are meant is for a person to say. */
function typeNamed({ title, key }: Metafield, types: ObjectType[]): string {
  const called = new Set([title, key].map((each) => asKey(each ?? '')));
  return types.find((each) => [each.slug, each.title, each.singular].some((name) => name && called.has(asKey(name))))?.slug ?? '';
}

/** The members that a type must have, with something to begin with. */
function beginning(name: string, schema: Schema, def: Metafield, types: ObjectType[]): unknown {
  if (name === 'object_type') return typeNamed(def, types);
  if (schema.enum) return schema.enum[0];
  return schema.type === 'array' || name === 'repeater_fields' ? [] : '';
}

/** The same field as another type: what both can hold stays; the rest is as in `former`, which it was when it was of that type. */
export function retyped(def: Metafield, type: FieldType, types: ObjectType[], former?: Metafield): Metafield {
  const out: Metafield = { ...former, type: type.type };
  const from = def as Record<string, unknown>;
  const to = out as Record<string, unknown>;
  const words = textual.has(def.type) && textual.has(type.type);
  for (const name of words ? [...always, ...rules] : always) {
    if (from[name] === undefined) delete to[name];
    else to[name] = from[name];
  }
  const names = new Map((former?.options as Option[] | undefined)?.map((each) => [each.value, each.key]));
  for (const [name, schema] of Object.entries(type.members)) {
    if (name === 'repeater_fields') continue; // the tree holds them
    const kept = name === 'options' && Array.isArray(def.options) && schema.type === 'array';
    if (kept) to[name] = (def.options as Option[]).map(({ key, value }) => ('key' in (schema.items?.properties ?? {}) ? { key: key ?? names.get(value) ?? value, value } : { value }));
    else if (name === 'object_type' && def.object_type) to[name] = def.object_type;
    else to[name] ??= beginning(name, schema, def, types);
  }
  if (type.shape === 'repeater') out.children ??= [];
  if (type.shape === 'value') out.value = words ? def.value : out.value ?? (type.type === 'json' ? null : '');
  return out;
}

export function newNode(type: FieldType, title: string, key: string, types: ObjectType[]): Node {
  const def = retyped({ type: '', title, key }, type, types);
  return { uid: ++last, id: undefined, was: '', def: signal(def), inner: signal([]), former: new Map(), open: signal(true), ownKey: key !== asKey(title) };
}

export function copyOf(node: Node, siblings: Node[], title: string): Node {
  const copy = nodeOf({ ...structuredClone(fieldOfNode(node)), title, key: freeKey(title, siblings) }, '', false);
  copy.open.value = true;
  return copy;
}

/** The tree of `metafields`, which somebody wrote as text: what stands under the same keys as before is the same field. */
export function nodesOfText(metafields: Metafield[], before: Node[], stored: TypeForm): Node[] {
  const known = new Map(placed(before).map((each) => [each.keys, each.node]));
  const all = keysOf(stored.metafields);
  // `former` is where the group stood, null for a new one: what stands in it is found under its former keys.
  const settle = (list: Node[], path: string, former: string | null): void => {
    for (const node of list) {
      const { renamed_from: marker, ...def } = node.def.peek() as Metafield & { renamed_from?: string };
      if (marker !== undefined) node.def.value = def;
      const own = known.get(join(path, def.key));
      const was = former === null ? '' : join(former, marker || def.key);
      node.was = own?.was || (all.has(was) ? was : '');
      node.id = own?.id;
      node.ownKey = true;
      node.open.value = own?.open.peek() ?? false;
    }
    if (former !== null) recogniseRenames(list, [...all].filter(([keys]) => groupOf(keys) === former));
    for (const node of list) settle(node.inner.peek(), join(path, node.def.peek().key), node.was || null);
  };
  const nodes = metafields.map((each) => nodeOf(each, '', false));
  settle(nodes, '', '');
  return nodes;
}

// A new field of the same type and title as one that is gone from the group is that one under another key, where there is no other such.
function recogniseRenames(list: Node[], stored: [string, Metafield][]): void {
  const gone = stored.filter(([keys]) => !list.some((node) => node.was === keys));
  const fresh = list.filter((node) => !node.was);
  const alike = (node: Node, def: Metafield) => node.def.peek().type === def.type && node.def.peek().title === def.title;
  for (const node of fresh) {
    const found = gone.filter(([, def]) => alike(node, def));
    if (found.length === 1 && fresh.filter((other) => alike(other, found[0]![1])).length === 1) node.was = found[0]![0];
  }
}

/** Where a field stands: the keys before its own. */
export const groupOf = (keys: string): string => keys.slice(0, Math.max(0, keys.lastIndexOf('.')));

/** The fields of a type by their keys with dots between them, the outer ones first. */
export function keysOf(metafields: Metafield[], path = ''): Map<string, Metafield> {
  const out = new Map<string, Metafield>();
  for (const each of metafields) {
    const here = join(path, each.key);
    out.set(here, each);
    if (hasInner(each)) for (const [keys, inner] of keysOf(innerOf(each), here)) out.set(keys, inner);
  }
  return out;
}

const members = ['slug', 'title', 'singular', 'emoji', 'singleton', 'options', 'localization', 'locales', 'priority_locale', 'preview_link', 'keep_revisions',
  'enforce_validation', 'metafields'];
const usual: Record<string, unknown> = { emoji: null, singleton: false, options: { slug_field: true, content_editor: true }, localization: false, locales: [],
  priority_locale: null, preview_link: null, keep_revisions: false, enforce_validation: null };

function terse(field: Metafield): Metafield {
  const out = { ...field };
  if (out.value === '') delete out.value;
  if (out.repeater_fields && !out.children?.length) delete out.children;
  if (out.children) out.children = out.children.map(terse);
  if (out.repeater_fields) out.repeater_fields = out.repeater_fields.map(terse);
  return out;
}

/** What people read and write as text, as files of `inkwell schema` have it: what is as usual is left out. */
export function textOf(form: TypeForm): string {
  const given: Record<string, unknown> = { ...form, metafields: form.metafields.map(terse) };
  const said = members.filter((name) => !(name in usual && same(given[name], usual[name])) && !(name === 'singular' && given.singular === given.title));
  return writeJson(Object.fromEntries(said.map((name) => [name, given[name]])), 2);
}

type Unreadable = { noObject: () => string; unknown: (name: string) => string; noList: () => string; misfit: (place: string, kind: Kind) => string };

/** Reads what textOf wrote, or an object type as the API shows it. Throws an Error whose message `problem` made. */
export function readText(text: string, before: TypeForm, problem: Unreadable): TypeForm {
  const read: unknown = readJson(text);
  if (typeof read !== 'object' || !read || Array.isArray(read)) throw new Error(problem.noObject());
  const given = read as Partial<TypeForm> & Record<string, unknown>;
  const shown = new Set(['extensions', 'order', 'created_at', 'modifield_at', 'renamed_from']);
  const unknown = Object.keys(given).find((name) => !members.includes(name) && !shown.has(name));
  if (unknown) throw new Error(problem.unknown(unknown));
  const fields = given.metafields ?? [];
  const isFields = (list: unknown): boolean => Array.isArray(list) && list.every((each) =>
    typeof each === 'object' && each && typeof (each as Metafield).type === 'string' &&
    [(each as Metafield).children, (each as Metafield).repeater_fields].every((inner) => inner === undefined || isFields(inner)));
  if (!isFields(fields)) throw new Error(problem.noList());
  const [misfit] = misfits(given, fields);
  if (misfit) throw new Error(problem.misfit(misfit.place, misfit.kind));
  const title = given.title ?? before.title;
  const empty: Record<string, unknown> = { ...usual, slug: before.slug, title, singular: title };
  const about = Object.fromEntries(Object.keys(empty).map((name) => [name, given[name] ?? empty[name]]));
  return { ...(about as unknown as About), options: { ...(usual.options as About['options']), ...(given.options ?? {}) }, metafields: fields.map(clean) };
}

export { same };
