// The items of a repeater, which have no names: which is which after somebody else has changed them, and what is of whom.
import type { Metafield } from '../api';
import { writeJson } from '../exact';
import { same } from '../same';

type Stretch = { from: number; to: number; items: Metafield[] };

// What lies between the items that are as they were at the beginning and at the end.
function changed(begun: Metafield[], now: Metafield[]): Stretch {
  const most = Math.min(begun.length, now.length);
  let from = 0;
  while (from < most && same(begun[from], now[from])) ++from;
  let after = 0;
  while (after < most - from && same(begun.at(-1 - after), now.at(-1 - after))) ++after;
  return { from, to: begun.length - after, items: now.slice(from, now.length - after) };
}

/** Null where the two have changed the same items, or neighbours while the list became longer: whose is whose is for a person to say. */
export function mergeItems(begun: unknown, mine: unknown, theirs: unknown): Metafield[] | null {
  if (!Array.isArray(begun) || !Array.isArray(mine) || !Array.isArray(theirs)) return null;
  if (begun.length === mine.length && begun.length === theirs.length) {
    const isAgreed = begun.every((item, at) => same(item, mine[at]) || same(item, theirs[at]) || same(mine[at], theirs[at]));
    return isAgreed ? begun.map((item, at) => (same(item, mine[at]) ? theirs[at] : mine[at])) : null;
  }
  const [first, second] = [changed(begun, mine), changed(begun, theirs)].sort((a, b) => a.from - b.from) as [Stretch, Stretch];
  if (first.to >= second.from) return null;
  return [...begun.slice(0, first.from), ...first.items, ...begun.slice(first.to, second.from), ...second.items, ...begun.slice(second.to)];
}

// What is in an item, by its place there. That a switch is off says nothing about whose it is.
function valuesOf(item: Metafield, path = ''): [string, string][] {
  if (item.children) return item.children.flatMap((each, at) => valuesOf(each, `${path}.${each.key ?? at}`));
  const text = writeJson(item.value ?? '');
  return typeof item.value === 'boolean' || ['""', '[]', '{}'].includes(text) ? [] : [[path, text]];
}

/**
 * For each of `wanted` the place of the one of `items` that it is, or -1 where it is a new one. Those that are equal come first, then those
 * that have most in common: a long text says more than a number does. The place alone says which it is only while none has come or gone.
 */
export function sameItems(items: Metafield[], wanted: Metafield[]): number[] {
  const out = wanted.map(() => -1);
  const left = new Set(items.keys());
  const take = (at: number, from: number | undefined) => {
    if (from !== undefined && out[at] === -1 && left.delete(from)) out[at] = from;
  };
  for (const [at, each] of wanted.entries()) take(at, [at, ...left].find((from) => left.has(from) && same(items[from], each)));
  const pairs: { at: number; from: number; common: number }[] = [];
  const known = items.map((each) => valuesOf(each));
  const size = (values: Iterable<[string, string]>) => [...values].reduce((sum, [, text]) => sum + text.length, 0);
  const sizes = known.map(size);
  for (const [at, each] of wanted.entries()) {
    if (out[at] !== -1) continue;
    const values = new Map(valuesOf(each));
    const mine = size(values);
    for (const from of left) {
      const common = known[from]!.reduce((sum, [path, text]) => sum + (values.get(path) === text ? text.length : 0), 0);
      // A number that two have by chance makes them no one.
      if (common && common * 2 >= Math.min(mine, sizes[from]!)) pairs.push({ at, from, common });
    }
  }
  const far = ({ at, from }: { at: number; from: number }) => Math.abs(at - from);
  for (const { at, from } of pairs.sort((a, b) => b.common - a.common || far(a) - far(b))) take(at, from);
  if (items.length === wanted.length) for (const at of wanted.keys()) take(at, at);
  return out;
}
