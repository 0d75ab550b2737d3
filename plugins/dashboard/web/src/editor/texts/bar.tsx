// The toolbar of an editor: one stop of the Tab key, and arrows inside.
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../../text';

const stops = '.tool';

/** `controls` is the id of the text, once that is there. */
export function Bar({ controls, title, children }: { controls?: string; title: string; children: ComponentChildren }) {
  const bar = useRef<HTMLDivElement>(null);
  const current = useRef<Element | null>(null); // the tool that had the focus last
  const items = () => [...(bar.current?.querySelectorAll<HTMLElement>(stops) ?? [])];
  const mark = () => {
    const all = items();
    // Without one it is the first, also where others were there before it.
    const stop = all.find((item) => item === current.current) ?? all[0];
    for (const item of all) item.tabIndex = item === stop ? 0 : -1;
  };
  useLayoutEffect(mark);
  const keys = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const all = items();
    const at = all.indexOf(event.target as HTMLElement);
    const forth = getComputedStyle(bar.current!).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    const back = forth === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft';
    const to = { [forth]: (at + 1) % all.length, [back]: (at - 1 + all.length) % all.length, Home: 0, End: all.length - 1 }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    all[to]!.focus();
  };
  const focus = (event: FocusEvent) => {
    const tool = (event.target as Element).closest(stops);
    if (tool) current.current = tool;
    mark();
  };
  return <div ref={bar} class="bar-of-text" role="toolbar" aria-label={t('Formatting: {title}', { title })} aria-controls={controls} onKeyDown={keys} onFocusIn={focus}>{children}</div>;
}

/** Lines of a drawing of 16 by 16, or a letter. */
const drawings = {
  link: 'M7 9a2.6 2.6 0 0 0 3.7 0l2.4-2.4a2.6 2.6 0 0 0-3.7-3.7L8.2 4M9 7a2.6 2.6 0 0 0-3.7 0L2.9 9.4a2.6 2.6 0 0 0 3.7 3.7L7.8 12',
  bullets: 'M6 4h8M6 8h8M6 12h8M2.5 4h.01M2.5 8h.01M2.5 12h.01',
  numbers: 'M7 4h7M7 8h7M7 12h7M2 2.5h1v3M2 5.5h2M2 10h2l-2 3h2',
  quote: 'M3 4v8M6 5h8M6 8h8M6 11h5',
  code: 'M5.5 4 2 8l3.5 4M10.5 4 14 8l-3.5 4',
  block: 'M2 3h12v10H2zM6.5 6l-2 2 2 2M9.5 6l2 2-2 2',
  picture: 'M2 3h12v10H2zM2 11l3.5-3.5 3 3 2-2L14 12M10.5 6h.01',
  line: 'M2 8h12',
  undo: 'M3 6h6.5a3.5 3.5 0 0 1 0 7H6M5.5 3.5 3 6l2.5 2.5',
  redo: 'M13 6H6.5a3.5 3.5 0 0 0 0 7H10M10.5 3.5 13 6l-2.5 2.5',
  indent: 'M7 4h7M7 8h7M7 12h7M2 5.5 4.5 8 2 10.5',
  outdent: 'M7 4h7M7 8h7M7 12h7M4.5 5.5 2 8l2.5 2.5',
  heading: 'M3.5 3v10M12.5 3v10M3.5 8h9',
};
export type Drawing = keyof typeof drawings;

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);
/** "Ctrl+B", as the keyboard has it. */
export const keysText = (keys: string): string => {
  const shown = keys.replace('Ctrl', isMac ? '⌘' : t('Ctrl')).replace('Shift', t('Shift'));
  return shown.replace('Enter', t('Enter'));
};
const keysOf = (keys: string): string => keys.replace('Ctrl', isMac ? 'Meta' : 'Control');

type ToolProps = { name: string; keys?: string; icon?: Drawing; letter?: string; pressed?: boolean; off?: boolean; run: () => void };

/** A press with the mouse leaves the focus where one types. */
export function Tool({ name, keys, icon, letter, pressed, off, run }: ToolProps) {
  return (
    <button type="button" class="tool" title={keys ? `${name} (${keysText(keys)})` : name} aria-keyshortcuts={keys && keysOf(keys)} aria-pressed={pressed} aria-disabled={off || undefined}
      onMouseDown={(event) => event.preventDefault()} onClick={() => off || run()}>
      {icon && <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d={drawings[icon]} fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" /></svg>}
      {letter && <span aria-hidden="true" data-letter={letter}>{letter}</span>}
      <span class="hidden">{name}</span>
    </button>
  );
}

/** A tool that says its name; at the end of the bar. */
export const Switch = ({ name, pressed, run }: { name: string; pressed: boolean; run: () => void }) =>
  <button type="button" class="tool last" aria-pressed={pressed} onMouseDown={(event) => event.preventDefault()} onClick={run}>{name}</button>;
