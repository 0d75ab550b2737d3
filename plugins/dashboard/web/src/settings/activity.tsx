// Who did what in the bucket, as it happens. Its filters stand in the address.
import { useEffect } from 'preact/hooks';
import { bucketPath, get, type ObjectType, type Schemas, search } from '../api';
import { ago, fullTime } from '../format';
import { listen } from '../live';
import { useLater, useLoad } from '../load';
import { nameOfPerson } from '../people';
import { address, Link, place, setQuery } from '../router';
import { t } from '../text';
import { Heading, Pager, pageNow, pageSize, Problem, Table, Waiting } from './parts';

type Entry = Schemas['AuditEntry'];
// The stream tells of content; users, keys and the like are looked at now and then.
const lookAgain = 15_000;

const nameOfKind = (kind: string): string => ({
  object: t('Object'), object_type: t('Object type'), media: t('File'), media_folder: t('Folder'), revision: t('Prepared draft or kept version'), user: t('Role'),
  bucket: t('Bucket'), webhook: t('Webhook'), merge: t('Merge request'), bucket_token: t('Token'),
})[kind] ?? kind;
const kinds = ['object', 'object_type', 'media', 'media_folder', 'revision', 'user', 'bucket', 'webhook', 'merge', 'bucket_token'];

const nameOfAction = (action: string): string =>
  ({ created: t('created'), edited: t('changed'), deleted: t('deleted'), closed: t('closed'), completed: t('completed'), invited: t('invited anew'), password_set: t('password replaced') })[action] ?? action;

// What things are called now; what is gone has no name any more.
async function namesOf(bucket: string, entries: Entry[]): Promise<Map<string, string>> {
  const path = bucketPath(bucket);
  const ids = (kind: string) => [...new Set(entries.filter((each) => each.kind === kind).map((each) => each.id))];
  const names = new Map<string, string>();
  // Of a prepared draft or a kept version that is its object's.
  const revised = entries.flatMap((each) => each.object ?? []);
  const [objects, media, folders] = [[...new Set([...ids('object'), ...revised])], ids('media'), ids('media_folder')];
  const found = await Promise.all([
    objects.length ? get<{ objects: { id: string; title: string }[] }>(`${path}/objects${search({ query: { id: { $in: objects } }, status: 'any', props: 'id,title', limit: objects.length })}`).then((answer) => answer.objects, () => []) : [],
    media.length ? get<{ media: { id: string; original_name: string }[] }>(`${path}/media${search({ query: { id: { $in: media } }, props: 'id,original_name', limit: pageSize })}`).then((answer) => answer.media.map((each) => ({ id: each.id, title: each.original_name })), () => []) : [],
    folders.length ? get<Schemas['MediaFolderList']>(`${path}/media-folders`).then((answer) => answer.media_folders, () => []) : [],
  ]);
  for (const each of found.flat()) names.set(each.id, each.title);
  return names;
}

async function read(bucket: string, query: Record<string, unknown>) {
  const { audit, total } = await get<Schemas['AuditList']>(`${bucketPath(bucket)}/audit${search(query)}`);
  return { audit, total, names: await namesOf(bucket, audit) };
}

// Midnight where the reader is; `days` later for the end of a day.
const dayOf = (value: string, days = 0): string | undefined => {
  if (!/^\d{4}-\d\d-\d\d$/.test(value)) return undefined;
  const [year, month, day] = value.split('-').map(Number) as [number, number, number];
  return new Date(year, month - 1, day + days).toISOString();
};

export function Activity({ bucket, types }: { bucket: string; types: ObjectType[] }) {
  const asked = (name: string) => place.value.query.get(name) ?? '';
  const [kind, action, actor, since, until, id] = ['kind', 'action', 'actor', 'since', 'until', 'id'].map(asked) as [string, string, string, string, string, string];
  const page = pageNow();
  const query = { kind, action, actor, id, since: dayOf(since), until: dayOf(until, 1), limit: pageSize, skip: (page - 1) * pageSize };
  const { data, error, again } = useLoad(() => read(bucket, query), [bucket, JSON.stringify(query)]);
  const { data: users } = useLoad(() => get<Schemas['MemberList']>(`${bucketPath(bucket)}/users`).then((answer) => answer.users), [bucket]);
  const { data: tokens } = useLoad(() => get<Schemas['BucketTokenList']>(`${bucketPath(bucket)}/tokens`).then((answer) => answer.tokens, () => []), [bucket]);
  const soon = useLater(300, again);
  useEffect(() => {
    const stop = listen(bucket, (name) => !['presence', 'progress', 'ready'].includes(name) && soon());
    const timer = setInterval(() => document.hidden || soon(), lookAgain);
    return () => {
      stop();
      clearInterval(timer);
    };
  }, [bucket]);
  const people = new Map((users ?? []).map((each) => [each.id, nameOfPerson(each)]));
  const choose = (changes: Record<string, string>) => setQuery({ ...changes, page: undefined });
  const filtered = kind || action || actor || since || until || id;
  const whoOf = ({ kind: actorKind, id: actorId }: Entry['actor']): string => {
    if (actorKind === 'user') return people.get(actorId ?? '') ?? t('Somebody who is no longer here');
    if (actorKind === 'token') return t('Token “{title}”', { title: tokens?.find((each) => each.id === actorId)?.title ?? t('revoked') });
    return actorKind === 'write_key' ? t('Write key') : t('The server');
  };
  return (
    <>
      <Heading title={t('Activity log')} about={t('Who did what and when, as it happens.')}>
        {filtered && <button type="button" onClick={() => choose({ kind: '', action: '', actor: '', since: '', until: '', id: '' })}>{t('Show everything')}</button>}
      </Heading>
      <div class="filters compare">
        <label>{t('What')}
          <select value={kind} onChange={(event) => choose({ kind: event.currentTarget.value })}>
            <option value="">{t('Everything')}</option>
            {kinds.map((each) => <option key={each} value={each}>{nameOfKind(each)}</option>)}
          </select>
        </label>
        <label>{t('Action')}
          <select value={action} onChange={(event) => choose({ action: event.currentTarget.value })}>
            <option value="">{t('Anything')}</option>
            {['created', 'edited', 'deleted', 'closed', 'completed', 'invited', 'password_set'].map((each) => <option key={each} value={each}>{nameOfAction(each)}</option>)}
          </select>
        </label>
        <label>{t('Who')}
          <select value={actor} onChange={(event) => choose({ actor: event.currentTarget.value })}>
            <option value="">{t('Everybody')}</option>
            {[...people].map(([each, name]) => <option key={each} value={each}>{name}</option>)}
            {tokens?.map((each) => <option key={each.id} value={`token:${each.id}`}>{t('Token “{title}”', { title: each.title })}</option>)}
            <option value="write_key">{t('Write key')}</option>
            <option value="system">{t('The server')}</option>
          </select>
        </label>
        <label>{t('From')}<input type="date" value={since} onChange={(event) => choose({ since: event.currentTarget.value })} /></label>
        <label>{t('Until')}<input type="date" value={until} onChange={(event) => choose({ until: event.currentTarget.value })} /></label>
      </div>
      <Problem text={error} />
      {!data && !error && <Waiting />}
      {data && (
        <>
          <Table name={t('Activity log')} columns={[t('What'), t('Action'), t('Who'), t('When')]} empty={filtered ? t('Nothing of that kind has happened.') : t('Nothing has happened yet.')} rows={data.audit.map((each) => ({
            key: each.number,
            cells: [<Thing {...{ bucket, types, people }} entry={each} names={data.names} tokens={tokens ?? []} />, <><span class="whole">{nameOfAction(each.action)}</span>{each.detail && <span class="faint line">{each.detail}</span>}</>, <span class="cut" title={whoOf(each.actor)}>{whoOf(each.actor)}</span>, <span class="faint whole" title={fullTime(each.time)}>{ago(each.time)}</span>],
          }))} />
          <Pager total={data.total} go={(to) => setQuery({ page: to > 1 ? String(to) : undefined })} />
        </>
      )}
    </>
  );
}

type ThingProps = { bucket: string; types: ObjectType[]; entry: Entry; names: Map<string, string>; people: Map<string, string>; tokens: Schemas['BucketToken'][] };

function Thing({ bucket, types, entry: { kind, type, id, object, action }, names, people, tokens }: ThingProps) {
  const found = types.find((each) => each.slug === type);
  const ofType = kind === 'revision' || kind === 'object' ? found : undefined;
  const name = ({
    user: people.get(id) ?? (people.size ? t('Somebody who is no longer here') : undefined), bucket_token: tokens.find((each) => each.id === id)?.title, bucket: t('This bucket'), webhook: t('A webhook'), merge: t('A merge request'),
    object_type: found?.title ?? type, revision: names.get(object ?? ''),
  } as Record<string, string | null | undefined>)[kind] ?? names.get(id);
  const isGone = action === 'deleted';
  const way = ({
    object: ofType && !isGone && address(bucket, 'objects', ofType.slug, id), revision: ofType && object && address(bucket, 'objects', ofType.slug, object),
    object_type: found && address(bucket, 'types', found.slug), webhook: !isGone && address(bucket, 'settings', 'webhooks', id), merge: address(bucket, 'settings', 'merges', id),
  } as Record<string, string | false | undefined>)[kind];
  const shown = name ? <span class="twolines" title={name}>{name}</span> : <span class="code faint">{id}</span>;
  return (
    <>
      {name && way ? <Link to={way}>{shown}</Link> : shown}
      <span class="faint line">{kind === 'object' && ofType ? ofType.singular : nameOfKind(kind)}{kind === 'revision' && ofType ? ` · ${ofType.singular}` : ''}</span>
    </>
  );
}
