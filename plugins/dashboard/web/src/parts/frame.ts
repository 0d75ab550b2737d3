// Inside the frame of a sandboxed part: loads it, and passes on what it and the page say.
import type { FromFrame, PartElement, ToFrame } from './contract';
import { asksToUndo } from './keys';

type Said = FromFrame extends infer Each ? (Each extends FromFrame ? Omit<Each, 'inkwell'> : never) : never;
// The page around it has another origin; it looks at who speaks.
const say = (said: Said) => parent.postMessage({ inkwell: 1, ...said }, '*');
const fail = (reason: unknown) => say({ failed: reason instanceof Error ? reason.message : String(reason) });
addEventListener('error', (event) => fail(event.error ?? event.message));
addEventListener('unhandledrejection', (event) => fail(event.reason));

async function begin(): Promise<void> {
  const file = document.querySelector<HTMLMetaElement>('meta[name=inkwell-part]')!.content;
  const { default: Part } = (await import(file)) as { default: CustomElementConstructor };
  customElements.define('inkwell-part', Part);
  const element = document.createElement('inkwell-part') as PartElement;
  document.body.append(element);
  element.addEventListener('inkwell:change', (event) => say({ value: (event as CustomEvent).detail }));
  addEventListener('keydown', (event) => void (asksToUndo(event) && say({ undo: true })));
  addEventListener('message', ({ source, data }: MessageEvent<ToFrame>) => {
    if (source !== parent || data?.inkwell !== 1) return;
    if ('field' in data.state) document.title = String(data.state.field.title ?? '');
    document.documentElement.lang = ('locale' in data.state && data.state.locale) || data.state.language;
    element.update(data.state);
  });
  new ResizeObserver(() => say({ height: document.documentElement.offsetHeight })).observe(document.documentElement);
  say({ ready: true });
}

begin().catch(fail);
