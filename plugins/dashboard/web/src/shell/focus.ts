// Who goes to another screen by the keyboard or by ear is taken to its heading, unless the screen puts the focus itself.
import { useEffect, useRef } from 'preact/hooks';
import { place } from '../router';

let shown = place.peek().path.join('/');

/** What had the focus goes: the heading of the screen has it next. */
export function focusHeading(heading = document.querySelector<HTMLElement>('main h1')): void {
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

type Held = { key: string; place: number };

/** The row that `held` was, or the one at its place by now, has the focus; the heading where there is none. */
export function focusRow(held: Held, rows = [...document.querySelectorAll<HTMLElement>('main [data-row]')]): void {
  const row = rows.find((each) => each.dataset.row === held.key) ?? rows[Math.min(held.place, rows.length - 1)];
  const control = row?.querySelector<HTMLElement>(':is(button, input):enabled, a[href]');
  if (control) control.focus();
  else focusHeading();
}

/** For a list whose rows go, and would take the focus with them. `keys` are those of its rows, which have them as data-row. */
export function useRowFocus<T extends HTMLElement>(keys: string[]) {
  const ref = useRef<T>(null);
  const held = useRef<Held | null>(null);
  useEffect(() => {
    const before = held.current;
    if (!before || keys.includes(before.key)) return;
    held.current = null;
    if (document.activeElement === document.body) focusRow(before, [...ref.current?.querySelectorAll<HTMLElement>('[data-row]') ?? []]);
  });
  const onFocusIn = ({ target }: FocusEvent) => {
    const key = (target as Element).closest<HTMLElement>('[data-row]')?.dataset.row;
    held.current = key === undefined ? null : { key, place: keys.indexOf(key) };
  };
  return { ref, onFocusIn };
}

function toHeading(): () => void {
  const gone = new AbortController();
  const stop = () => {
    watcher.disconnect();
    gone.abort();
  };
  const attempt = () => {
    const main = document.querySelector('main');
    const active = document.activeElement;
    if (document.querySelector('dialog[open]')) return;
    if (active && active !== main && main?.contains(active)) return stop();
    const heading = main?.querySelector<HTMLElement>('h1');
    if (!heading) return;
    focusHeading(heading);
    stop();
  };
  const watcher = new MutationObserver(attempt);
  watcher.observe(document.body, { childList: true, subtree: true });
  for (const name of ['keydown', 'pointerdown']) addEventListener(name, stop, { signal: gone.signal });
  attempt();
  return stop;
}

export function useHeadingFocus(): void {
  const path = place.value.path.join('/');
  useEffect(() => {
    if (path === shown) return;
    shown = path;
    return toHeading();
  }, [path]);
}
