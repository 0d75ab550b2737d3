// The form as a tree: a signal for each field, so that a key typed in one field draws that field alone.
import { type Signal, signal } from '@preact/signals';
import type { Content, Metafield, ObjectType } from '../api';
import { writeJson } from '../exact';
import { same } from '../same';
import { plural, t } from '../text';
import { defined, definitionOf } from './defined';
import { mergeItems, sameItems } from './items';

export type Field = {
  uid: number;
  def: Metafield; // everything but value and children
  value: Signal<unknown>;
  unfinished: Signal<string>; // the text of JSON, a number or a date that is none yet: the value is still what it was
  children: Signal<Field[]>; // of a parent
  items: Signal<Item[]>; // of a repeater
  open: Signal<boolean>;
  judged: Signal<boolean>; // its rule is spoken of: it was left once, or was to be published
};
export type Item = { uid: number; def: Metafield; children: Signal<Field[]>; open: Signal<boolean> };

export type Basics = {
  title: string;
  slug: string;
  content: string;
  locale: string | null;
  thumbnail: string | null;
};
/** What is saved: plain values, to be compared and stored. */
export type Form = Basics & { metafields: Metafield[] };

let last = 0;

export function fieldOf(metafield: Metafield): Field {
  const repeater = metafield.type === 'repeater';
  const def = signal(definitionOf(metafield)); // the type may be changed while the form is open
  return {
    uid: ++last,
    get def() {
      return def.value;
    },
    set def(now) {
      def.value = now;
    },
    value: signal(metafield.value),
    unfinished: signal(metafield.unfinished ?? ''),
    children: signal(repeater ? [] : (metafield.children ?? []).map(fieldOf)),
    items: signal(repeater ? (metafield.children ?? []).map((item) => itemOf(item)) : []),
    open: signal(true),
    judged: signal(false),
  };
}

export function itemOf(item: Metafield, open = false): Item {
  return {
    uid: ++last,
    def: definitionOf(item),
    children: signal((item.children ?? []).map(fieldOf)),
    open: signal(open),
  };
}

export const isGroup = (type: string): boolean => type === 'parent' || type === 'repeater';

export function plain(field: Field): Metafield {
  if (field.def.type === 'parent') return { ...field.def, children: field.children.peek().map(plain) };
  if (field.def.type === 'repeater') return { ...field.def, children: field.items.peek().map(plainItem) };
  const unfinished = field.unfinished.peek();
  return { ...field.def, value: field.value.peek() ?? (field.def.type === 'json' ? null : ''), ...(unfinished ? { unfinished } : {}) };
}

export const plainItem = (item: Item): Metafield => ({ ...item.def, children: item.children.peek().map(plain) });

/** The server's path of a field: metafields[2].children[0]. */
export const pathOf = (path: string, index: number): string => (path ? `${path}.children[${index}]` : `metafields[${index}]`);

/** `around` is what has to be unfolded for it to be seen. */
export type Found = { field: Field; path: string; around: { open: Signal<boolean> }[] };

/** Every field of a form, in the order in which it is read. */
export function* everyField(fields: Field[], path = '', around: Found['around'] = []): Generator<Found> {
  for (const [index, field] of fields.entries()) {
    const here = pathOf(path, index);
    yield { field, path: here, around };
    yield* everyField(field.children.peek(), here, [...around, field]);
    for (const [place, item] of field.items.peek().entries()) yield* everyField(item.children.peek(), pathOf(here, place), [...around, field, item]);
  }
}

/** An empty item of a repeater. */
export const newItem = (field: Field): Item =>
  itemOf({ type: 'repeating_item', children: structuredClone(field.def.repeater_fields ?? []) }, true);

export const copyOfItem = (item: Item): Item => itemOf(structuredClone(plainItem(item)), true);

const bare = (metafields: Metafield[]): Metafield[] => metafields.map((each) => plain(fieldOf(each)));

/** As the type has it now: fields that it was given later come to the object with the next save. */
export const formBy = (type: ObjectType, form: Form): Form => ({ ...form, metafields: bare(defined(form.metafields, type.metafields)) });

export function formOf(content: Partial<Content>, type: ObjectType): Form {
  return {
    title: content.title ?? '',
    slug: content.slug ?? '',
    content: content.content ?? '',
    locale: content.locale ?? (type.localization ? type.priority_locale ?? type.locales[0] ?? null : null),
    thumbnail: content.thumbnail ?? null,
    metafields: bare(defined(content.metafields ?? [], type.metafields)),
  };
}

/** Of fields and items, also inside. */
export const countOf = (metafields: Metafield[]): number => metafields.reduce((sum, each) => sum + 1 + countOf(each.children ?? []), 0);

/** Every place that is compared by itself: the basics, and metafields by their keys, inside parents too. */
export type Place = { path: string; title: string; value: unknown; unfinished?: string; type: string };

/** What is in every object, besides its metafields. */
export const basicTitles = (): Record<keyof Basics, string> =>
  ({ title: t('Title'), slug: t('Slug'), content: t('Content'), locale: t('Language'), thumbnail: t('Thumbnail') });

export function placesOf(form: Form): Map<string, Place> {
  const out = new Map<string, Place>();
  for (const [name, title] of Object.entries(basicTitles())) {
    out.set(name, { path: name, title, value: form[name as keyof Basics], type: 'text' });
  }
  const walk = (metafields: Metafield[], path: string, titles: string) => {
    for (const each of metafields) {
      const here = `${path}.${each.key}`;
      const title = titles + (each.title ?? each.key);
      if (each.type === 'parent') walk(each.children ?? [], here, `${title} › `);
      else out.set(here, { path: here, title, type: each.type, value: each.type === 'repeater' ? each.children : each.value, unfinished: each.unfinished });
    }
  };
  walk(form.metafields, 'metadata', '');
  return out;
}

/** `unfinished` is theirs. `elsewhere` is the form of the same person in which `theirs` was typed and not saved. */
export type Conflict = { path: string; title: string; type: string; mine: unknown; theirs: unknown; unfinished?: string; elsewhere?: string };

/**
 * Three ways: what only they changed is taken, what only I changed stays, both is a conflict and mine until chosen. The items of a repeater
 * are told apart as fields are.
 */
export function merge(begun: Form, mine: Form, theirs: Form): { form: Form; taken: string[]; conflicts: Conflict[] } {
  const before = placesOf(begun);
  const ours = placesOf(mine);
  const form = structuredClone(mine);
  const taken: string[] = [];
  const conflicts: Conflict[] = [];
  for (const [path, place] of placesOf(theirs)) {
    const was = before.get(path)?.value;
    const begunText = before.get(path)?.unfinished;
    const { unfinished } = place;
    const isTyped = unfinished !== begunText; // by the same person: what others save is finished
    if (same(place.value, was) && !isTyped) continue;
    const own = ours.get(path);
    if (own && same(own.value, place.value) && (!isTyped || own.unfinished === unfinished)) continue;
    if (own && same(own.value, was) && (!isTyped || own.unfinished === begunText)) {
      put(form, path, place.value, isTyped, unfinished);
      taken.push(place.title);
      continue;
    }
    const both = own && place.type === 'repeater' ? mergeItems(was, own.value, place.value) : null;
    if (both) {
      put(form, path, both);
      taken.push(place.title);
    } else if (own) conflicts.push({ path, title: place.title, type: place.type, mine: own.value, theirs: place.value, unfinished });
  }
  taken.push(...addMissing(form.metafields, theirs.metafields));
  form.metafields = inOrderOf(theirs.metafields, form.metafields);
  return { form, taken, conflicts };
}

// Those that are not in `stored` come last. Whoever may not sort metafields could not save them in another order.
function inOrderOf(stored: Metafield[], metafields: Metafield[]): Metafield[] {
  const rest = metafields.filter((each) => !stored.some(({ key }) => key === each.key));
  const both = stored.flatMap((there) => {
    const here = metafields.filter(({ key }) => key === there.key);
    return here.map((each) => (each.type === 'parent' ? { ...each, children: inOrderOf(there.children ?? [], each.children ?? []) } : each));
  });
  return [...both, ...rest];
}

/** Fields that only they have come behind mine, in the same parents. Answers the titles of these. */
function addMissing(mine: Metafield[], theirs: Metafield[], titles = ''): string[] {
  return theirs.flatMap((each) => {
    const own = mine.find((one) => one.key === each.key);
    const title = titles + (each.title ?? each.key);
    if (own?.type === 'parent' && each.type === 'parent') return addMissing((own.children ??= []), each.children ?? [], `${title} › `);
    if (own) return [];
    mine.push(structuredClone(each));
    return [title];
  });
}

/** Puts a value at a place of placesOf; `over`: also in place of what is typed there and is no value yet, of which `unfinished` is the new text. */
export function put(form: Form, path: string, value: unknown, over = false, unfinished = ''): void {
  const [first, ...keys] = path.split('.');
  if (first !== 'metadata') {
    (form as Record<string, unknown>)[first!] = value;
    return;
  }
  let list: Metafield[] | undefined = form.metafields;
  let found: Metafield | undefined;
  for (const key of keys) {
    found = list?.find((each) => each.key === key);
    list = found?.children;
  }
  if (!found) return;
  if (over) delete found.unfinished;
  if (unfinished) found.unfinished = unfinished;
  if (found.type === 'repeater') found.children = structuredClone(value) as Metafield[];
  else found.value = structuredClone(value);
}

/** What was to be chosen before the page was closed, as far as the two still differ. */
export function stillOpen(merged: { form: Form; conflicts: Conflict[] }, open: Conflict[], now: Form): Conflict[] {
  const ours = placesOf(merged.form);
  const theirs = placesOf(now);
  const older = open
    .filter((each) => ours.has(each.path) && theirs.has(each.path) && !merged.conflicts.some((own) => isAbout(own, each)))
    .map((each) => ({ ...each, mine: ours.get(each.path)!.value, theirs: each.elsewhere ? each.theirs : theirs.get(each.path)!.value }));
  const isTyped = (each: Conflict) => each.elsewhere && (each.unfinished ?? '') !== (ours.get(each.path)!.unfinished ?? '');
  return [...merged.conflicts, ...older.filter((each) => !same(each.mine, each.theirs) || isTyped(each))];
}
export const isAbout = (one: Conflict, other: Conflict): boolean => one.path === other.path && one.elsewhere === other.elsewhere;

// Somebody may be writing in one of them: it stays the same one, wherever it stands now.
function shownItems(items: Item[], wanted: Metafield[]): Item[] {
  const which = sameItems(items.map(plainItem), wanted);
  return wanted.map((each, at) => {
    const item = items[which[at]!];
    if (!item) return itemOf(each);
    item.children.value = shown(item.children.peek(), each.children ?? []);
    return item;
  });
}

/** The fields that show `metafields`: those that are there already, wherever they fit. */
export function shown(fields: Field[], metafields: Metafield[]): Field[] {
  let equal = fields.length === metafields.length;
  const next = metafields.map((metafield, index) => {
    const field = fields.find((each) => each.def.key === metafield.key && each.def.type === metafield.type);
    if (!field || field !== fields[index]) equal = false;
    if (!field) return fieldOf(metafield);
    const def = definitionOf(metafield);
    if (!same(field.def, def)) field.def = def;
    if (field.def.type === 'parent') field.children.value = shown(field.children.peek(), metafield.children ?? []);
    else if (field.def.type === 'repeater') {
      const wanted = plain(fieldOf(metafield)).children ?? [];
      if (!same(field.items.peek().map(plainItem), wanted)) field.items.value = shownItems(field.items.peek(), wanted);
    } else if (!same(field.value.peek(), metafield.value)) field.value.value = metafield.value;
    field.unfinished.value = metafield.unfinished ?? '';
    return field;
  });
  return equal ? fields : next;
}

/** What an editor is told before the server is asked: the rules that stand in the metafield. */
export function ruleBroken(field: Field, value: unknown): string {
  const { def } = field;
  const empty = value === '' || value === null || value === undefined || (Array.isArray(value) && value.length === 0);
  if (empty) return def.required && !isGroup(def.type) ? t('is required') : '';
  if (typeof value !== 'string') return '';
  const length = [...value].length;
  if (def.minlength && length < def.minlength) return t('has {length} characters, at least {least} are asked for', { length, least: def.minlength });
  if (def.maxlength && length > def.maxlength) return t('has {length} characters, at most {most} are allowed', { length, most: def.maxlength });
  if (def.regex) {
    try {
      if (!new RegExp(def.regex, 'u').test(value)) return def.regex_message || t('does not have the form that is asked for');
    } catch {
      return ''; // not a pattern that browsers know: the server judges
    }
  }
  return '';
}

/** A short text for a value, in lists and comparisons. */
export function brief(value: unknown): string {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'boolean') return value ? t('Yes') : t('No');
  if (Array.isArray(value)) {
    if (value.some((each) => (each as Metafield)?.type === 'repeating_item')) {
      return value.map((each) => firstText((each as Metafield).children ?? [])).filter(Boolean).join('; ') || plural(value.length, '{count} item', '{count} items');
    }
    return value.map(brief).filter(Boolean).join(', ');
  }
  if (typeof value === 'object') {
    const known = value as Record<string, unknown>;
    return String(known.title ?? known.original_name ?? ('key' in known && 'value' in known ? known.value : writeJson(value)));
  }
  return String(value);
}

export function firstText(metafields: Metafield[]): string {
  for (const each of metafields) {
    if (typeof each.value === 'string' && each.value && each.type !== 'file' && each.type !== 'object') return each.value;
    const inner = firstText(each.children ?? []);
    if (inner) return inner;
  }
  return '';
}

/** The title of the field at a path of the server, such as metafields[2].children[0]; of a repeater as a whole. */
export function titleAt(fields: Field[], path: string): string {
  let list = fields;
  let title = '';
  for (const [, index] of path.matchAll(/\[(\d+)\]/g)) {
    const found = list[Number(index)];
    if (!found) break;
    title = found.def.title ?? '';
    if (found.def.type === 'repeater') break;
    list = found.children.peek();
  }
  return title;
}
