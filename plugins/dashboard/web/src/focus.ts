// Where the keyboard goes when what had it has moved or gone.

/** How an element takes the focus back, where the browser's way would put its cursor at its beginning. */
export const refocus = new WeakMap<Element, () => void>();

/** What has the focus has it again when it was moved to another place of the page. */
export function keepFocus(): void {
  const before = document.activeElement as HTMLElement | null;
  requestAnimationFrame(() => {
    if (before?.isConnected && document.activeElement !== before) (refocus.get(before) ?? (() => before.focus()))();
  });
}

/** `before` has the focus again; where it is gone or takes none, the cell of a list that has the keyboard, or else the screen. */
export function focusAgain(before?: HTMLElement | null): void {
  if (before?.isConnected) (refocus.get(before) ?? (() => before.focus({ preventScroll: true })))();
  if (before && document.activeElement === before) return;
  const next = document.querySelector<HTMLElement>('.list [data-cell][tabindex="0"]') ?? document.querySelector<HTMLElement>('main');
  next?.focus({ preventScroll: true });
}
