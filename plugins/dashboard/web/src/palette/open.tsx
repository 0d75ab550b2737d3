// Opens the palette, which is loaded when it is first asked for.
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ObjectType } from '../api';
import { fail, layers } from '../messages';
import { lazy } from '../shell/lazy';
import { t } from '../text';

const opened = signal(false);
// What is typed before the field is there: it would go into whatever had the focus.
let typed = '';
let ready = false;
const Palette = lazy(() => import('./palette').then((found) => found.Palette, (error) => {
  opened.value = false; // the keys belong to the page again
  fail(t('This part could not be loaded.'));
  throw error;
}));

/** Nothing happens while a dialog waits for an answer. */
export function openPalette(): void {
  if (layers.peek().length || opened.peek()) return;
  typed = '';
  ready = false;
  opened.value = true;
}

function typedBefore(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === 'Escape') opened.value = false;
  else if (event.key === 'Backspace') typed = typed.slice(0, -1);
  else if (event.key.length === 1) typed += event.key;
  event.preventDefault();
  event.stopPropagation();
}

const begin = (): string => {
  ready = true;
  return typed;
};

export function PaletteDoor({ bucket, types }: { bucket: string; types: ObjectType[] }) {
  useEffect(() => {
    const keys = (event: KeyboardEvent) => {
      if (opened.value && !ready) typedBefore(event);
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      openPalette();
    };
    // First of all: an editor of texts has a meaning of its own for these keys.
    addEventListener('keydown', keys, { capture: true });
    return () => {
      removeEventListener('keydown', keys, { capture: true });
      opened.value = false;
    };
  }, []);
  return opened.value ? <Palette {...{ bucket, types, begin }} close={() => (opened.value = false)} /> : null;
}
