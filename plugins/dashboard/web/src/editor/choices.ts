// What can be chosen, and what was chosen before it was offered no longer.
import { useRef } from 'preact/hooks';
import { t } from '../text';

/** What is no longer offered stays while the control is there, also when it is taken away: that may have been a slip. */
export function useChoices(offered: string[], value: unknown): { value: string; words: string }[] {
  const chosen = useRef(new Set<string>());
  for (const each of Array.isArray(value) ? value : [value]) if (typeof each === 'string' && each) chosen.current.add(each);
  const older = [...chosen.current].filter((each) => !offered.includes(each));
  return [...offered.map((each) => ({ value: each, words: each })), ...older.map((each) => ({ value: each, words: t('{value} (no longer offered)', { value: each }) }))];
}
