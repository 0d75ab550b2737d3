// What every editor of a text is given, and how the heavy ones come.
import { effect, untracked, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';

export type TextProps = {
  id: string; // of the element that is typed into
  labelled: string; // the id of its label
  title: string;
  value: string; // when it was drawn
  now: () => string; // and at this moment, to be watched: what is drawn is a little late, and what was typed since is no news
  set: (value: string) => void; // after each edit, and never without one
  described?: string; // the ids of what is said of it: how it is meant, what is wrong with it
  invalid?: boolean;
  required?: boolean;
  readonly?: boolean;
};

/** Of the frame around a text: what is only read looks so, whichever editor shows it. */
export const frameClass = (readonly: boolean | undefined): string => (readonly ? 'text-frame read' : 'text-frame');

/** undefined while it comes, null where it does not. */
export function useLoaded<T>(load: () => Promise<T>, wanted = true): T | null | undefined {
  const found = useSignal<{ it: T } | null | undefined>(undefined);
  useEffect(() => {
    if (!wanted || found.peek()) return;
    let here = true;
    load().then((it) => here && (found.value = { it }), () => here && (found.value = null));
    return () => void (here = false);
  }, [wanted]);
  return found.value ? found.value.it : found.value;
}

/** Tells `told` of each value at once, so that nothing can be typed in between, while `watched` is there. */
export function useNow<T>(now: () => T, watched: unknown, told: (value: T) => void): void {
  const newest = useRef(told);
  newest.current = told;
  useEffect(() => (watched ? effect(() => {
    const value = now();
    untracked(() => newest.current(value));
  }) : undefined), [watched]);
}

/** What a screen reader is told of the element that is typed into. */
export function describe(element: HTMLElement, { id, labelled, described, invalid, required, readonly }: TextProps, lang: string | undefined): void {
  const attributes = {
    id, role: 'textbox', tabindex: '0', 'aria-multiline': 'true', 'aria-labelledby': labelled, 'aria-describedby': described,
    'aria-required': required ? 'true' : undefined, 'aria-invalid': invalid ? 'true' : undefined, 'aria-readonly': readonly ? 'true' : undefined, lang,
  };
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined) element.removeAttribute(name);
    else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  }
}
