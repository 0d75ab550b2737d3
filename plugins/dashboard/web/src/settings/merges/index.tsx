// Objects of another bucket, taken over after a look at every field.
import { bucketPath, get, type ObjectType, type Schemas, search, send } from '../../api';
import { confirm } from '../../dialog';
import { ago, fullTime } from '../../format';
import { useLoad } from '../../load';
import { byWhom, peopleOf } from '../../people';
import { address, Link, setQuery } from '../../router';
import { focusHeading } from '../../shell/focus';
import { t } from '../../text';
import { Heading, Pager, pageNow, pageSize, Problem, run, Table, Waiting } from '../parts';
import { Changes } from './changes';
import { New } from './new';
import { NoSource, sourcesOf, titleOfBucket } from './sources';

type Merge = Schemas['MergeRequest'];

function State({ status }: { status: Merge['status'] }) {
  const name = { open: t('Open'), merged: t('Completed'), closed: t('Closed') }[status];
  return <span class={`badge ${status === 'merged' ? 'live' : status === 'open' ? 'draft' : ''}`}>{name}</span>;
}

export function Merges({ bucket, types, id }: { bucket: string; types: ObjectType[]; id?: string }) {
  if (id === 'new') return <New bucket={bucket} />;
  return id ? <One {...{ bucket, types, id }} /> : <All bucket={bucket} />;
}

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
      {!sources.length && <NoSource />}
      <Problem text={error} />
      {!data && !error && <Waiting />}
      {data && (
        <>
          <Table name={t('Merge requests')} columns={[t('Title'), t('From'), t('Objects'), t('State'), t('Made')]} empty={t('There is none yet.')} rows={data.merge_requests.map((each) => ({
            key: each.id,
            cells: [
              <Link to={address(bucket, 'settings', 'merges', each.id)}>{each.title}</Link>, titleOfBucket(each.source_bucket), String(each.objects.length), <State status={each.status} />,
              <span class="faint">{byWhom(ago(each.created_at), each.created_by, people)}</span>,
            ],
          }))} />
          <Pager total={data.total} go={(to) => setQuery({ page: to > 1 ? String(to) : undefined })} />
        </>
      )}
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
    await run(() => send('DELETE', path), t('The merge request is closed.'));
    // Also when it is refused: somebody else may have completed it.
    again();
    focusHeading();
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
          <div><dt>{t('Made')}</dt><dd>{byWhom(fullTime(data.created_at), data.created_by, people)}</dd></div>
          {data.completed_at && <div><dt>{t('Completed')}</dt><dd>{byWhom(fullTime(data.completed_at), data.completed_by, people)}</dd></div>}
        </dl>
      )}
      {open && data && <Changes {...{ bucket, types, path, again }} merge={data} />}
    </>
  );
}

