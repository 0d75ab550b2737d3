// The address says which screen is shown, and the screen's state that is worth a bookmark.
import { effect, signal, untracked } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { base, session } from './api';
import { nothingNoted } from './curl';
import { withdraw } from './dialog';
import { goesElsewhere } from './ended';

const root = `${base}/dashboard`;
type Place = { path: string[]; query: URLSearchParams; hash: string };

function read(): Place {
  const path = location.pathname.slice(root.length).split('/').filter(Boolean).map(decodeURIComponent);
  return { path, query: new URLSearchParams(location.search), hash: location.hash.slice(1) };
}

export const place = signal<Place>(read());

/** Asked before it is left; it resolves to false to stay. */
export type Guard = () => Promise<boolean>;
const guards = new Set<Guard>();
/** For what has unsaved work; answers what ends it. What stands in front, such as a dialog, leaves alone what is asked behind it. */
export function guardedBy(guard: Guard): () => void {
  guards.add(guard);
  return () => void guards.delete(guard);
}
/** Asks the one in front first. */
export async function mayLeave(): Promise<boolean> {
  for (const guard of [...guards].reverse()) if (!(await guard())) return false;
  return true;
}

type Scrolled = Record<string, number>;
type Entry = { index?: number; scrolled?: Scrolled };
let index: number = (history.state as Entry | null)?.index ?? 0;
history.scrollRestoration = 'manual';
history.replaceState({ ...history.state, index }, '');

export const address = (...parts: string[]): string => [root, ...parts.map(encodeURIComponent)].join('/');

// The last place of a person in each bucket, for those who work in several.
const placeKey = (bucket: string) => `inkwell:place:${session.peek()?.user.id ?? ''}:${bucket}`;
export const lastPlace = (bucket: string): string => {
  const kept = localStorage.getItem(placeKey(bucket)) ?? '';
  return kept.startsWith(`${address(bucket)}/`) ? kept : address(bucket);
};
function keepPlace(): void {
  const [bucket] = place.value.path;
  if (!bucket || bucket === '-' || !session.peek()) return;
  try {
    localStorage.setItem(placeKey(bucket), location.pathname + location.search);
  } catch {
    // a full store keeps no places
  }
}

function show(): void {
  const before = place.peek().path;
  const next = read();
  if (before.join('/') !== next.path.join('/')) nothingNoted();
  place.value = next;
  keepPlace();
}

// Where the page, and each box with data-scroll, was scrolled to.
function scrolled(): Scrolled {
  const boxes = [...document.querySelectorAll<HTMLElement>('[data-scroll]')];
  return Object.fromEntries([['', scrollY], ...boxes.map((box) => [box.dataset.scroll, box.scrollTop])]);
}
const keepScroll = () => history.replaceState({ index, scrolled: scrolled() }, '');
addEventListener('pagehide', keepScroll);

/** Scrolls there once what was there has been read again; a person who scrolls meanwhile has the last word. */
function restoreScroll(wanted: Scrolled): void {
  const left = new Map(Object.entries(wanted).filter(([, top]) => top > 0));
  const stop = () => {
    watcher.disconnect();
    clearTimeout(late);
    for (const each of ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const) removeEventListener(each, stop);
  };
  const isComing = () => !!document.querySelector('main .waiting, main [aria-busy=true]');
  const attempt = () => {
    for (const [name, top] of left) {
      const box = name ? document.querySelector(`[data-scroll="${CSS.escape(name)}"]`) : document.scrollingElement;
      if (!box || box.scrollHeight - box.clientHeight < top) continue;
      box.scrollTop = top;
      // What still comes in above would move it: then once more.
      if (!isComing()) left.delete(name);
    }
    if (!left.size) stop();
  };
  const watcher = new MutationObserver(attempt);
  watcher.observe(document.body, { childList: true, subtree: true });
  for (const each of ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const) addEventListener(each, stop);
  // What is shorter now is scrolled as far as it goes; what is still being read, on a slow line, may become longer.
  const giveUp = () => {
    if (isComing()) {
      late = setTimeout(giveUp, 1000);
      return;
    }
    if (left.has('')) scrollTo(0, left.get('')!);
    stop();
  };
  let late = setTimeout(giveUp, 5000);
  requestAnimationFrame(attempt);
}

export async function go(url: string, options: { replace?: boolean; force?: boolean } = {}): Promise<void> {
  if (!options.force && guards.size && !(await mayLeave())) return;
  if (options.replace) history.replaceState({ index }, '', url);
  else {
    keepScroll();
    history.pushState({ index: ++index }, '', url);
  }
  withdraw();
  goesElsewhere();
  show();
  if (!options.replace) scrollTo(0, 0);
}

/** Changes the query of this address without a new entry in the history. */
export function setQuery(changes: Record<string, string | undefined>): void {
  const query = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(changes)) {
    if (value) query.set(name, value);
    else query.delete(name);
  }
  const text = query.toString();
  history.replaceState({ index }, '', location.pathname + (text ? `?${text}` : ''));
  show();
}

let steps = 0;
addEventListener('popstate', async (event) => {
  const { index: to = 0, scrolled: wanted } = (event.state ?? {}) as Entry;
  const step = ++steps;
  const stays = guards.size > 0 && to !== index && !(await mayLeave());
  if (step !== steps) return; // Back was pressed once more, which withdrew what this one asked
  if (stays) {
    history.go(index - to);
    return;
  }
  index = to;
  withdraw();
  goesElsewhere();
  show();
  restoreScroll(wanted ?? { '': 0 });
});

effect(() => void (session.value && untracked(keepPlace)));
// A page that is loaded again stands where it stood.
const begun = (history.state as Entry | null)?.scrolled;
if (begun) restoreScroll(begun);

type LinkProps = { to: string; class?: string; 'aria-label'?: string; 'aria-current'?: 'page'; children?: ComponentChildren };

export function Link({ to, children, ...rest }: LinkProps) {
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void go(to);
  };
  return (
    <a {...rest} href={to} onClick={follow}>
      {children}
    </a>
  );
}
