// Every bucket of the server.
import { useSignal } from '@preact/signals';
import { get, type Schemas, search, session } from '../api';
import { fullTime } from '../format';
import { useLoad } from '../load';
import { nameOfRole } from '../rights';
import { address, Link, setQuery } from '../router';
import { Heading, Pager, pageNow, pageSize, Problem, Table, Waiting } from '../settings/parts';
import { t } from '../text';
import { NewBucket } from './newbucket';

export function AllBuckets() {
  const page = pageNow();
  const { data, error } = useLoad(() => get<Schemas['ServerBucketList']>(`/server/buckets${search({ limit: pageSize, skip: (page - 1) * pageSize })}`), [page]);
  const adding = useSignal(false);
  const own = (slug: string) => session.value?.buckets.find((each) => each.slug === slug);
  return (
    <>
      <Heading title={t('All buckets')} about={t('Every bucket of this server.')}>
        <button type="button" class="primary" onClick={() => (adding.value = true)}>{t('New bucket')}</button>
      </Heading>
      <Problem text={error} />
      {!data && !error && <Waiting />}
      {data && (
        <>
          <Table name={t('All buckets')} columns={[t('Title'), t('Slug'), t('Your role'), t('Placement'), t('Made')]} empty={t('There is no bucket yet.')} rows={data.buckets.map((each) => {
            const role = own(each.slug);
            return {
              key: each.id,
              cells: [role ? <Link to={address(each.slug)}>{each.title}</Link> : each.title, <span class="code">{each.slug}</span>,
                <span class="faint">{role ? nameOfRole(role.role) : t('None: its administrators invite')}</span>, <span class="code faint">{each.cluster}</span>, <span class="faint">{fullTime(each.created_at)}</span>],
            };
          })} />
          <Pager total={data.total} go={(to) => setQuery({ page: to > 1 ? String(to) : undefined })} />
        </>
      )}
      {adding.value && <NewBucket screen="settings" close={() => (adding.value = false)} />}
    </>
  );
}
