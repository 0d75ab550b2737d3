// A type that is changed while a form of it is open: fields are told apart by the ids that they have in the type, and what has another key
// there has it here from now on, with what was typed.
import type { Metafield } from '../api';
import type { Field } from './model';

type Rekeyed = Map<string, { key: string; inner: Rekeyed }>; // by the key before

const innerOf = (metafield: Metafield): Metafield[] => (metafield.type === 'repeater' ? metafield.repeater_fields : metafield.children) ?? [];

export function rekeyed(before: Metafield[], now: Metafield[]): Rekeyed {
  const out: Rekeyed = new Map();
  for (const each of before) {
    const same = now.find((other) => each.id && other.id === each.id && other.type === each.type);
    if (each.key && same?.key) out.set(each.key, { key: same.key, inner: rekeyed(innerOf(each), innerOf(same)) });
  }
  return out;
}

// What the server has moved already stands under the key of now, too: `keep` says which of the two stays.
function alone<T extends { key?: string }>(list: T[], names: Rekeyed, keep: 'before' | 'now'): T[] {
  const moves = [...names].filter(([key, to]) => to.key !== key && [key, to.key].every((name) => list.some((each) => each.key === name)));
  const goes = new Set(moves.map(([key, to]) => (keep === 'now' ? key : to.key)));
  return list.filter((each) => !goes.has(each.key ?? ''));
}

/** What is stored, under the keys of now. */
export function rekeyValues(list: Metafield[], names: Rekeyed): Metafield[] {
  return alone(list, names, 'now').map((each) => {
    const to = names.get(each.key ?? '');
    if (!to) return each;
    const children = each.type === 'repeater'
      ? each.children?.map((item) => ({ ...item, children: rekeyValues(item.children ?? [], to.inner) }))
      : each.children && rekeyValues(each.children, to.inner);
    return { ...each, key: to.key, ...(children ? { children } : {}), ...(each.repeater_fields ? { repeater_fields: rekeyValues(each.repeater_fields, to.inner) } : {}) };
  });
}

/** The fields of a form: they stay the same ones, so that nobody loses the place where they type. */
export function rekeyFields(list: Field[], names: Rekeyed): Field[] {
  const held = alone(list.map((field) => ({ field, key: field.def.key ?? '' })), names, 'before');
  for (const { field, key } of held) {
    const to = names.get(key);
    if (!to) continue;
    field.def = { ...field.def, key: to.key, ...(field.def.repeater_fields ? { repeater_fields: rekeyValues(field.def.repeater_fields, to.inner) } : {}) };
    field.children.value = rekeyFields(field.children.peek(), to.inner);
    for (const item of field.items.peek()) item.children.value = rekeyFields(item.children.peek(), to.inner);
  }
  return held.length === list.length ? list : held.map(({ field }) => field);
}
