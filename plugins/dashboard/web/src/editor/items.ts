// A repeater that two people have changed: where these are other items, both stay.
import type { Metafield } from '../api';
import { same } from './model';

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
