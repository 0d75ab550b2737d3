// What a form has changed: that alone is sent, so that what others have stored since the form was opened stays.
import { useRef } from 'preact/hooks';
import { wordsOf } from '../api';
import { writeJson } from '../exact';
import { fail } from '../messages';

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return [...value].sort();
  if (!value || typeof value !== 'object') return value ?? null;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, each]) => [name, inOrder(each)]));
}
const comparable = (value: unknown): string => writeJson(inOrder(value));

/** The members of `now` that are not as in `before`; the order in lists means nothing. */
export function changesOf<T extends object>(before: NoInfer<Partial<T>>, now: T): Partial<T> {
  const changed = Object.entries(now).filter(([name, value]) => comparable((before as Record<string, unknown>)[name]) !== comparable(value));
  return Object.fromEntries(changed) as Partial<T>;
}

/** For forms that are filled with what is stored now: what stands on the screen may be old. Of two presses the first counts. */
export function useOpening(): (open: () => Promise<unknown>) => Promise<void> {
  const busy = useRef(false);
  return async (open) => {
    if (busy.current) return;
    busy.current = true;
    await open().catch((error) => fail(wordsOf(error)));
    busy.current = false;
  };
}
