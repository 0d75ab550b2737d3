// What waits for this person: their drafts, what goes out or ends by itself, and what changed last, by whom.
import { useSignal } from '@preact/signals';
import { ApiError, type Content, type ObjectType, type Schemas, bucketPath, get, keptChanged, search, session } from './api';
import { ago, until } from './format';
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
const NewBucket = lazy(() => import('./server/newbucket').then((found) => found.NewBucket));
const CreateType = lazy(() => import('./modeler/create').then((found) => found.CreateType));

const ask = (bucket: string, query: object, limit: number, more: object = { status: 'any', sort: '-modified_at' }): Promise<Row[]> =>
  get<{ objects: Row[] }>(`${bucketPath(bucket)}/objects${search({ query, props, limit, total: false, depth: 0, ...more })}`).then((data) => data.objects);

type Event = { row: Row; time: number; ends: boolean };
type Unsaved = { row: Row; time: string };

// The soonest of both kinds. What is published is asked for as readers see it: a draft that is prepared over it has no end. A draft that
// goes out and ends is among the first kind already, and goes out before it ends.
async function scheduled(bucket: string): Promise<Event[]> {
  const [begin, end] = await Promise.all([
    ask(bucket, { publish_at: { $gt: 0 } }, shown, { status: 'any', order_by: 'publish_at' }),
    ask(bucket, { unpublish_at: { $gt: 0 } }, shown, { order_by: 'unpublish_at' }),
  ]);
  const events = [...begin, ...end].flatMap((row) => [
    ...(row.publish_at ? [{ row, time: row.publish_at, ends: false }] : []),
    ...(row.unpublish_at ? [{ row, time: row.unpublish_at, ends: true }] : []),
  ]);
  return events.sort((a, b) => a.time - b.time).slice(0, shown);
}

// What this person has typed into objects and not saved, the newest first; nothing while the plugin that keeps it is off.
async function unsaved(bucket: string): Promise<Unsaved[]> {
  const { autosaves } = await get<Schemas['autosave_list']>(`${bucketPath(bucket)}/autosaves?limit=${shown}`).catch((error) => {
    if (error instanceof ApiError && error.status === 404) return { autosaves: [] };
    throw error;
  });
  if (!autosaves.length) return [];
  const rows = await ask(bucket, { id: { $in: autosaves.map((each) => each.object_id) } }, shown, { status: 'any' });
  return autosaves.flatMap(({ object_id, saved_at }) => rows.filter(({ id }) => id === object_id).map((row): Unsaved => ({ row, time: saved_at })));
}

async function readHome(bucket: string) {
  const me = session.value!.user.id;
  const mine = { status: 'draft', $or: [{ modified_by: me }, { created_by: me }] };
  const [typed, own, drafts, planned, last] = await Promise.all([
    unsaved(bucket), ask(bucket, mine, shown), ask(bucket, { status: 'draft' }, 2 * shown), scheduled(bucket), ask(bucket, {}, shown)]);
  const others = drafts.filter((row) => row.modified_by !== me && !own.some((each) => each.id === row.id)).slice(0, shown);
  return { typed, own, others, planned, last, people: await writersOf(bucket, [...last, ...others]) };
}

function Line({ bucket, types, row, note }: Here & { row: Row; note: string }) {
  const name = types.find((type) => type.slug === row.type)?.singular ?? row.type;
  return (
    <li>
      <Link to={address(bucket, 'objects', row.type, row.id)}>{row.title}</Link>
      <span class="faint">{[name, note].filter(Boolean).join(' · ')}</span>
    </li>
  );
}

function Section({ title, hint, empty, rows, ...here }: Here & { title: string; hint?: string; empty: string; rows: [Row, string][] | undefined }) {
  return (
    <section class="card" aria-busy={!rows}>
      <h2>{title}</h2>
      {hint && !!rows?.length && <p class="faint">{hint}</p>}
      {!rows && <p class="faint">{t('Loading…')}</p>}
      {rows?.length === 0 && <p class="faint">{empty}</p>}
      {!!rows?.length && <ul class="rows stack">{rows.map(([row, note], index) => <Line key={`${row.id}${index}`} {...here} row={row} note={note} />)}</ul>}
    </section>
  );
}

const eventNote = ({ time, ends }: Event): string =>
  (ends ? t('ends {time}', { time: until(time) }) : t('goes out {time}', { time: until(time) }));

export function Home({ bucket, types }: Here) {
  const { data, error, again } = useLoad(() => readHome(bucket), [bucket], keptChanged.value);
  const soon = useLater(400, again);
  useChanges(bucket, '', soon);
  const name = session.value?.user.first_name;
  const title = session.value?.buckets.find((each) => each.slug === bucket)?.title ?? bucket;
  useTitle(title);
  const changed = (row: Row): [Row, string] => [row, byWhom(ago(row.modified_at), row.modified_by, data?.people)];
  const here = { bucket, types };
  const { write } = rightsIn(bucket);
  return (
    <>
      <header class="bar"><h1>{name ? t('Hello, {name}', { name }) : title}</h1></header>
      {error && <p class="problem" role="alert">{error} <button type="button" class="small" onClick={again}>{t('Try again')}</button></p>}
      <div class="cards">
        {!!data?.typed.length && <Section {...here} title={t('Not saved yet')} hint={t('What you typed is kept, and stands in the form when you open it.')} empty=""
          rows={data.typed.map(({ row, time }) => [row, t('typed {when}', { when: ago(time) })])} />}
        {(!!data || !error) && (
          <>
            <Section {...here} title={t('My drafts')} empty={t('Nothing of yours waits to be finished.')} rows={data?.own.map((row) => [row, ago(row.modified_at)])} />
            <Section {...here} title={t('Scheduled')} empty={t('Nothing goes out or ends by itself.')} rows={data?.planned.map((event) => [event.row, eventNote(event)])}
              hint={t('In your time zone, {zone}', { zone: Intl.DateTimeFormat().resolvedOptions().timeZone })} />
            <Section {...here} title={t('Changed last')} empty={t('There is no content yet.')} rows={data?.last.map(changed)} />
          </>
        )}
        {!!data?.others.length && <Section {...here} title={t('Drafts of others')} empty="" rows={data.others.map(changed)} />}
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
