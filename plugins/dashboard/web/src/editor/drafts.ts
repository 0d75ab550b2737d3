// New objects that are not saved yet. Each form that was begun keeps its words under a key of its own, and holds a lock of that name
// while it is open: what nobody holds can be gone on with. Where a browser has no locks, everything can.
import type { ObjectType } from '../api';
import { type Kept, newId, type Origin } from './kept';
import { firstText } from './model';

export type Draft = { key: string; title: string; savedAt: string };

async function hold(key: string, patience: number): Promise<(() => void) | null> {
  if (!navigator.locks) return () => undefined;
  return new Promise((done) => {
    const held = () => new Promise<void>((release) => done(release));
    navigator.locks.request(key, { signal: AbortSignal.timeout(patience) }, held).catch(() => done(null));
  });
}

async function heldKeys(): Promise<Set<string | undefined>> {
  const { held } = (await navigator.locks?.query()) ?? {};
  return new Set((held ?? []).map((each) => each.name));
}

// The draft that this window shows at an address: what is loaded again there, or has failed, goes on with it. Another window, and the next
// new object, do not.
const shown = 'inkwell:shown:';
for (const name of Object.keys(sessionStorage)) if (name.startsWith(shown) && name !== shown + location.pathname) sessionStorage.removeItem(name);

/** The form of a new object that this window opens there next goes on with that draft. */
export const goOnWith = (at: string, key: string): void => sessionStorage.setItem(shown + at, key);

export const originOf = ({ created_at: created, metafields }: ObjectType): Origin => ({ created, fields: metafields.map((each) => each.id) });

// Types that were made at one time are told apart by their fields.
export function isOf(origin: Origin | undefined, type: ObjectType, types: ObjectType[]): boolean {
  if (!origin) return false;
  if (type.metafields.some(({ id }) => id && origin.fields.includes(id))) return true;
  return !!origin.created && types.filter((each) => each.created_at === origin.created).map((each) => each.slug).join() === type.slug;
}

export class Drafts {
  private readonly prefix: string;
  private key = '';
  private release: (() => void) | null = null;
  private shownAt = '';

  /** `inside` is a form in front of another one, which is not there again when the page is loaded again. */
  constructor(private readonly all: string, slug: string, private readonly inside: boolean) {
    this.prefix = all + slug;
  }

  /** Answers the key of a form that begins: of the draft that is gone on with, or a new one. */
  async begin(wanted: string, again = true): Promise<string> {
    this.shownAt = this.inside ? '' : shown + location.pathname;
    const before = wanted || (again && this.ownKey(sessionStorage.getItem(this.shownAt)));
    // The page before may be giving it back just now.
    this.release = before ? await hold(before, 1000) : null;
    this.key = before && this.release ? before : `${this.prefix}:${newId()}`;
    this.release ??= await hold(this.key, 1000);
    if (!this.ownKey(this.key)) await this.moveHere();
    if (this.shownAt) sessionStorage.setItem(this.shownAt, this.key);
    return this.key;
  }
  // From where it was kept under the former slug of the type.
  private async moveHere(): Promise<void> {
    const key = `${this.prefix}:${newId()}`;
    const kept = localStorage.getItem(this.key);
    try {
      if (kept) localStorage.setItem(key, kept);
    } catch {
      return; // no room for both: it stays where it is
    }
    localStorage.removeItem(this.key);
    this.release?.();
    this.release = await hold(key, 1000);
    this.key = key;
  }
  // Not of another person, who was signed in before.
  private ownKey(key: string | null): string {
    return key === this.prefix || key?.startsWith(`${this.prefix}:`) ? key : '';
  }
  end(isMade = false): void {
    this.release?.();
    this.release = null;
    if (isMade || this.shownAt !== shown + location.pathname) sessionStorage.removeItem(this.shownAt);
  }

  // Those of a slug that no type has any more.
  private isFormer(key: string, type: ObjectType, types: ObjectType[]): boolean {
    if (!key.startsWith(this.all) || types.some(({ slug }) => slug === key.slice(this.all.length).split(':')[0])) return false;
    return isOf(keptAt(key)?.object.type, type, types);
  }

  /** Those that no window has open, the newest first; also of the type under a slug that it had before. */
  async others(type: ObjectType, types: ObjectType[] | null): Promise<Draft[]> {
    const held = await heldKeys();
    const older = [this.prefix, `${this.prefix}-inside`]; // before there was one key for each
    const keys = Object.keys(localStorage).filter((key) => older.includes(key) || this.ownKey(key) || (types && this.isFormer(key, type, types)));
    return keys.filter((key) => key !== this.key && !held.has(key)).flatMap(draftAt).sort((a, b) => (a.savedAt < b.savedAt ? 1 : -1));
  }
}

function keptAt(key: string): Kept | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as Kept | null;
  } catch {
    return null;
  }
}

function draftAt(key: string): Draft[] {
  const form = keptAt(key)?.object?.form;
  return form?.metafields ? [{ key, title: form.title || firstText(form.metafields), savedAt: keptAt(key)!.saved_at }] : [];
}

/** Answers what brings it back. */
export function discarded(key: string): () => void {
  const kept = localStorage.getItem(key);
  localStorage.removeItem(key);
  return () => void (kept && localStorage.setItem(key, kept));
}
