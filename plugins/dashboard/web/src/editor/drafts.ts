// New objects that are not saved yet. Each form that was begun keeps its words under a key of its own, and holds a lock of that name
// while it is open: what nobody holds can be gone on with. Where a browser has no locks, everything can.
import { type Kept, newId } from './kept';
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

export class Drafts {
  private key = '';
  private release: (() => void) | null = null;
  private shownAt = '';

  /** `inside` is a form in front of another one, which is not there again when the page is loaded again. */
  constructor(private readonly prefix: string, private readonly inside: boolean) {}

  /** Answers the key of a form that begins: of the draft that is gone on with, or a new one. */
  async begin(wanted: string, again = true): Promise<string> {
    this.shownAt = this.inside ? '' : shown + location.pathname;
    const before = wanted || (again && this.ownKey(sessionStorage.getItem(this.shownAt)));
    // The page before may be giving it back just now.
    this.release = before ? await hold(before, 1000) : null;
    this.key = before && this.release ? before : `${this.prefix}:${newId()}`;
    this.release ??= await hold(this.key, 1000);
    if (this.shownAt) sessionStorage.setItem(this.shownAt, this.key);
    return this.key;
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

  /** Those that no window has open, the newest first. */
  async others(): Promise<Draft[]> {
    const held = await heldKeys();
    const older = [this.prefix, `${this.prefix}-inside`]; // before there was one key for each
    const keys = Object.keys(localStorage).filter((key) => older.includes(key) || this.ownKey(key));
    return keys.filter((key) => key !== this.key && !held.has(key)).flatMap(draftAt).sort((a, b) => (a.savedAt < b.savedAt ? 1 : -1));
  }
}

function draftAt(key: string): Draft[] {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? '') as Kept;
    return [{ key, title: kept.object.form.title || firstText(kept.object.form.metafields), savedAt: kept.saved_at }];
  } catch {
    return [];
  }
}

/** Answers what brings it back. */
export function discarded(key: string): () => void {
  const kept = localStorage.getItem(key);
  localStorage.removeItem(key);
  return () => void (kept && localStorage.setItem(key, kept));
}
