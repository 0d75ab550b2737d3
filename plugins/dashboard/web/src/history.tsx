// What an object was: its versions, what differs between two, and the way back for one field or for all.
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { ApiError, ask, bucketPath, type Content, get, type Metafield, type ObjectType, search, session, toldToWebhooks, wordsOf } from './api';
import { confirm } from './dialog';
import { brief } from './editor/model';
import { Version } from './editor/version';
import { count, fullTime } from './format';
import { OutsideForms } from './list/builder';
import { useChanges, useLater, useLoad } from './load';
import { fail, say } from './messages';
import { rightsIn } from './rights';
import { address, Link } from './router';
import { focusRow, useRowFocus } from './shell/focus';
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

/** What has the latest words: the draft that is prepared, or what there is. */
const newest = ({ hasDraft }: Versions): 'draft' | 'live' => (hasDraft ? 'draft' : 'live');
// Beside itself nothing would differ.
const isNewest = ({ hasDraft, revisions }: Versions, revision: Revision): boolean => hasDraft && revision === revisions.find((each) => each.status === 'draft');

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
  const soon = useLater(200, again);
  useChanges(bucket, type.slug, (event) => (!event.id || event.id === id) && soon());
  const from = useSignal('');
  const to = useSignal('live');
  const prepared = useRef(''); // the version that was restored as a draft, until that has been read
  const restored = useRef<Restored | null>(null);
  const compare = (one: string, other: string) => {
    [from.value, to.value] = inOrder(data!, one, other);
  };
  useEffect(() => {
    if (data && !from.value && data.revisions[0]) compare('live', data.hasDraft ? 'draft' : data.revisions[0].id);
    // Somebody has published or discarded it meanwhile.
    else if (data && !data.hasDraft && [from.value, to.value].includes('draft')) {
      if (from.value === 'draft') from.value = 'live';
      else to.value = 'live';
    } else if (data?.hasDraft && prepared.current) compare(prepared.current, 'draft');
    if (data) prepared.current = '';
  }, [data]);
  useTitle(t('History'));
  if (error && !data) return <p role="alert" class="problem">{error}</p>;
  if (!data) return <p class="waiting" role="status">{t('Loading…')}</p>;
  const own = address(bucket, 'objects', type.slug, id);
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
      <header class="bar">
        <div class="heading">
          <p class="crumbs"><Link to={address(bucket, 'objects', type.slug)}>{type.title}</Link> › <Link to={own}>{data.object.title}</Link></p>
          <h1>{t('History')}</h1>
          <p class="state">
            {data.live ? <span class="badge live">{t('Published')}</span> : <span class="badge draft">{t('Draft')}</span>}
            {data.hasDraft && <><span class="badge draft">{t('Draft changes')}</span> <Link to={own}>{t('Open the draft')}</Link></>}
          </p>
        </div>
      </header>
      {error && <p role="alert" class="problem">{error}</p>}
      {data.revisions.length === 0 ? <p class="empty">{t('Nothing is kept yet: versions appear here with the next save.')}</p> : (
        <>
          <div class="filters compare">{choose(t('From'), from)}{choose(t('To'), to)}</div>
          {from.value && <Comparison key={`${from.value} ${to.value}`} {...{ bucket, path, type, again, restored }} mayWrite={rightsIn(bucket).write(type.slug)} now={data} from={from.value} to={to.value} told={!!error}
            prepares={(revision) => (prepared.current = revision)} />}
          <h2>{t('All versions')}</h2>
          <ol class="rows">
            {data.revisions.map((each, index) => (
              <li key={each.id}>
                <span>{[fullTime(each.modified_at), each.title, writerOf(each, data.activity)].filter(Boolean).join(' · ')} {each.status === 'draft' && <span class="badge draft">{t('Draft')}</span>}</span>
                <span class="tools">
                  {data.revisions[index + 1] && <button type="button" class="quiet small" onClick={() => compare(data.revisions[index + 1]!.id, each.id)}>{t('With the one before')}</button>}
                  <button type="button" class="quiet small" onClick={() => { compare(each.id, isNewest(data, each) ? 'live' : newest(data)); scrollTo(0, 0); }}>{t('Compare with now')}</button>
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

type Act = { id: string; number: number; time: string; kind?: string; action: string; reader_action: string | null; detail?: string; actor: { kind: string; user?: { first_name: string; last_name: string } } };

function sentenceOf(act: Act): string {
  const { kind, action, reader_action } = act;
  const who = whoOf(act);
  if (kind === 'revision') return t('{who} prepared a draft', { who });
  if (reader_action === 'created') return t('{who} published it', { who });
  if (reader_action === 'deleted') return t('{who} took it back', { who });
  return { created: t('{who} made it', { who }), edited: t('{who} changed it', { who }), deleted: t('{who} deleted it', { who }) }[action] ?? `${who}: ${action}`;
}

// Of itself the server publishes and unpublishes by the schedule alone; a draft that was scheduled says so.
function whoOf({ action, reader_action, detail, actor: { kind, user } }: Act): string {
  const name = [user?.first_name, user?.last_name].filter(Boolean).join(' ');
  const isScheduled = action === 'edited' && (reader_action === 'created' || reader_action === 'deleted' || !!detail);
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

/** Where the row was that is restored, and has the focus. */
type Restored = { key: string; place: number };

type Compared = {
  bucket: string; path: string; type: ObjectType; mayWrite: boolean; now: Versions; from: string; to: string; again: () => void;
  told: boolean; // that it could not be read
  prepares: (revision: string) => void; // a draft comes of it
  restored: { current: Restored | null };
};

/** Takes back what `version` restored; `before` is what there was. */
async function takeBack(path: string, before: Versions, version: string): Promise<void> {
  if (before.live && !before.hasDraft) return void (await ask(`${path}/draft`, { method: 'DELETE', version }));
  const kept = before.live ? before.revisions.find((each) => each.status === 'draft') : (await readRevisions(path, 1)).revisions[0];
  await ask(`${path}/restore`, { method: 'POST', version, body: { revision: kept!.id, as: before.live ? 'draft' : 'live', ...toldToWebhooks } });
}

/** Why it is not restored. */
async function refusalOf(problem: unknown, path: string): Promise<string> {
  if (!(problem instanceof ApiError) || problem.status !== 412) return wordsOf(problem);
  const object = await get<{ object: { modified_by: string | null } }>(`${path}?status=any&props=modified_by`).then((data) => data.object, () => null);
  return object?.modified_by === session.peek()?.user.id ? t('You changed it elsewhere meanwhile. Look at it again, then try once more.') : wordsOf(problem);
}

function Comparison({ bucket, path, type, now, from, to, told, again, prepares, restored, mayWrite }: Compared) {
  const { data, error } = useLoad(() => get<{ changes: Change[] }>(`${path}/compare${search({ from, to })}`), [from, to], now.version);
  const rows = useRowFocus<HTMLTableSectionElement>(data?.changes.map((each) => each.field) ?? []);
  // What was restored is no difference any more, and its button had the focus.
  useEffect(() => {
    if (!data || !restored.current) return;
    if (document.activeElement === document.body) focusRow(restored.current);
    restored.current = null;
  }, [data]);
  const live = !!now.live;
  const revision = [from, to].find((each) => /^[0-9a-f]{24}$/.test(each));
  const mayRestore = mayWrite && revision;
  const undo = (version: string) => takeBack(path, now, version).then(() => say(t('It is as it was before.')), async (problem) => fail(await refusalOf(problem, path))).then(again);
  const restore = async (fields: string[] | undefined, what: string) => {
    const text = live ? t('{what} becomes what it was, as a draft that readers do not see before you publish it.', { what }) : t('{what} becomes what it was.', { what });
    const yes = await confirm(t('Restore?'), text, t('Restore'), false);
    if (!yes) return;
    try {
      const { version } = await ask(`${path}/restore`, { method: 'POST', version: now.version, body: { revision, fields, as: live ? 'draft' : 'live', ...toldToWebhooks } });
      const done = t('{what} is restored.', { what });
      say(live ? `${done} ${t('It is a draft now.')}` : done, t('Undo'), () => void undo(version));
      restored.current = { key: fields?.[0] ?? '', place: data!.changes.findIndex((each) => each.field === fields?.[0]) };
      if (live) prepares(revision!);
    } catch (problem) {
      fail(await refusalOf(problem, path));
      if (!(problem instanceof ApiError) || problem.status !== 412) return;
    }
    // What somebody else wrote meanwhile is looked at before the next try.
    again();
  };
  const problem = error && !told && <p role="alert" class="problem">{error}</p>;
  if (!data) return problem || <p class="waiting" role="status">{t('Loading…')}</p>;
  if (!data.changes.length) return <p class="empty">{t('These two are equal.')}</p>;
  return (
    <OutsideForms bucket={bucket}>
      {problem}
      <div class="table plain">
        <table>
          <thead><tr><th scope="col">{t('Field')}</th><th scope="col">{t('From')}</th><th scope="col">{t('To')}</th>{mayRestore && <th scope="col"><span class="hidden">{t('Restore')}</span></th>}</tr></thead>
          <tbody {...rows}>
            {data.changes.map((change) => (
              <tr key={change.field} data-row={change.field}>
                <th scope="row">{titleOf(change.field, type)}</th>
                <td class="version" data-label={t('From')}><del><Value side="from" {...{ change, type }} /></del></td>
                <td class="version" data-label={t('To')}><ins><Value side="to" {...{ change, type }} /></ins></td>
                {mayRestore && <td>{restorable(change.field) && <button type="button" class="small" aria-label={t('Restore {title}', { title: titleOf(change.field, type) })} onClick={() => restore([change.field], titleOf(change.field, type))}>{t('Restore')}</button>}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {mayRestore && data.changes.some((each) => restorable(each.field)) && <p><button type="button" onClick={() => restore(undefined, t('Everything'))}>{t('Restore all fields')}</button></p>}
    </OutsideForms>
  );
}
