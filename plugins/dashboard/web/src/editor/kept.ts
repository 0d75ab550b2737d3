// What is typed and not saved, kept in two places: on this computer at once, and on the server for whoever goes on at another one. Each
// window of a person writes to the same place: what another one has put there is looked at before it is replaced.
import { ApiError, ask, get, keptChanged } from '../api';
import { readJson, writeJson } from '../exact';
import type { Conflict, Form } from './model';

/**
 * `open` are the conflicts that nobody has decided yet, `by` is the form that kept it. On this computer, `over` is what the server had kept
 * last as far as the form knew, and `sent` says that the server has taken all of it. `type` is that of a new object.
 */
export type Words = { form: Form; begun: Form; open?: Conflict[]; by?: string; over?: string; sent?: boolean; type?: Origin };
/** By what a type is known that has another slug by now. */
export type Origin = { created?: string; fields: (string | undefined)[] };
export type Kept = { version: number | null; saved_at: string; object: Words };
/** What another form has kept since this one looked, and what this one knew of before. */
export type News = { theirs: Words; known: Form | null };

export const newId = (): string => crypto.randomUUID?.() ?? String(Math.random()).slice(2);

const usable = (kept: Kept | null): Kept | null => (kept?.object?.form?.metafields && kept.object.begun ? kept : null);

// What the server has as well, the oldest first: it makes room in a browser that is full.
function spare(): string[] {
  const found = Object.keys(localStorage).filter((key) => key.startsWith('inkwell:')).flatMap((key) => {
    try {
      const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as Kept | null;
      return kept?.object?.sent ? [{ key, savedAt: kept.saved_at }] : [];
    } catch {
      return [];
    }
  });
  return found.sort((a, b) => (a.savedAt < b.savedAt ? -1 : 1)).map(({ key }) => key);
}

function store(key: string, text: string): boolean {
  let others: string[] | undefined;
  for (;;) {
    try {
      localStorage.setItem(key, text);
      return true;
    } catch {
      others ??= spare().filter((each) => each !== key);
      const next = others.shift();
      if (!next) return false;
      localStorage.removeItem(next);
    }
  }
}

// `known` is what this form has read there, or put there last.
class Place {
  at = '';
  private known: Form | null = null;
  constructor(protected readonly by: string) {}

  protected learn(kept: Pick<Kept, 'saved_at' | 'object'> | null): void {
    this.at = kept?.saved_at ?? '';
    this.known = kept?.object.form ?? null;
  }
  protected newsOf(kept: Kept | null): News | null {
    if (!kept || kept.object.by === this.by || kept.saved_at === this.at) return null;
    return { theirs: kept.object, known: this.known };
  }
}

export class KeptHere extends Place {
  constructor(by: string, public key: string) {
    super(by);
  }
  private stored(): Kept | null {
    try {
      return usable(readJson(localStorage.getItem(this.key) ?? 'null') as Kept | null);
    } catch {
      return null;
    }
  }
  read(): Kept | null {
    const kept = this.stored();
    this.learn(kept);
    return kept;
  }
  news(): News | null {
    return this.newsOf(this.stored());
  }
  /** Answers whether the browser has kept it. */
  put(words: Words): boolean {
    const kept: Kept = { version: null, saved_at: new Date().toISOString(), object: { ...words, by: this.by } };
    if (!store(this.key, writeJson(kept))) return false;
    this.learn(kept);
    return true;
  }
  /** The server has `words`. What is older here, because there was no room for them, would be taken for what it does not have. */
  sent(words: Words): void {
    if (this.stored()?.object.by !== this.by) return;
    if (!this.put(words)) this.forget();
  }
  forget(): void {
    if (!this.news()) localStorage.removeItem(this.key);
    this.learn(null);
  }
}

export class KeptThere extends Place {
  private maybe = false; // something of this form is there

  private async stored(path: string): Promise<Kept | null> {
    try {
      return usable((await get<{ autosave: Kept }>(path)).autosave);
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return null;
      throw error;
    }
  }
  async read(path: string): Promise<Kept | null> {
    const kept = await this.stored(path).catch(() => null);
    this.learn(kept);
    this.maybe ||= !!kept;
    return kept;
  }
  /** `words` answers what is kept when it has heard of the news. */
  async put(path: string, version: number | null, words: (news: News | null) => Words): Promise<void> {
    const object = { ...words(this.newsOf(await this.stored(path))), by: this.by };
    this.maybe = true;
    const { data: { autosave } } = await ask<{ autosave: Pick<Kept, 'saved_at'> }>(path, { method: 'PUT', body: { version, object }, quiet: true });
    this.learn({ ...autosave, object });
    ++keptChanged.value;
  }
  async forget(path: string): Promise<void> {
    if (!this.maybe) return;
    const others = await this.stored(path).then((kept) => this.newsOf(kept), () => null);
    this.maybe = false;
    this.learn(null);
    if (!others) await ask(path, { method: 'DELETE', quiet: true }).catch(() => undefined);
    ++keptChanged.value;
  }
}
