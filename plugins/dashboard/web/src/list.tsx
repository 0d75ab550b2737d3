// The objects of a type: columns, search, filter, order, a window of rows that scrolls through all of them, bulk edits.
import { signal, useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { bucketPath, type Content, get, type ObjectType, search, send, wordsOf } from './api';
import { confirm } from './dialog';
import { brief } from './editor/model';
import { ago, count, many } from './format';
import { useChanges, useLater } from './load';
import { clearErrors, fail, say } from './messages';
import { rightsIn } from './rights';
import { address, go, Link, place, setQuery } from './router';

const rowHeight = 45;
const pageSize = 100;
const columnTypes = new Set(['text', 'number', 'date', 'select-dropdown', 'radio-buttons', 'check-boxes', 'switch', 'object', 'textarea']);
type Row = Content;
type Answer = { objects: Row[]; total: number };

type Asked = { bucket: string; type: string; words: string; status: string; order: string; keys: string[] };

// Rows by their place in the list; pages are read when their place is scrolled to.
class Rows {
  readonly total = signal<number | null>(null);
  readonly error = signal('');
  readonly round = signal(0);
  private pages = new Map<number, Row[] | null>();
  private found: string[] | null = null;
  constructor(private readonly asked: Asked) {}

  at(index: number): Row | undefined {
    return this.pages.get(Math.floor(index / pageSize))?.[index % pageSize];
  }
  need(from: number, to: number): void {
    for (let page = Math.floor(from / pageSize); page <= Math.floor(Math.max(from, to - 1) / pageSize); ++page) {
      if (!this.pages.has(page)) void this.read(page);
    }
  }
  async reload(): Promise<void> {
    this.found = null;
    await Promise.all([...this.pages.keys()].map((page) => this.read(page)));
  }
  private async read(page: number): Promise<void> {
    if (!this.pages.has(page)) this.pages.set(page, null);
    try {
      const { objects, total } = await this.ask(page);
      this.pages.set(page, objects);
      this.total.value = total;
      this.error.value = '';
    } catch (error) {
      this.error.value = wordsOf(error);
      if (!this.pages.get(page)) this.pages.delete(page);
    }
    this.round.value++;
  }
  private async ask(page: number): Promise<Answer> {
    const { bucket, type, words, status, order, keys } = this.asked;
    const query: Record<string, unknown> = { type };
    if (status === 'draft' || status === 'published') query.status = status;
    if (status === 'scheduled') query.status = 'draft';
    if (words.trim()) {
      this.found ??= (await get<{ results: { id: string }[] }>(`${bucketPath(bucket)}/search${search({
        q: words.trim().slice(0, 200), type, kinds: 'objects', status: 'any', limit: 100 })}`)).results.map((each) => each.id);
      if (!this.found.length) return { objects: [], total: 0 };
      query.id = { $in: this.found };
    }
    const props = ['id', 'title', 'status', 'modified_at', 'publish_at', 'published_at', 'locale',
      ...keys.flatMap((key) => [`metadata.${key}`])].join();
    return get(`${bucketPath(bucket)}/objects${search({ query, status: 'any', props, depth: 1, limit: pageSize, skip: page * pageSize, order_by: order })}`);
  }
}

export function List({ bucket, type }: { bucket: string; types: ObjectType[]; type: ObjectType }) {
  const query = place.value.query;
  const words = query.get('q') ?? '';
  const status = query.get('status') ?? '';
  const order = query.get('order_by') ?? '-modified_at';
  const possible = type.metafields.filter((field) => columnTypes.has(field.type));
  const chosen = query.get('columns');
  const columns = chosen === null ? possible.filter((field) => field.type !== 'textarea').slice(0, innerWidth < 1400 ? 2 : 3)
    : possible.filter((field) => chosen.split(',').includes(field.key!));
  const keys = columns.map((field) => field.key!);
  const rows = useMemo(() => new Rows({ bucket, type: type.slug, words, status, order, keys }), [words, status, order, keys.join()]);
  const selected = useSignal(new Set<string>());
  const reload = useLater(250, () => void rows.reload());
  useChanges(bucket, type.slug, reload);
  useEffect(() => {
    document.title = `${type.title} · Inkwell`;
  }, []);
  useEffect(() => {
    if (type.singleton && rows.total.value === 1 && rows.at(0) && !words && !status) void go(address(bucket, 'objects', type.slug, rows.at(0)!.id), { replace: true });
  }, [rows.total.value]);
  useEffect(() => void (selected.value = new Set()), [rows]);
  const total = rows.total.value;
  const typed = useSignal(words);
  const ask = useLater(250, () => setQuery({ q: typed.value.trim() || undefined }));
  const setColumn = (key: string, on: boolean) =>
    setQuery({ columns: possible.map((field) => field.key!).filter((each) => (each === key ? on : keys.includes(each))).join() || 'none' });
  const mayWrite = rightsIn(bucket).write(type.slug);
  const mayCreate = mayWrite && (!type.singleton || total === 0);
  return (
    <>
      <header class="bar">
        <div class="heading"><h1>{type.title}</h1><p class="faint" role="status">{total === null ? '' : many(total, 'object')}</p></div>
        <div class="actions">
          {mayCreate && <button type="button" class="primary" onClick={() => go(address(bucket, 'objects', type.slug, 'new'))}>New</button>}
        </div>
      </header>
      <div class="filters">
        <input type="search" aria-label={`Search ${type.title}`} placeholder="Search" defaultValue={words}
          onInput={(event) => { typed.value = event.currentTarget.value; ask(); }} />
        <select aria-label="Status" value={status} onChange={(event) => setQuery({ status: event.currentTarget.value })}>
          <option value="">Any status</option><option value="published">Published</option><option value="draft">Draft</option>
        </select>
        <select aria-label="Order" value={order} onChange={(event) => setQuery({ order_by: event.currentTarget.value })}>
          <option value="-modified_at">Changed last</option><option value="-created_at">Newest</option><option value="created_at">Oldest</option>
          <option value="title">Title A–Z</option><option value="-title">Title Z–A</option>
          {columns.flatMap((field) => [
            <option key={field.key} value={`metadata.${field.key}`}>{field.title} ↑</option>,
            <option key={`-${field.key}`} value={`-metadata.${field.key}`}>{field.title} ↓</option>,
          ])}
        </select>
        <details class="more">
          <summary>Columns</summary>
          <div class="menu">
            {possible.map((field) => (
              <label key={field.key} class="choice"><input type="checkbox" checked={keys.includes(field.key!)} onChange={(event) => setColumn(field.key!, event.currentTarget.checked)} />{field.title}</label>
            ))}
          </div>
        </details>
      </div>
      {rows.error.value && <p role="alert" class="problem">{rows.error.value}</p>}
      {mayWrite && <Bulk {...{ bucket, selected, rows }} />}
      <Table {...{ bucket, type, columns, rows, selected, order }} />
      {total === 0 && <p class="empty">{words || status ? 'Nothing is found.' : `There are no ${type.title.toLowerCase()} yet.`}</p>}
    </>
  );
}

type TableProps = {
  bucket: string; type: ObjectType; columns: ObjectType['metafields']; rows: Rows; selected: { value: Set<string> }; order: string;
};

function Heading({ name, by, order }: { name: string; by: string; order: string }) {
  const sorted = order === by ? 'ascending' : order === `-${by}` ? 'descending' : undefined;
  const turn = () => setQuery({ order_by: sorted === 'ascending' ? `-${by}` : by });
  return (
    <th scope="col" aria-sort={sorted}>
      <button type="button" class="sort" onClick={turn}>{name}<span aria-hidden="true">{sorted === 'ascending' ? ' ↑' : sorted ? ' ↓' : ''}</span></button>
    </th>
  );
}

function Table({ bucket, type, columns, rows, selected, order }: TableProps) {
  const box = useRef<HTMLDivElement>(null);
  const first = useSignal(0);
  const shown = useSignal(30);
  rows.round.value;
  const total = rows.total.value ?? 0;
  const from = Math.max(0, Math.min(first.value, total - shown.value));
  const to = Math.min(total, from + shown.value);
  useEffect(() => {
    const measure = () => {
      const element = box.current;
      if (!element) return;
      // Steps of ten rows: most frames of a scroll draw nothing.
      first.value = Math.max(0, Math.floor(element.scrollTop / rowHeight / 10) * 10 - 10);
      shown.value = Math.ceil(element.clientHeight / rowHeight / 10) * 10 + 30;
    };
    measure();
    box.current?.addEventListener('scroll', measure, { passive: true });
    addEventListener('resize', measure);
    return () => removeEventListener('resize', measure);
  }, []);
  useEffect(() => rows.need(from, Math.max(to, from + 1)), [rows, from, to]);
  const toggle = (id: string, on: boolean) => {
    const next = new Set(selected.value);
    if (on) next.add(id);
    else next.delete(id);
    selected.value = next;
  };
  const loaded = Array.from({ length: total }, (_, index) => (index < 10_000 ? rows.at(index)?.id : undefined)).filter((id): id is string => !!id);
  const allChosen = loaded.length > 0 && loaded.every((id) => selected.value.has(id));
  const toggleAll = (on: boolean) => (selected.value = new Set(on ? loaded : []));
  return (
    <div class="table" ref={box} tabIndex={0} role="region" aria-label={type.title}>
      <table aria-rowcount={total + 1}>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" class="tick"><input type="checkbox" aria-label="Choose all that are loaded" checked={allChosen} onChange={(event) => toggleAll(event.currentTarget.checked)} /></th>
            <Heading name="Title" by="title" order={order} />
            <th scope="col">Status</th>
            {columns.map((field) => <Heading key={field.key} name={field.title!} by={`metadata.${field.key}`} order={order} />)}
            <Heading name="Changed" by="modified_at" order={order} />
          </tr>
        </thead>
        <tbody>
          {from > 0 && <tr aria-hidden="true"><td class="space" style={{ height: `${from * rowHeight}px` }} /></tr>}
          {Array.from({ length: to - from }, (_, offset) => {
            const index = from + offset;
            const row = rows.at(index);
            if (!row) return <tr key={index} aria-rowindex={index + 2}><td /><td class="faint">…</td></tr>;
            return (
              <tr key={row.id} aria-rowindex={index + 2} aria-selected={selected.value.has(row.id)}>
                <td class="tick"><input type="checkbox" aria-label={`Choose ${row.title}`} checked={selected.value.has(row.id)} onChange={(event) => toggle(row.id, event.currentTarget.checked)} /></td>
                <th scope="row"><Link to={address(bucket, 'objects', type.slug, row.id)}>{row.title}</Link>{row.locale && <span class="faint"> {row.locale}</span>}</th>
                <td><RowStatus row={row} /></td>
                {columns.map((field) => <td key={field.key}>{brief(row.metadata?.[field.key!])}</td>)}
                <td class="faint">{ago(row.modified_at)}</td>
              </tr>
            );
          })}
          {to < total && <tr aria-hidden="true"><td class="space" style={{ height: `${(total - to) * rowHeight}px` }} /></tr>}
        </tbody>
      </table>
    </div>
  );
}

function RowStatus({ row }: { row: Row }) {
  if (row.status === 'published') return <span class="badge live">Published</span>;
  return <span class="badge draft">{row.publish_at ? 'Scheduled' : 'Draft'}</span>;
}

type Results = { changed: number; failed: number; results: { message?: string; status: string }[]; undo: { id: string } | null };

function Bulk({ bucket, selected, rows }: { bucket: string; selected: { value: Set<string> }; rows: Rows }) {
  const busy = useSignal(false);
  const rights = rightsIn(bucket);
  const ids = [...selected.value];
  if (!ids.length) return null;
  const undo = async (id: string) => {
    try {
      const back = await send<Results>('POST', `${bucketPath(bucket)}/objects/bulk/${id}/undo`);
      say(`${many(back.changed, 'object')} as before${back.failed ? `, ${count(back.failed)} could not be` : ''}.`);
      void rows.reload();
    } catch (error) {
      fail(wordsOf(error));
    }
  };
  const run = async (action: 'publish' | 'unpublish' | 'delete', done: string) => {
    if (action === 'delete' && !(await confirm('Delete?', `${many(ids.length, 'object')} will be in the trash.`, 'Delete'))) return;
    busy.value = true;
    clearErrors();
    try {
      const answer = await send<Results>('POST', `${bucketPath(bucket)}/objects/bulk`, { ids, action, mode: 'each' });
      say(`${many(answer.changed, 'object')} ${done}.`, answer.undo ? 'Undo' : undefined, answer.undo ? () => void undo(answer.undo!.id) : undefined);
      const refused = answer.results.filter((each) => each.status === 'failed');
      if (refused.length) fail(`${many(refused.length, 'object')} could not be: ${refused[0]!.message}`);
      selected.value = new Set();
      void rows.reload();
    } catch (error) {
      fail(wordsOf(error));
    }
    busy.value = false;
  };
  return (
    <div class="bulk" role="group" aria-label="Chosen objects">
      <strong>{count(ids.length)} chosen</strong>
      {rights.publish && (
        <>
          <button type="button" disabled={busy.value} onClick={() => run('publish', 'published')}>Publish</button>
          <button type="button" disabled={busy.value} onClick={() => run('unpublish', 'unpublished')}>Unpublish</button>
        </>
      )}
      <button type="button" class="danger" disabled={busy.value} onClick={() => run('delete', 'in the trash')}>Delete</button>
      <button type="button" class="quiet" onClick={() => (selected.value = new Set())}>Clear</button>
    </div>
  );
}
