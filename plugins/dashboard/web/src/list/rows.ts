// The rows of a list by their place: pages are read when their place is scrolled to, and read again when others write.
import { signal } from '@preact/signals';
import { ApiError, bucketPath, type Content, get, search, signedInAgain, wordsOf } from '../api';
import { writeJson } from '../exact';
import { onceAnswered } from '../live';
import { liveAmong, withLive } from '../readers';
import type { Column } from './fields';
import type { Query } from './query';

export const pageSize = 100;
const scanned = 20_000;
const inAddress = 300; // ids, of the 16 KiB that a request may have
/** `live`: readers see it although its newest version is a draft. */
export type Row = Content & { live?: boolean };
type Answer = { objects: Row[]; total?: number };
export type Asked = {
  bucket: string; type: string; words: string; status: string; locale: string; filters: Query;
  /** As `order_by`, `order` for the order by hand, or nothing: the best match of a search, otherwise what changed last. */
  order: string;
  columns: Column[];
};
export type Event = { id: string; type: string; action?: string; actor?: { id: string | null } };

const related: Record<string, string[]> = { object: ['id', 'title'], objects: ['id', 'title'], file: ['name', 'original_name', 'type'] };
const propsOf = (columns: Column[]) => [
  'id', 'title', 'status', 'locale', 'slug', 'modified_at', 'created_at', 'publish_at', 'unpublish_at', 'published_at',
  ...columns.filter((each) => each.id.startsWith('metadata.')).flatMap(({ id, kind }) => related[kind]?.map((part) => `${id}.${part}`) ?? [id]),
].join();
const chunks = <T>(list: T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, index) => list.slice(index * size, (index + 1) * size));

export class Rows {
  readonly total = signal<number | null>(null);
  readonly error = signal('');
  /** Counts what is new to be drawn. */
  readonly round = signal(0);
  /** What somebody else has just changed. */
  readonly marked = signal<ReadonlySet<string>>(new Set());
  /** How many of those that a search found are here. */
  readonly found = signal<{ shown: number; total: number; exact: boolean } | null>(null);
  /** What a scan did not look at. */
  readonly cut = signal(false);
  /** Tells the table that the row at the first place is now at the second. */
  moved: (from: number, to: number) => void = () => undefined;
  private pages = new Map<number, Row[]>();
  private reading = new Map<number, Promise<void>>();
  private ids: Promise<string[]> | null = null;
  private hits: Promise<string[]> | null = null;
  private window = { from: 0, to: 1, top: 0 };
  private generation = 0;
  private soon: ReturnType<typeof setTimeout> | undefined;
  private changed = new Set<string>();
  private unmarked = new Set<string>(); // changed by others, and not shown yet
  private marks = new Map<string, ReturnType<typeof setTimeout>>();
  private own = new Set<string>();
  private hearing: ReturnType<typeof setTimeout> | undefined;
  private held = 0;
  private unwait: () => void = () => undefined;
  private turns = 0; // how often an edit of a cell began or ended

  constructor(readonly asked: Asked) {}

  private get path() {
    return `${bucketPath(this.asked.bucket)}/objects`;
  }
  at(index: number): Row | undefined {
    return this.pages.get(Math.floor(index / pageSize))?.[index % pageSize];
  }
  /** Those that are here, in the order of the list. */
  loaded(): Row[] {
    return [...this.pages].sort(([a], [b]) => a - b).flatMap(([, rows]) => rows);
  }
  indexOf(id: string): number {
    for (const [page, rows] of this.pages) {
      const at = rows.findIndex((row) => row.id === id);
      if (at >= 0) return page * pageSize + at;
    }
    return -1;
  }

  /** The first row from `index` on, by `step`, that is none of `ids`; read where it is not here. */
  async beside(index: number, step: 1 | -1, ids: ReadonlySet<string>): Promise<string | undefined> {
    const read = new Map<number, Row[]>();
    for (let at = index; at >= 0 && at < (this.total.peek() ?? 0); at += step) {
      const page = Math.floor(at / pageSize);
      const here = this.pages.get(page) ?? read.get(page) ?? (await this.ask(page)).objects;
      read.set(page, here);
      const id = here[at % pageSize]?.id;
      if (id && !ids.has(id)) return id;
    }
    return undefined;
  }

  /** What is on the screen, from `top`, and what is drawn around it. While somebody scrolls fast, only where they are is read. */
  need(from: number, to: number, top: number): void {
    const before = this.window;
    this.window = { from, to: Math.max(to, from + 1), top };
    if (this.soon) return;
    const far = Math.abs(before.from - from) > pageSize / 2;
    this.soon = setTimeout(() => {
      this.soon = undefined;
      for (const page of this.pagesOfWindow()) {
        if (!this.pages.has(page) && !this.reading.has(page)) this.reading.set(page, this.read(page).finally(() => this.reading.delete(page)));
      }
    }, far ? 60 : 0);
  }
  private pagesOfWindow(): number[] {
    const { from, to } = this.window;
    const last = Math.max(0, (this.total.peek() ?? 1) - 1);
    const [low, high] = [Math.floor(from / pageSize), Math.floor(Math.min(last, to - 1 + pageSize / 4) / pageSize)];
    return Array.from({ length: Math.max(1, high - low + 1) }, (_, index) => low + index);
  }
  private async read(page: number): Promise<void> {
    const generation = this.generation;
    try {
      const { objects, total } = await this.ask(page);
      if (generation !== this.generation) return;
      this.pages.set(page, objects);
      if (total !== undefined) this.total.value = total;
      this.error.value = '';
    } catch (error) {
      if (generation === this.generation) this.failed(error);
    }
    this.round.value++;
  }
  private failed(error: unknown): void {
    this.error.value = wordsOf(error);
    if (error instanceof ApiError && error.status === 401) signedInAgain(() => void this.reload());
    this.unwait();
    if (error instanceof ApiError && !error.status) this.unwait = onceAnswered(() => void this.reload());
  }

  /** Everything again, without losing the place: the row at the top stays there, wherever it is now. */
  async reload(news: ReadonlySet<string> = new Set()): Promise<void> {
    const generation = ++this.generation;
    const { turns } = this;
    // What a reload that is overtaken was to mark is marked by the one that overtakes it.
    for (const id of news) this.unmarked.add(id);
    const changed = this.unmarked;
    this.ids = this.hits = null;
    this.reading.clear();
    const wanted = this.pagesOfWindow();
    try {
      const answers = await Promise.all(wanted.map((page) => this.ask(page)));
      if (generation !== this.generation) return;
      const { from, to, top } = this.window;
      // A cell is edited, or was since this was asked: its row stays at its place, and the answer may be older than what was written.
      if (this.held || turns !== this.turns) {
        this.hear({ id: '', type: '' });
        return this.need(from, to, top);
      }
      const before = new Map(this.loaded().map((row) => [row.id, row]));
      let anchor = -1;
      for (let index = top; top > 0 && index < to && anchor < 0; ++index) if (this.at(index) && !changed.has(this.at(index)!.id)) anchor = index;
      const anchored = this.at(anchor)?.id;
      this.pages = new Map(wanted.map((page, index) => [page, answers[index]!.objects.map((row) => sameAs(before.get(row.id), row))]));
      const total = answers.find((answer) => answer.total !== undefined)?.total;
      if (total !== undefined) this.total.value = total;
      this.error.value = '';
      const now = anchored ? this.indexOf(anchored) : -1;
      if (now >= 0 && now !== anchor) this.moved(anchor, now);
      else this.need(from, to, top);
      this.unmarked = new Set();
      this.mark(changed);
    } catch (error) {
      if (generation === this.generation) this.failed(error);
    }
    this.round.value++;
  }
  private mark(ids: ReadonlySet<string>): void {
    if (!ids.size) return;
    const draw = () => (this.marked.value = new Set(this.marks.keys()));
    for (const id of ids) {
      clearTimeout(this.marks.get(id));
      this.marks.set(id, setTimeout(() => {
        this.marks.delete(id);
        draw();
      }, 4000));
    }
    draw();
  }

  /** One event of the live stream. At most every 400 ms something is read; nothing moves while somebody edits a cell. */
  hear(event: Event): void {
    if (event.id && this.own.has(event.id)) return;
    this.changed.add(event.id);
    this.hearing ??= setTimeout(() => this.catchUp(), 400);
  }
  private catchUp(): void {
    this.hearing = undefined;
    if (this.held || !this.changed.size) return;
    const changed = this.changed;
    this.changed = new Set();
    changed.delete('');
    void this.reload(changed);
  }
  /** Keeps every row at its place until the answer is called. */
  hold(): () => void {
    this.held++;
    this.turns++;
    let done = false;
    return () => {
      if (done) return;
      done = true;
      this.turns++;
      if (!--this.held) this.catchUp();
    };
  }

  /** Reads one row that was written here. It stays where it is: nobody wants the cell they have just left to run away. */
  async renew(id: string): Promise<void> {
    this.own.add(id);
    setTimeout(() => this.own.delete(id), 2000);
    const index = this.indexOf(id);
    if (index < 0) return;
    const { objects } = await this.list({ id }, 0, 1, false);
    const rows = this.pages.get(Math.floor(index / pageSize));
    if (objects[0] && rows) this.pages.set(Math.floor(index / pageSize), rows.map((row) => (row.id === id ? objects[0]! : row)));
    this.round.value++;
  }

  /** What a change of all that match is asked for. */
  async everything(): Promise<{ query: Query } | { ids: string[] }> {
    const ids = await this.listed();
    return ids ? { ids } : { query: await this.query() };
  }

  private async ask(page: number): Promise<Answer> {
    const ids = await this.listed();
    if (!ids && this.asked.words && !(await this.hitsOf(this.asked.words)).length) return { objects: [], total: 0 };
    if (!ids) return this.list(await this.query(), page * pageSize, pageSize, page === this.pagesOfWindow()[0] || this.total.peek() === null);
    const wanted = ids.slice(page * pageSize, (page + 1) * pageSize);
    if (!wanted.length) return { objects: [], total: ids.length };
    const { objects } = await this.list({ id: { $in: wanted } }, 0, pageSize, false);
    const places = new Map(objects.map((row) => [row.id, row]));
    return { objects: wanted.flatMap((id) => places.get(id) ?? []), total: ids.length };
  }
  private get sorting(): Record<string, string> {
    const { order } = this.asked;
    return order === 'order' ? { sort: 'order' } : { order_by: order || '-modified_at' };
  }
  private async list(query: Query, skip: number, limit: number, total: boolean): Promise<Answer> {
    const parameters = { query, status: 'any', props: propsOf(this.asked.columns), depth: 1, limit, skip, total, ...this.sorting };
    const answer = await get<Answer>(`${this.path}${search(parameters)}`);
    return { ...answer, objects: await withLive(this.asked.bucket, answer.objects) };
  }

  private async query(ids?: string[]): Promise<Query> {
    const { type, status, locale, filters, words } = this.asked;
    const query: Query = { type, ...filters };
    if (status === 'draft' || status === 'published') query.status = status;
    if (status === 'changed') Object.assign(query, { status: 'draft', published_at: { $exists: true } });
    if (locale) query.locale = locale;
    if (words && !ids) return this.query(await this.hitsOf(words));
    const more = [
      ...(status === 'scheduled' ? [{ $or: [{ publish_at: { $gt: 0 } }, { unpublish_at: { $gt: 0 } }] }] : []), ...(ids ? [{ id: { $in: ids } }] : [])];
    return more.length ? { $and: [query, ...more] } : query;
  }
  /** The best of a search: all that its pages have, or as many as an address holds where the server shall put them into another order. */
  private hitsOf(words: string): Promise<string[]> {
    const { bucket, type, order } = this.asked;
    const parameters = { q: words.slice(0, 200), type, kinds: 'objects', status: 'any', limit: 100 };
    const read = async () => {
      const ids = new Set<string>();
      for (let skip = 0; skip < (order ? inAddress : 1000); skip += 100) {
        const { results, total, total_is_exact: exact } = await get<{ results: { id: string }[]; total: number; total_is_exact: boolean }>(
          `${bucketPath(bucket)}/search${search({ ...parameters, skip })}`);
        for (const { id } of results) ids.add(id);
        this.found.value = { shown: ids.size, total, exact };
        if (results.length < 100) break;
      }
      return [...ids];
    };
    this.hits ??= read();
    this.hits.catch(() => (this.hits = null));
    return this.hits;
  }
  /** The ids, where the API has no query for what is asked: the order of a search, drafts over what is live. */
  private listed(): Promise<string[] | null> {
    const { words, order, status } = this.asked;
    if (status !== 'changed' && (!words || order)) return Promise.resolve(null);
    this.ids ??= this.scan();
    this.ids.catch(() => (this.ids = null));
    return this.ids;
  }
  private async scanOf(query: Query): Promise<Row[]> {
    let rows: Row[] = [];
    for (let skip = 0, more = true; more && skip < scanned; skip += 1000) {
      const { objects } = await get<Answer>(`${this.path}${search({
        query, status: 'any', props: 'id', depth: 0, limit: 1000, skip, total: false, ...this.sorting })}`);
      rows = rows.concat(objects);
      more = objects.length === 1000;
      this.cut.value = more && skip + 1000 >= scanned;
    }
    return rows;
  }
  private async scan(): Promise<string[]> {
    const { words, order, status } = this.asked;
    const parts = words ? chunks(await this.hitsOf(words), inAddress) : [undefined];
    const read = await Promise.all(parts.map(async (part) => this.scanOf(await this.query(part))));
    let rows = read.flat();
    if (status === 'changed') {
      const live = await liveAmong(this.asked.bucket, rows.map((row) => row.id));
      rows = rows.filter((row) => live.has(row.id));
    }
    const ids = rows.map((row) => row.id);
    if (!words || order) return ids;
    const kept = new Set(ids);
    return (await this.hitsOf(words)).filter((id) => kept.has(id));
  }
}

// A row that is as it was stays the same to whom draws it.
const sameAs = (before: Row | undefined, now: Row): Row => (before && writeJson(before) === writeJson(now) ? before : now);
