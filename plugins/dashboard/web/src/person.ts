// Whose this browser is, as its windows tell each other: they have one cookie, and each shows what was read for one person.
import { signal } from '@preact/signals';
import type { components } from './api.d';

/** The path in front of every address: empty unless the server's public address has one. */
export const base = document.querySelector<HTMLMetaElement>('meta[name=inkwell-base]')?.content ?? '';

export type Session = components['schemas']['SessionAnswer'];
/** Undefined until it is known, null while nobody is signed in. */
export const session = signal<Session | null | undefined>(undefined);

const keptAt = () => `inkwell:person:${base}`;

/** Tells the other windows, and answers who it was. Empty while somebody signs in: the cookie changes before the answer is here. */
export function nowHere(id: string | null): string | null {
  const before = localStorage.getItem(keptAt());
  try {
    if (id === null) localStorage.removeItem(keptAt());
    else localStorage.setItem(keptAt(), id);
  } catch {
    localStorage.removeItem(keptAt()); // in a full store nobody knows
  }
  return before;
}

/** What this page shows was read for another person than the cookie is of. */
export function isAnother(): boolean {
  const here = localStorage.getItem(keptAt());
  return here !== null && !!session.peek() && here !== session.peek()!.user.id;
}

/** Runs `then` when another window has told who is signed in. */
export function toldOfPerson(then: () => void): void {
  addEventListener('storage', ({ key, newValue }) => void (key === keptAt() && newValue && then()));
}
