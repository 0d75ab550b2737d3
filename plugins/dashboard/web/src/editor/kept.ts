// What is typed and not saved, kept in two places: on this computer at once, and on the server for whoever goes on at another one. Each
// window of a person writes to the same place: what another one has put there is not replaced before it is heard of.
import { ApiError, ask, keptChanged } from '../api';
import { readJson, writeJson } from '../exact';
import type { Conflict, Form } from './model';

/**
 * `open` are the conflicts that nobody has decided yet, `by` is the form that kept it. On this computer, `over` is what the server had kept
 * last as far as the form knew, and `sent` says that the server has taken all of it. `type` is that of a new object. `saving` was on its way to be stored.
 */
export type Words = { form: Form; begun: Form; open?: Conflict[]; saving?: Form[]; by?: string; over?: string; sent?: boolean; type?: Origin };
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

const hasChanged = (error: unknown): boolean => error instanceof ApiError && error.status === 412;
const mostTries = 5;

export class KeptThere extends Place {
  private maybe = false; // something of this form is there
  private version = ''; // of what is there as far as this form knows: '0' is nothing, and '' that nobody has looked

  private async stored(path: string): Promise<Kept | null> {
    try {
      const { data: { autosave }, version } = await ask<{ autosave: Kept }>(path);
      this.version = version;
      return usable(autosave);
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404)) throw error;
      this.version = '0';
      return null;
    }
  }
  async read(path: string): Promise<Kept | null> {
    const kept = await this.stored(path).catch(() => null);
    this.learn(kept);
    this.maybe ||= !!kept;
    return kept;
  }
  /** `words` answers what is kept when it has heard of the news. What another form puts there meanwhile is not replaced, but heard of. */
  async put(path: string, version: number | null, words: (news: News | null) => Words): Promise<void> {
    for (let tries = 1; ; ++tries) {
      const news = this.version ? null : this.newsOf(await this.stored(path));
      const object = { ...words(news), by: this.by };
      this.maybe = true;
      try {
        const { data: { autosave }, version: now } = await ask<{ autosave: Pick<Kept, 'saved_at'> }>(path, { method: 'PUT', body: { version, object }, version: this.version, quiet: true });
        this.version = now;
        this.learn({ ...autosave, object });
        ++keptChanged.value;
        return;
      } catch (error) {
        if (!hasChanged(error) || tries === mostTries) throw error;
        this.version = '';
      }
    }
  }
  async forget(path: string): Promise<void> {
    if (!this.maybe) return;
    await this.remove(path).catch(() => undefined);
    this.maybe = false;
    this.version = '';
    this.learn(null);
    ++keptChanged.value;
  }
  // Another form's words stay.
  private async remove(path: string): Promise<void> {
    for (let tries = 1; ; ++tries) {
      if (!this.version && this.newsOf(await this.stored(path))) return;
      try {
        await ask(path, { method: 'DELETE', version: this.version, quiet: true });
        return;
      } catch (error) {
        if (!hasChanged(error) || tries === mostTries) throw error;
        this.version = '';
      }
    }
  }
}
