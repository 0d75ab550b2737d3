// What waits for this person: their drafts, what goes out or ends by itself, and what changed last, by whom.
import { useSignal } from '@preact/signals';
import { ApiError, type Content, type ObjectType, type Schemas, bucketPath, get, keptChanged, search, session } from './api';
import { ago, count, until } from './format';
import { useChanges, useLater, useLoad } from './load';
import { byWhom, writersOf } from './people';
import { rightsIn, runsServer } from './rights';
import { address, Link } from './router';
import { lazy } from './shell/lazy';
import { signOf } from './shell/sign';
import { askToSignOut } from './shell/signout';
import { BucketRows } from './shell/switcher';
import { useTitle } from './shell/title';
import { t } from './text';

type Row = Pick<Content, 'id' | 'title' | 'type' | 'status' | 'modified_at' | 'publish_at' | 'unpublish_at'> & { modified_by: string | null };
type Here = { bucket: string; types: ObjectType[] };
const props = 'id,title,type,status,modified_at,modified_by,publish_at,unpublish_at';
const shown = 8;
const kept = 100;
const NewBucket = lazy(() => import('./server/newbucket').then((found) => found.NewBucket));
const CreateType = lazy(() => import('./modeler/create').then((found) => found.CreateType));

const ask = (bucket: string, query: object, limit: number, more: object = { status: 'any', sort: '-modified_at' }): Promise<Row[]> =>
  get<{ objects: Row[] }>(`${bucketPath(bucket)}/objects${search({ query, props, limit, total: false, depth: 0, ...more })}`).then((data) => data.objects);

type Event = { row: Row; time: number; ends: boolean };
/** `open` comes before its link is followed. */
type Unsaved = { row: Pick<Row, 'id' | 'title' | 'type'>; time: string; open?: () => void };
/** How many there are of each type, and what a list asks for to show them. */
type All = { query: object; types: Map<string, number> };
const counted = 1000;

/** Where more are there than are shown. */
async function allOf(bucket: string, query: object): Promise<All> {
  const types = new Map<string, number>();
  const { objects } = await get<{ objects: { type: string }[] }>(`${bucketPath(bucket)}/objects${search({ query, props: 'type', limit: counted, total: false, depth: 0, status: 'any' })}`);
  for (const { type } of objects) types.set(type, (types.get(type) ?? 0) + 1);
  return { query, types };
}

async function some(bucket: string, query: object): Promise<{ rows: Row[]; all?: All }> {
  const rows = await ask(bucket, query, shown + 1);
  return rows.length > shown ? { rows: rows.slice(0, shown), all: await allOf(bucket, query) } : { rows };
}

// The soonest of both kinds. What is published is asked for as readers see it: a draft that is prepared over it has no end. A draft that
// goes out and ends is among the first kind already, and goes out before it ends.
async function scheduled(bucket: string): Promise<{ events: Event[]; all?: All }> {
  const [begin, end] = await Promise.all([
    ask(bucket, { publish_at: { $gt: 0 } }, shown, { status: 'any', order_by: 'publish_at' }),
    ask(bucket, { unpublish_at: { $gt: 0 } }, shown, { order_by: 'unpublish_at' }),
  ]);
  const events = [...begin, ...end].flatMap((row) => [
    ...(row.publish_at ? [{ row, time: row.publish_at, ends: false }] : []),
    ...(row.unpublish_at ? [{ row, time: row.unpublish_at, ends: true }] : []),
  ]);
  events.sort((a, b) => a.time - b.time);
  if (events.length < shown) return { events };
  const all = await allOf(bucket, { $or: [{ publish_at: { $gt: 0 } }, { unpublish_at: { $gt: 0 } }] });
  const isMore = [...all.types.values()].reduce((sum, each) => sum + each, 0) > shown;
  return { events: events.slice(0, shown), ...(isMore ? { all } : {}) };
}

/** New objects that were begun in this browser. What knows them comes where there are some. */
async function begun(bucket: string, types: ObjectType[]): Promise<Unsaved[]> {
  const keys = `inkwell:${bucket}:${session.value!.user.id}:new-`;
  if (!Object.keys(localStorage).some((key) => key.startsWith(keys))) return [];
  const { Drafts, goOnWith } = await import('./editor/drafts');
  const found = await Promise.all(types.map(async (type) => {
    const to = address(bucket, 'objects', type.slug, 'new');
    return (await new Drafts(keys, type.slug, false).others(type, types)).map(({ key, title, savedAt }): Unsaved => (
      { row: { id: 'new', title: title || t('Without a title'), type: type.slug }, time: savedAt, open: () => goOnWith(to, key) }));
  }));
  return found.flat();
}

// What this person has typed into objects and not saved; nothing while the plugin that keeps it is off.
async function unsaved(bucket: string): Promise<Unsaved[]> {
  const { autosaves } = await get<Schemas['autosave_list']>(`${bucketPath(bucket)}/autosaves?limit=${kept}`).catch((error) => {
    if (error instanceof ApiError && error.status === 404) return { autosaves: [] };
    throw error;
  });
  if (!autosaves.length) return [];
  const rows = await ask(bucket, { id: { $in: autosaves.map((each) => each.object_id) } }, kept, { status: 'any' });
  return autosaves.flatMap(({ object_id, saved_at }) => rows.filter(({ id }) => id === object_id).map((row): Unsaved => ({ row, time: saved_at })));
}

async function readHome(bucket: string, types: ObjectType[]) {
  const me = session.value!.user.id;
  const mine = { status: 'draft', $or: [{ modified_by: me }, { created_by: me }] };
  const theirs = { status: 'draft', modified_by: { $ne: me }, created_by: { $ne: me } };
  const [typed, fresh, own, others, planned, last] = await Promise.all([
    unsaved(bucket), begun(bucket, types).catch(() => []), some(bucket, mine), some(bucket, theirs), scheduled(bucket), ask(bucket, {}, shown)]);
  typed.push(...fresh);
  typed.sort((a, b) => Date.parse(b.time) - Date.parse(a.time));
  return { typed, own, others, planned, last, people: await writersOf(bucket, [...last, ...others.rows]) };
}

type Item = { row: Unsaved['row']; note: string; open?: () => void };

function Line({ bucket, types, row, note, open }: Here & Item) {
  const name = types.find((type) => type.slug === row.type)?.singular ?? row.type;
  return (
    <li onClickCapture={open}>
      <Link to={address(bucket, 'objects', row.type, row.id)}>{row.title}</Link>
      <span class="faint">{[name, note].filter(Boolean).join(' · ')}</span>
    </li>
  );
}

/** The lists that have all of them, of each type one. */
function Lists({ bucket, types, all }: Here & { all: All }) {
  const sum = [...all.types.values()].reduce((before, each) => before + each, 0);
  const number = sum < counted ? count(sum) : t('at least {count}', { count: count(sum) });
  return (
    <p class="all"><span class="faint">{t('All, {count}:', { count: number })}</span>{' '}
      {types.filter((type) => all.types.has(type.slug)).map((type) => (
        <Link key={type.slug} to={`${address(bucket, 'objects', type.slug)}${search({ query: all.query })}`}>{t('{type} ({count})', { type: type.title, count: all.types.get(type.slug)! })}</Link>
      ))}
    </p>
  );
}

function Section({ title, hint, empty, items, all, ...here }: Here & { title: string; hint?: string; empty: string; items: Item[] | undefined; all?: All }) {
  const whole = useSignal(false);
  const rows = whole.value ? items : items?.slice(0, shown);
  return (
    <section class="card" aria-busy={!items}>
      <h2>{title}</h2>
      {hint && !!rows?.length && <p class="faint">{hint}</p>}
      {!rows && <p class="faint">{t('Loading…')}</p>}
      {rows?.length === 0 && <p class="faint">{empty}</p>}
      {!!rows?.length && <ul class="rows stack">{rows.map((item, index) => <Line key={`${item.row.id}${index}`} {...here} {...item} />)}</ul>}
      {rows && items!.length > rows.length && <p><button type="button" class="small" onClick={() => (whole.value = true)}>{t('Show all {count}', { count: items!.length })}</button></p>}
      {all && <Lists {...here} {...{ all }} />}
    </section>
  );
}

const eventNote = ({ time, ends }: Event): string =>
  (ends ? t('ends {time}', { time: until(time) }) : t('goes out {time}', { time: until(time) }));

export function Home({ bucket, types }: Here) {
  const { data, error, again } = useLoad(() => readHome(bucket, types), [bucket], keptChanged.value);
  const soon = useLater(400, again);
  useChanges(bucket, '', soon);
  const name = session.value?.user.first_name;
  const title = session.value?.buckets.find((each) => each.slug === bucket)?.title ?? bucket;
  useTitle(title);
  const changed = (row: Row): Item => ({ row, note: byWhom(ago(row.modified_at), row.modified_by, data?.people) });
  const here = { bucket, types };
  const { write } = rightsIn(bucket);
  return (
    <>
      <header class="bar"><h1>{name ? t('Hello, {name}', { name }) : title}</h1></header>
      {error && <p class="problem" role="alert">{error} <button type="button" class="small" onClick={again}>{t('Try again')}</button></p>}
      <div class="cards">
        {!!data?.typed.length && <Section {...here} title={t('Not saved yet')} hint={t('What you typed is kept, and stands in the form when you open it.')} empty=""
          items={data.typed.map(({ row, time, open }) => ({ row, open, note: open ? t('new, typed {when}', { when: ago(time) }) : t('typed {when}', { when: ago(time) }) }))} />}
        {(!!data || !error) && (
          <>
            <Section {...here} title={t('My drafts')} empty={t('Nothing of yours waits to be finished.')} all={data?.own.all} items={data?.own.rows.map((row) => ({ row, note: ago(row.modified_at) }))} />
            <Section {...here} title={t('Scheduled')} empty={t('Nothing goes out or ends by itself.')} all={data?.planned.all} items={data?.planned.events.map((event) => ({ row: event.row, note: eventNote(event) }))}
              hint={t('In your time zone, {zone}', { zone: Intl.DateTimeFormat().resolvedOptions().timeZone })} />
            <Section {...here} title={t('Changed last')} empty={t('There is no content yet.')} items={data?.last.map(changed)} />
          </>
        )}
        {!!data?.others.rows.length && <Section {...here} title={t('Drafts of others')} empty="" all={data.others.all} items={data.others.rows.map(changed)} />}
        <section class="card">
          <h2>{t('Content')}</h2>
          {types.length === 0 ? <NoTypes bucket={bucket} /> : (
            <ul class="rows">
              {types.map((type) => (
                <li key={type.slug}>
                  <Link to={address(bucket, 'objects', type.slug)}><span class="icon" aria-hidden="true">{signOf(type)}</span><bdi>{type.title}</bdi></Link>
                  {!type.singleton && write(type.slug) && <Link class="faint" to={address(bucket, 'objects', type.slug, 'new')} aria-label={t('New {type}', { type: type.singular })}>{t('New')}</Link>}
                </li>
              ))}
            </ul>
          )}
        </section>
      </div>
    </>
  );
}

/** Nothing can be written before there is a type. */
function NoTypes({ bucket }: { bucket: string }) {
  const making = useSignal(false);
  if (!rightsIn(bucket).types) return <p class="faint">{t('There are no object types yet. An administrator or a developer makes them.')}</p>;
  return (
    <>
      <p class="faint">{t('An object type says which fields an article, a product or a page has. It comes first.')}</p>
      <p><button type="button" class="primary" onClick={() => (making.value = true)}>{t('Make an object type')}</button></p>
      {making.value && <CreateType bucket={bucket} close={() => (making.value = false)} />}
    </>
  );
}

export function Buckets() {
  const buckets = session.value?.buckets ?? [];
  const runs = runsServer();
  const making = useSignal(false);
  useTitle(t('Buckets'));
  return (
    <main class="door">
      <h1>{t('Buckets')}</h1>
      {buckets.length === 0 && !runs && <p>{t('You have no role in a bucket yet. Ask an administrator to invite you.')}</p>}
      {buckets.length === 0 && runs && (
        <>
          <p>{t('You have no role in a bucket yet. A bucket holds the content of one project, its files, and the people who work on it.')}</p>
          <p><button type="button" class="primary" onClick={() => (making.value = true)}>{t('Make a bucket')}</button></p>
        </>
      )}
      {buckets.length > 0 && <BucketRows buckets={buckets} />}
      <p class="tools">{runs && <Link to={address('-', 'server')}>{t('Server')}</Link>}<Link to={address('-', 'account')}>{t('Account')}</Link><button type="button" class="quiet" onClick={askToSignOut}>{t('Sign out')}</button></p>
      {making.value && <NewBucket close={() => (making.value = false)} />}
    </main>
  );
}
