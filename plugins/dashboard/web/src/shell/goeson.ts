// A new object has an address of its own once it is saved, and its form goes on as it stands: with the focus, and what was typed since.
const keys = new Map<string, string>(); // of addresses whose screen began at another one
let count = 0;

/** What a screen is told apart by: its address, or the one where it began. */
export const screenKey = (path: string): string => keys.get(path) ?? path;

/** Called before the address changes. At the one that is left a new screen begins the next time. */
export function goesOn(from: string, to: string): void {
  keys.set(to, screenKey(from));
  keys.set(from, `${from}#${++count}`);
}
