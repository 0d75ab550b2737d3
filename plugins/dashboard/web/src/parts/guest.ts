// A part that is loaded: as an element of the page, or in a frame.
import { base, wordsOf } from '../api';
import { readJson, writeJson } from '../exact';
import { t } from '../text';
import { type FromFrame, type Host, maxCharacters, type PartElement, patience, type State, type ToFrame } from './contract';
import { asksToUndo } from './keys';
import type { Listed } from './list';

export type Guest = { element: HTMLElement; update: (state: State) => void; leave: () => void };
export type Told = { changed: (value: unknown) => void; undo: () => void; failed: (reason: string) => void };

const addressOf = (file: string): string => `${base}/dashboard/-/${file}`;
const tooLate = (): string => t('it did not come within {seconds} seconds', { seconds: patience / 1000 });

function inTime<T>(coming: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(tooLate())), patience);
    coming.then(resolve, reject).finally(() => clearTimeout(late));
  });
}

/** A copy that is plain JSON, and not too large for a value. */
export function copyOf(value: unknown): unknown {
  const text = writeJson(value);
  if (text === undefined) return '';
  if (text.length > maxCharacters) throw new Error(t('its value is larger than {most} characters', { most: maxCharacters }));
  return readJson(text);
}

const tags = new Map<string, Promise<string>>();
/** The name of the element; a class is defined once. */
function tagOf(file: string): Promise<string> {
  let tag = tags.get(file);
  if (!tag) {
    tag = import(addressOf(file)).then(({ default: Part }: { default: CustomElementConstructor }) => {
      const name = `inkwell-${file.replace(/\.js$/, '')}`;
      customElements.define(name, Part);
      return name;
    });
    tag.catch(() => tags.delete(file));
    tags.set(file, tag);
  }
  return tag;
}

async function inPage(file: string, host: Host | undefined, told: Told): Promise<Guest> {
  const element = document.createElement(await inTime(tagOf(file))) as PartElement;
  if (typeof element.update !== 'function') throw new Error(t('it has no function “update”'));
  // What it throws later reaches the window alone.
  const gone = new AbortController();
  addEventListener('error', (event) => {
    if (event.filename.endsWith(file)) told.failed(wordsOf(event.error ?? event.message));
  }, { signal: gone.signal });
  addEventListener('unhandledrejection', ({ reason }) => {
    if (reason instanceof Error && reason.stack?.includes(file)) told.failed(wordsOf(reason));
  }, { signal: gone.signal });
  element.addEventListener('inkwell:change', (event) => told.changed((event as CustomEvent).detail));
  element.addEventListener('keydown', (event) => void (asksToUndo(event) && told.undo()));
  return { element, update: (state) => element.update(structuredClone(state), host), leave: () => gone.abort() };
}

function inFrame(file: string, title: string, told: Told): Promise<Guest> {
  const frame = document.createElement('iframe');
  frame.sandbox.add('allow-scripts');
  frame.title = title;
  frame.className = 'part';
  frame.src = addressOf(file);
  const gone = new AbortController();
  let newest: State | undefined;
  const tell = () => newest && frame.contentWindow?.postMessage({ inkwell: 1, state: newest } satisfies ToFrame, '*');
  const late = setTimeout(() => told.failed(tooLate()), patience);
  gone.signal.addEventListener('abort', () => clearTimeout(late));
  addEventListener('message', ({ source, data }: MessageEvent<FromFrame>) => {
    if (source !== frame.contentWindow || data?.inkwell !== 1) return;
    if ('ready' in data) {
      clearTimeout(late);
      tell();
    }
    if ('value' in data) told.changed(data.value);
    if ('undo' in data) told.undo();
    if ('failed' in data) told.failed(String(data.failed).slice(0, 500));
    if ('height' in data) frame.style.height = `${Math.min(Math.max(Number(data.height) || 0, 32), 2000)}px`;
  }, { signal: gone.signal });
  return Promise.resolve({
    element: frame,
    update: (state) => {
      newest = structuredClone(state);
      tell();
    },
    leave: () => gone.abort(),
  });
}

export function load({ file, sandboxed, contract }: Listed, title: string, host: Host | undefined, told: Told): Promise<Guest> {
  if (!file) return Promise.reject(new Error(t('it was made for version {version} of the dashboard’s parts', { version: contract })));
  return sandboxed ? inFrame(file, title, told) : inPage(file, host, told);
}
