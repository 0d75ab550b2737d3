// A session that ends while somebody works. What nobody has pressed is refused in silence and told in a bar: a dialog that opens by
// itself would take the keyboard, and the next words of the text would go into its password.
import { signal } from '@preact/signals';

/** Set while somebody who was signed in no longer is. */
export const expired = signal(false);
/** The password is asked for, over what they were doing. */
export const asking = signal(false);

const resting = 600; // milliseconds without a key: the hands wait for what they have pressed
const loading = 5000; // as long as what is read after a step to another place is read for it

let typed = 0;
let moved = -loading;
let returned = 0;
addEventListener('input', () => void (typed = performance.now()), true);

/** Somebody goes to another place, and waits for what is read there. */
export const goesElsewhere = (): void => void (moved = performance.now());

/** Whether somebody waits for the answer to a request that begins now. */
export const isAwaited = (method: string): boolean => method !== 'GET' || (moved > typed && performance.now() - moved < loading);

/** A request was refused that began at `began`: of what began before they signed in again, that is no news. Who has typed on since keeps the keyboard. */
export function refuse(awaited: boolean, began: number): void {
  if (began < returned) return;
  expired.value = true;
  if (awaited) setTimeout(() => void (expired.peek() && typed < began && (asking.value = true)), resting);
}

export function endRefusals(): void {
  returned = performance.now();
  asking.value = false;
  expired.value = false;
}
