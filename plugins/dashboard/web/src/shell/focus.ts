// Who goes to another screen by the keyboard or by ear is taken to its heading, unless the screen puts the focus itself.
import { useEffect } from 'preact/hooks';
import { place } from '../router';

let shown = place.peek().path.join('/');

/** What had the focus goes: the heading of the screen has it next. */
export function focusHeading(heading = document.querySelector<HTMLElement>('main h1')): void {
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
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
