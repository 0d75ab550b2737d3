// Objects of another bucket, taken over after a look at every field.
import { useSignal } from '@preact/signals';
import { bucketPath, get, type Content, type ObjectType, type Schemas, search, send, session, toldToWebhooks, typesOf } from '../api';
import { confirm } from '../dialog';
import { brief } from '../editor/model';
import { ago, fullTime, shownOf } from '../format';
import { useLater, useLoad } from '../load';
import { say } from '../messages';
import { peopleOf, whoIs } from '../people';
import { rightsIn } from '../rights';
import { address, go, Link, place, setQuery } from '../router';
import { plural, t } from '../text';
import { Field, Form, Select, textOf } from './form';
import { Heading, Pager, pageNow, pageSize, Problem, run, Table, Waiting } from './parts';

type Merge = Schemas['MergeRequest'];
type Change = Schemas['MergeChange'];

const mostObjects = 1000;
const titleOfBucket = (slug: string): string => session.value?.buckets.find((each) => each.slug === slug)?.title ?? slug;

function State({ status }: { status: Merge['status'] }) {
  const name = { open: t('Open'), merged: t('Completed'), closed: t('Closed') }[status];
  return <span class={`badge ${status === 'merged' ? 'live' : status === 'open' ? 'draft' : ''}`}>{name}</span>;
}

export function Merges({ bucket, types, id }: { bucket: string; types: ObjectType[]; id?: string }) {
  if (id === 'new') return <New bucket={bucket} />;
  return id ? <One {...{ bucket, types, id }} /> : <All bucket={bucket} />;
}

const sourcesOf = (bucket: string) => (session.value?.buckets ?? []).filter((each) => each.slug !== bucket && each.role === 'admin');

function All({ bucket }: { bucket: string }) {
  const page = pageNow();
  const { data, error } = useLoad(() => get<Schemas['MergeRequestList']>(`${bucketPath(bucket)}/merge-requests${search({ sort: '-created_at', limit: pageSize, skip: (page - 1) * pageSize })}`), [bucket, page]);
  const { data: people } = useLoad(() => peopleOf(bucket), [bucket]);
  const sources = sourcesOf(bucket);
  return (
    <>
      <Heading title={t('Merge requests')} about={t('Objects of another bucket that are taken over after a look at every field.')}>
        {sources.length > 0 && <Link class="button primary" to={address(bucket, 'settings', 'merges', 'new')}>{t('New merge request')}</Link>}
      </Heading>
      {!sources.length && <p class="notice">{t('It takes another bucket that you administer, such as one in which things are tried.')}</p>}
      <Problem text={error} />
      {!data && !error && <Waiting />}
      {data && (
        <>
          <Table name={t('Merge requests')} columns={[t('Title'), t('From'), t('Objects'), t('State'), t('Made')]} empty={t('There is none yet.')} rows={data.merge_requests.map((each) => ({
            key: each.id,
            cells: [
              <Link to={address(bucket, 'settings', 'merges', each.id)}>{each.title}</Link>, titleOfBucket(each.source_bucket), String(each.objects.length), <State status={each.status} />,
              <span class="faint">{[ago(each.created_at), whoIs(each.created_by, people)].filter(Boolean).join(', ')}</span>,
            ],
          }))} />
          <Pager total={data.total} go={(to) => setQuery({ page: to > 1 ? String(to) : undefined })} />
        </>
      )}
    </>
  );
}

/** The objects of the source, chosen by hand; the choice outlives a search. */
function New({ bucket }: { bucket: string }) {
  const sources = sourcesOf(bucket);
  const source = useSignal(place.value.query.get('from') ?? sources[0]?.slug ?? '');
  const type = useSignal('');
  const words = useSignal('');
  const typed = useSignal('');
  const chosen = useSignal<Map<string, string>>(new Map());
  const list = address(bucket, 'settings', 'merges');
  const { data: types } = useLoad(() => (source.value ? typesOf(source.value) : Promise.resolve([])), [source.value]);
  const query = { ...(type.value ? { type: type.value } : {}), ...(words.value ? { title: { $regex: words.value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), $options: 'i' } } : {}) };
  const { data, error } = useLoad(() => (source.value
    ? get<{ objects: Content[]; total: number }>(`${bucketPath(source.value)}/objects${search({ query, status: 'any', props: 'id,title,type,status,locale,modified_at', sort: '-modified_at', limit: pageSize })}`)
    : Promise.resolve({ objects: [], total: 0 })), [source.value, type.value, words.value]);
  const later = useLater(250, () => (words.value = typed.value.trim()));
  const choose = (objects: Content[], yes: boolean) => {
    const next = new Map(chosen.value);
    for (const each of objects) yes ? next.set(each.id, each.title) : next.delete(each.id);
    chosen.value = next;
  };
  const make = async (form: FormData) => {
    if (!chosen.value.size) throw new Error(t('Choose at least one object.'));
    if (chosen.value.size > mostObjects) throw new Error(t('A merge request has {most} objects at most.', { most: mostObjects }));
    const { merge_request: made } = await send<Schemas['MergeRequestAnswer']>('POST', `${bucketPath(bucket)}/merge-requests`, { title: textOf(form, 'title'), source_bucket: source.value, objects: [...chosen.value.keys()] });
    say(t('The merge request is there: look at what it changes.'));
    await go(address(bucket, 'settings', 'merges', made.id), { replace: true });
  };
  const shown = data?.objects ?? [];
  const allChosen = shown.length > 0 && shown.every((each) => chosen.value.has(each.id));
  return (
    <>
      <Heading title={t('New merge request')} crumbs={<Link to={list}>{t('Merge requests')}</Link>} about={t('Into {title}. Nothing changes before it is completed.', { title: titleOfBucket(bucket) })} />
      <Form label={t('New merge request')} button={plural(chosen.value.size, 'Ask to merge {count} object', 'Ask to merge {count} objects')} action={make} cancel={() => void go(list)}>
        <div class="pair">
          <Field name="title" label={t('Title')} required maxlength={1000} placeholder={t('What it is for')} autofocus />
          <Select name="source_bucket" label={t('From')} value={source.value} options={sources.map((each) => ({ value: each.slug, label: each.title }))}
            onChange={(value) => { source.value = value; type.value = ''; chosen.value = new Map(); }} />
        </div>
        <div class="filters">
          <input type="search" aria-label={t('Search titles')} placeholder={t('Search titles')} onInput={(event) => { typed.value = event.currentTarget.value; later(); }} />
          <select aria-label={t('Type')} value={type.value} onChange={(event) => (type.value = event.currentTarget.value)}>
            <option value="">{t('All types')}</option>
            {types?.map((each) => <option key={each.slug} value={each.slug}>{each.title}</option>)}
          </select>
        </div>
        <Problem text={error} />
        {shown.length > 0 && <label class="choice"><input type="checkbox" checked={allChosen} onChange={(event) => choose(shown, event.currentTarget.checked)} />{t('All that are shown')}</label>}
        <ul class="rows picking" aria-label={t('Objects')}>
          {shown.map((each) => (
            <li key={each.id}>
              <label class="choice"><input type="checkbox" checked={chosen.value.has(each.id)} onChange={(event) => choose([each], event.currentTarget.checked)} /><span>{each.title}</span></label>
              <span class="faint">{[types?.find((known) => known.slug === each.type)?.singular ?? each.type, each.locale, each.status === 'draft' ? t('Draft') : ''].filter(Boolean).join(' · ')}</span>
            </li>
          ))}
        </ul>
        {data && !shown.length && <p class="empty">{t('Nothing is found.')}</p>}
        {data && data.total > shown.length && <p class="faint">{shownOf(shown.length, data.total)}</p>}
      </Form>
    </>
  );
}

function One({ bucket, types, id }: { bucket: string; types: ObjectType[]; id: string }) {
  const path = `${bucketPath(bucket)}/merge-requests/${encodeURIComponent(id)}`;
  const { data, error, again } = useLoad(() => get<Schemas['MergeRequestAnswer']>(path).then((answer) => answer.merge_request), [id]);
  const { data: people } = useLoad(() => peopleOf(bucket), [bucket]);
  const list = address(bucket, 'settings', 'merges');
  const close = async () => {
    if (!(await confirm(t('Close the merge request?'), t('Nothing is taken over, and it cannot be opened again.'), t('Close it unmerged')))) return;
    if (await run(() => send('DELETE', path), t('The merge request is closed.'))) again();
  };
  const open = data?.status === 'open';
  return (
    <>
      <Heading title={data?.title ?? t('Merge request')} crumbs={<Link to={list}>{t('Merge requests')}</Link>}>
        {open && <button type="button" class="danger" onClick={close}>{t('Close unmerged')}</button>}
      </Heading>
      <Problem text={error} />
      {!data && !error && <Waiting />}
      {data && (
        <dl class="facts">
          <div><dt>{t('State')}</dt><dd><State status={data.status} /></dd></div>
          <div><dt>{t('From')}</dt><dd>{titleOfBucket(data.source_bucket)}</dd></div>
          <div><dt>{t('Made')}</dt><dd>{[fullTime(data.created_at), whoIs(data.created_by, people)].filter(Boolean).join(', ')}</dd></div>
          {data.completed_at && <div><dt>{t('Completed')}</dt><dd>{[fullTime(data.completed_at), whoIs(data.completed_by, people)].filter(Boolean).join(', ')}</dd></div>}
        </dl>
      )}
      {open && data && <Changes {...{ bucket, types, path, again }} merge={data} />}
    </>
  );
}

const readAtOnce = 200;

/** All of them: what completing does is counted before anybody is asked, and a request has a thousand objects at most. */
async function changesOf(path: string): Promise<Change[]> {
  const all: Change[] = [];
  for (let skip = 0; ; skip += readAtOnce) {
    const { changes, total } = await get<Schemas['MergeChangeList']>(`${path}/changes${search({ limit: readAtOnce, skip })}`);
    // How a form is shown is nothing that people read in an object.
    all.push(...changes.map((each) => ({ ...each, fields: each.fields.filter(({ field }) => field !== 'options') })));
    if (skip + readAtOnce >= total) return all;
  }
}

/** How many of these objects readers see. */
async function publishedOf(bucket: string, ids: string[]): Promise<number> {
  let count = 0;
  for (let at = 0; at < ids.length; at += readAtOnce) {
    const query = { id: { $in: ids.slice(at, at + readAtOnce) } };
    count += (await get<{ total: number }>(`${bucketPath(bucket)}/objects${search({ query, props: 'id', limit: 1 })}`)).total;
  }
  return count;
}

function Changes({ bucket, types, path, merge, again }: { bucket: string; types: ObjectType[]; path: string; merge: Merge; again: () => void }) {
  const page = pageNow();
  const { data, error } = useLoad(() => changesOf(path), [path]);
  const both = sourcesOf(bucket).some((each) => each.slug === merge.source_bucket);
  const { publish } = rightsIn(bucket);
  const does = (action: Change['action']) => data?.filter((each) => each.action === action).length ?? 0;
  const shown = data?.filter((each) => each.action !== 'none') ?? [];
  const complete = async () => {
    const published = await publishedOf(bucket, shown.flatMap((each) => each.target ?? []));
    const told = [
      does('create') > 0 && plural(does('create'), '{count} object is new.', '{count} objects are new.'),
      does('edit') > 0 && plural(does('edit'), '{count} object that is here is overwritten.', '{count} objects that are here are overwritten.'),
      published > 0 && plural(published, '{count} of them is published: readers see the change at once.', '{count} of them are published: readers see the change at once.'),
    ];
    if (!(await confirm(t('Complete the merge request?'), told.filter(Boolean).join(' '), t('Complete it'), published > 0))) return;
    await send('POST', `${path}/complete`, toldToWebhooks);
    say(t('The merge request is completed: its objects are here as they are in {title}.', { title: titleOfBucket(merge.source_bucket) }));
    again();
  };
  return (
    <>
      <div class="bar below"><h2>{t('What would change')}</h2></div>
      <Problem text={error} />
      {!data && !error && <Waiting />}
      {data && (
        <>
          <p role="status">{[
            does('create') > 0 && plural(does('create'), '{count} new object', '{count} new objects'),
            does('edit') > 0 && plural(does('edit'), '{count} changed object', '{count} changed objects'),
            does('none') > 0 && plural(does('none'), '{count} object is the same already', '{count} objects are the same already'),
          ].filter(Boolean).join(' · ')}</p>
          {shown.slice((page - 1) * pageSize, page * pageSize).map((each) => <OneChange key={each.source} change={each} type={types.find((known) => known.slug === each.type)} />)}
          <Pager inOrder total={shown.length} go={(to) => setQuery({ page: to > 1 ? String(to) : undefined })} />
          {both && publish ? (
            <section class="card operate">
              <Form label={t('Complete')} button={t('Complete it')} action={complete}>
                <p>{t('All of it happens at once, or nothing does. Types, files and related objects that are missing here come with it.')}</p>
              </Form>
            </section>
          ) : <p class="notice">{t('It takes an administrator of both buckets who may publish to complete it.')}</p>}
        </>
      )}
    </>
  );
}

function nameOfField(field: string, type?: ObjectType): string {
  const known: Record<string, string> = { title: t('Title'), content: t('Content'), status: t('Status'), thumbnail: t('Thumbnail'), publish_at: t('Publish at'), unpublish_at: t('Unpublish at'), metafields: t('Fields') };
  const key = field.replace(/^metadata\./, '');
  return known[field] ?? type?.metafields.find((each) => each.key === key)?.title ?? key;
}

function OneChange({ change, type }: { change: Change; type?: ObjectType }) {
  return (
    <details class="card change" open={change.fields.length <= 8}>
      <summary>
        <strong>{change.title}</strong> <span class="faint">{[type?.singular ?? change.type, change.locale].filter(Boolean).join(' · ')}</span>{' '}
        <span class={`badge ${change.action === 'create' ? 'live' : 'draft'}`}>{change.action === 'create' ? t('New') : change.fields.length ? plural(change.fields.length, '{count} field', '{count} fields') : t('Changed')}</span>
      </summary>
      {!change.fields.length && <p class="faint">{t('Only how its form is shown differs.')}</p>}
      {change.fields.length > 0 && (
        <div class="table plain">
          <table aria-label={change.title}>
            <thead><tr><th scope="col">{t('Field')}</th>{change.action === 'edit' && <th scope="col">{t('Here')}</th>}<th scope="col">{t('There')}</th></tr></thead>
            <tbody>
              {change.fields.filter((each) => change.action === 'edit' || brief(each.to)).map((each) => (
                <tr key={each.field}>
                  <th scope="row">{nameOfField(each.field, type)}</th>
                  {change.action === 'edit' && <td class="version">{brief(each.from) ? <del>{brief(each.from)}</del> : <span class="faint">{t('empty')}</span>}</td>}
                  <td class="version">{brief(each.to) ? <ins>{brief(each.to)}</ins> : <span class="faint">{t('empty')}</span>}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </details>
  );
}
