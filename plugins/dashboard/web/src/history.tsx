// What an object was: its versions, what differs between two, and the way back for one field or for all.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ask, bucketPath, type Content, get, type Metafield, type ObjectType, search, toldToWebhooks, wordsOf } from './api';
import { confirm } from './dialog';
import { brief } from './editor/model';
import { Version } from './editor/version';
import { count, fullTime } from './format';
import { useLoad } from './load';
import { OutsideForms } from './list/builder';
import { fail, say } from './messages';
import { rightsIn } from './rights';
import { address, Link } from './router';
import { useTitle } from './shell/title';
import { t } from './text';

type Revision = { id: string; title: string; status: string; modified_at: string };
type Change = { field: string; from: unknown; to: unknown };

const inPage = 200;

async function readRevisions(path: string, wanted: number): Promise<{ revisions: Revision[]; total: number }> {
  const revisions = new Map<string, Revision>();
  for (let skip = 0; ; skip += inPage) {
    const parameters = { status: 'any', sort: '-created_at', limit: inPage, skip, props: 'id,title,status,modified_at' };
    const page = await get<{ revisions: Revision[]; total: number }>(`${path}/revisions${search(parameters)}`);
    for (const each of page.revisions) revisions.set(each.id, each);
    if (skip + inPage >= Math.min(wanted, page.total)) return { revisions: [...revisions.values()], total: page.total };
  }
}

async function read(path: string, wanted: number) {
  const [object, revisions, live, activity] = await Promise.all([
    ask<{ object: Content }>(`${path}?status=any&props=id,title,status,modified_at`),
    readRevisions(path, wanted),
    get<{ object: Content }>(`${path}?props=id,modified_at`).then((data) => data.object, () => null),
    get<{ activity: Act[] }>(`${path}/activity${search({ limit: 200 })}`).then((data) => data.activity, () => []),
  ]);
  const now = object.data.object;
  return { object: now, version: object.version, ...revisions, hasDraft: !!live && now.status === 'draft', live, activity };
}
type Versions = Awaited<ReturnType<typeof read>>;

const second = 1000;
/** Who wrote it. A version that an edit kept has no entry of its own: it is the first one of the object since it was written, at once. */
function writerOf({ id, modified_at: written }: Revision, activity: Act[]): string {
  const since = (each: Act) => Date.parse(each.time) - Date.parse(written);
  const found = activity.find((each) => each.kind === 'revision' && each.id === id)
    ?? activity.filter((each) => each.kind === 'object' && since(each) >= 0 && since(each) < second).at(-1);
  return found ? whoOf(found) : '';
}

/** What is older goes, what is newer comes. */
function inOrder({ object, live, revisions }: Versions, one: string, other: string): [string, string] {
  const written = (id: string) =>
    Date.parse((id === 'draft' ? object : id === 'live' ? live ?? object : revisions.find((each) => each.id === id) ?? object).modified_at);
  return written(one) <= written(other) ? [one, other] : [other, one];
}

export function History({ bucket, type, id }: { bucket: string; type: ObjectType; id: string }) {
  const path = `${bucketPath(bucket)}/objects/${encodeURIComponent(id)}`;
  const wanted = useSignal(inPage);
  const { data, error, loading, again } = useLoad(() => read(path, wanted.value), [id, wanted.value]);
  const from = useSignal('');
  const to = useSignal('live');
  const compare = (one: string, other: string) => {
    [from.value, to.value] = inOrder(data!, one, other);
  };
  useEffect(() => {
    if (data && !from.value && data.revisions[0]) compare('live', data.hasDraft ? 'draft' : data.revisions[0].id);
  }, [data]);
  useTitle(t('History'));
  if (error && !data) return <p role="alert" class="problem">{error}</p>;
  if (!data) return <p class="waiting" role="status">{t('Loading…')}</p>;
  const versions = [
    { id: 'live', label: data.live ? t('Published now') : t('As it is now'), time: '' },
    ...(data.hasDraft ? [{ id: 'draft', label: t('Draft that is prepared'), time: '' }] : []),
    ...data.revisions.map((each) => ({ id: each.id, label: each.status === 'draft' ? t('Draft') : t('Version'), time: fullTime(each.modified_at) })),
  ];
  const choose = (label: string, value: { value: string }) => (
    <label>{label}
      <select value={value.value} onChange={(event) => (value.value = event.currentTarget.value)}>
        {versions.map((each) => <option key={each.id} value={each.id}>{[each.label, each.time].filter(Boolean).join(', ')}</option>)}
      </select>
    </label>
  );
  return (
    <>
      {error && <p role="alert" class="problem">{error}</p>}
      <header class="bar">
        <div class="heading">
          <p class="crumbs"><Link to={address(bucket, 'objects', type.slug)}>{type.title}</Link> › <Link to={address(bucket, 'objects', type.slug, id)}>{data.object.title}</Link></p>
          <h1>{t('History')}</h1>
        </div>
      </header>
      {data.revisions.length === 0 ? <p class="empty">{t('Nothing is kept yet: versions appear here with the next save.')}</p> : (
        <>
          <div class="filters compare">{choose(t('From'), from)}{choose(t('To'), to)}</div>
          {from.value && <Comparison key={`${from.value} ${to.value}`} {...{ bucket, path, type, again }} mayWrite={rightsIn(bucket).write(type.slug)} version={data.version} from={from.value} to={to.value} live={!!data.live} />}
          <h2>{t('All versions')}</h2>
          <ol class="rows">
            {data.revisions.map((each, index) => (
              <li key={each.id}>
                <span>{[fullTime(each.modified_at), each.title, writerOf(each, data.activity)].filter(Boolean).join(' · ')} {each.status === 'draft' && <span class="badge draft">{t('Draft')}</span>}</span>
                <span class="tools">
                  {data.revisions[index + 1] && <button type="button" class="quiet small" onClick={() => compare(data.revisions[index + 1]!.id, each.id)}>{t('With the one before')}</button>}
                  <button type="button" class="quiet small" onClick={() => { compare(each.id, 'live'); scrollTo(0, 0); }}>{t('Compare with now')}</button>
                </span>
              </li>
            ))}
          </ol>
          {data.revisions.length < data.total && (
            <p class="tools">
              <span role="status">{t('{shown} of {total} are shown.', { shown: count(data.revisions.length), total: count(data.total) })}</span>
              <button type="button" aria-disabled={loading} onClick={() => !loading && (wanted.value = data.revisions.length + inPage)}>{t('Show more')}</button>
            </p>
          )}
        </>
      )}
      <Activity activity={data.activity.slice(0, 50)} />
    </>
  );
}

type Act = { id: string; number: number; time: string; kind?: string; action: string; reader_action: string | null; actor: { kind: string; user?: { first_name: string; last_name: string } } };

function sentenceOf(act: Act): string {
  const { kind, action, reader_action } = act;
  const who = whoOf(act);
  if (kind === 'revision') return t('{who} prepared a draft', { who });
  if (reader_action === 'created') return t('{who} published it', { who });
  if (reader_action === 'deleted') return t('{who} took it back', { who });
  return { created: t('{who} made it', { who }), edited: t('{who} changed it', { who }), deleted: t('{who} deleted it', { who }) }[action] ?? `${who}: ${action}`;
}

// Of itself the server changes what readers see by the schedule alone.
function whoOf({ action, reader_action, actor: { kind, user } }: Act): string {
  const name = [user?.first_name, user?.last_name].filter(Boolean).join(' ');
  const isScheduled = action === 'edited' && !!reader_action;
  return name || { write_key: t('A program'), token: t('A program'), system: isScheduled ? t('The schedule') : t('The server') }[kind] || t('Somebody');
}

/** Who did what, the newest first. */
function Activity({ activity }: { activity: Act[] }) {
  if (!activity.length) return null;
  return (
    <>
      <h2>{t('Activity')}</h2>
      <ol class="rows">{activity.map((each) => <li key={each.number}><span>{sentenceOf(each)}</span><span class="faint">{fullTime(each.time)}</span></li>)}</ol>
    </>
  );
}

function titleOf(field: string, type: ObjectType): string {
  const names: Record<string, string> = {
    title: t('Title'), slug: t('Slug'), content: t('Content'), status: t('Status'), thumbnail: t('Thumbnail'), locale: t('Language'), options: t('Options') };
  if (names[field]) return names[field]!;
  const title = wayTo(field, type).map(({ key, found }) => found?.title ?? key).join(' › ');
  return isDefinition(field) ? t('Definition of the field “{title}”', { title }) : title;
}

/** The value is equal, and what is said of the field is not, such as its title or what its items have. */
const isDefinition = (field: string): boolean => field.startsWith('metafields.');

/** The metafields that "metadata.seo.title" names, as the type defines them. */
function wayTo(field: string, type: ObjectType): { key: string; found: Metafield | undefined }[] {
  let list = type.metafields;
  return field.split('.').slice(1).map((key) => {
    const found = list.find((each) => each.key === key);
    list = found?.children ?? [];
    return { key, found };
  });
}

function Value({ type, change: { field, from, to }, side }: { type: ObjectType; change: Change; side: 'from' | 'to' }) {
  if (isDefinition(field) && brief(from) === brief(to)) return side === 'to' ? <p class="version">{t('changed')}</p> : null;
  const found = field.startsWith('metadata.') ? wayTo(field, type).at(-1)?.found : undefined;
  const kind = field === 'content' ? 'html-textarea' : found?.type ?? 'text';
  const [value, other, whose] = side === 'from' ? [from, to, t('From')] : [to, from, t('To')];
  return <Version type={kind} title={titleOf(field, type)} {...{ value, other, whose }} />;
}

const restorable = (field: string) => /^(title|slug|content|locale|thumbnail|options|metadata\.)/.test(field);

function Comparison({ bucket, path, type, version, from, to, live, again, mayWrite }: {
  bucket: string; path: string; type: ObjectType; mayWrite: boolean; version: string; from: string; to: string; live: boolean; again: () => void;
}) {
  const { data, error, again: compareAgain } = useLoad(() => get<{ changes: Change[] }>(`${path}/compare${search({ from, to })}`), [from, to], version);
  const revision = [from, to].find((each) => /^[0-9a-f]{24}$/.test(each));
  const mayRestore = mayWrite && revision;
  const restore = async (fields: string[] | undefined, what: string) => {
    const text = live ? t('{what} becomes what it was, as a draft that readers do not see before you publish it.', { what }) : t('{what} becomes what it was.', { what });
    const yes = await confirm(t('Restore?'), text, t('Restore'), false);
    if (!yes) return;
    try {
      await ask(`${path}/restore`, { method: 'POST', version, body: { revision, fields, as: live ? 'draft' : 'live', ...toldToWebhooks } });
      say(t('{what} is restored.', { what }));
    } catch (problem) {
      fail(wordsOf(problem));
    }
    // What somebody else wrote meanwhile is looked at before the next try.
    again();
    compareAgain();
  };
  if (error && !data) return <p role="alert" class="problem">{error}</p>;
  if (!data) return <p class="waiting" role="status">{t('Loading…')}</p>;
  if (!data.changes.length) return <p class="empty">{t('These two are equal.')}</p>;
  return (
    <OutsideForms bucket={bucket}>
      {error && <p role="alert" class="problem">{error}</p>}
      <div class="table plain">
        <table>
          <thead><tr><th scope="col">{t('Field')}</th><th scope="col">{t('From')}</th><th scope="col">{t('To')}</th>{mayRestore && <th scope="col"><span class="hidden">{t('Restore')}</span></th>}</tr></thead>
          <tbody>
            {data.changes.map((change) => (
              <tr key={change.field}>
                <th scope="row">{titleOf(change.field, type)}</th>
                <td class="version" data-label={t('From')}><del><Value side="from" {...{ change, type }} /></del></td>
                <td class="version" data-label={t('To')}><ins><Value side="to" {...{ change, type }} /></ins></td>
                {mayRestore && <td>{restorable(change.field) && <button type="button" class="small" aria-label={t('Restore {title}', { title: titleOf(change.field, type) })} onClick={() => restore([change.field], titleOf(change.field, type))}>{t('Restore')}</button>}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {mayRestore && <p><button type="button" onClick={() => restore(undefined, t('Everything'))}>{t('Restore all fields')}</button></p>}
    </OutsideForms>
  );
}
