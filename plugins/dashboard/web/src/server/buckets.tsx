// Every bucket of the server, and a new one.
import { useSignal } from '@preact/signals';
import { get, loadSession, type Schemas, search, send, session } from '../api';
import { fullTime } from '../format';
import { useLoad } from '../load';
import { say } from '../messages';
import { nameOfRole } from '../rights';
import { address, go, Link, setQuery } from '../router';
import { Field, FormDialog, textOf } from '../settings/form';
import { Heading, Pager, pageNow, pageSize, Problem, Table, Waiting } from '../settings/parts';
import { t } from '../text';

export function AllBuckets() {
  const page = pageNow();
  const { data, error } = useLoad(() => get<Schemas['ServerBucketList']>(`/server/buckets${search({ limit: pageSize, skip: (page - 1) * pageSize })}`), [page]);
  const adding = useSignal(false);
  const make = async (form: FormData) => {
    const { bucket } = await send<Schemas['BucketAnswer']>('POST', '/buckets', { title: textOf(form, 'title'), slug: textOf(form, 'slug') || undefined });
    await loadSession();
    say(t('“{title}” is there, and you are its administrator.', { title: bucket.title }));
    await go(address(bucket.slug, 'settings'));
  };
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
      {adding.value && (
        <FormDialog title={t('New bucket')} button={t('Make the bucket')} action={make} onClose={() => (adding.value = false)}>
          <Field name="title" label={t('Title')} required maxlength={1000} autofocus />
          <Field name="slug" label={t('Slug')} hint={t('It stands in every address, and stays. Empty: made from the title.')} maxlength={200} code />
        </FormDialog>
      )}
    </>
  );
}
