// The address says which screen is shown, and the screen's state that is worth a bookmark.
import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { base } from './api';

const root = `${base}/dashboard`;
type Place = { path: string[]; query: URLSearchParams };

function read(): Place {
  const path = location.pathname.slice(root.length).split('/').filter(Boolean).map(decodeURIComponent);
  return { path, query: new URLSearchParams(location.search) };
}

export const place = signal<Place>(read());
/** What a screen with unsaved work puts here; it resolves to false to stay. */
export const leaving: { guard: (() => Promise<boolean>) | null } = { guard: null };

let index: number = history.state?.index ?? 0;
history.replaceState({ index }, '');

export const address = (...parts: string[]): string => [root, ...parts.map(encodeURIComponent)].join('/');

export async function go(url: string, options: { replace?: boolean; force?: boolean } = {}): Promise<void> {
  if (!options.force && leaving.guard && !(await leaving.guard())) return;
  if (options.replace) history.replaceState({ index }, '', url);
  else history.pushState({ index: ++index }, '', url);
  place.value = read();
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
  place.value = read();
}

addEventListener('popstate', async (event) => {
  const to = (event.state as { index?: number } | null)?.index ?? 0;
  if (leaving.guard && to !== index && !(await leaving.guard())) {
    history.go(index - to);
    return;
  }
  index = to;
  place.value = read();
});

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
