// What a bucket is called, what its read key reads, what becomes of what is deleted, and its end.
import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { ApiError, ask, bucketPath, get, imageOf, loadSession, type Media, type Schemas, search, send } from '../api';
import { useLoad } from '../load';
import { say } from '../messages';
import { rightsIn } from '../rights';
import { address, go } from '../router';
import { t } from '../text';
import { changesOf } from './changes';
import { Check, Field, Form, FormDialog, Select, textOf } from './form';
import { Heading, Problem, Waiting } from './parts';

type Bucket = Schemas['Bucket'];

export function BucketSettings({ bucket }: { bucket: string }) {
  const path = bucketPath(bucket);
  const { admin } = rightsIn(bucket);
  const version = useRef('');
  const { data, error, again } = useLoad(() => ask<Schemas['BucketAnswer']>(path).then((answer) => {
    version.current = answer.version;
    return answer.data.bucket;
  }), [bucket]);
  const leaving = useSignal(false);
  const save = async (settings: Partial<Bucket>, told: string) => {
    const body = changesOf(data!, settings);
    if (!Object.keys(body).length) {
      say(t('Nothing has changed since it was saved.'));
      return;
    }
    try {
      version.current = (await ask(path, { method: 'PATCH', body, version: version.current })).version;
    } catch (problem) {
      if (problem instanceof ApiError && problem.status === 412) again(); // what was not touched here shows what they have stored
      throw problem;
    }
    await loadSession();
    again();
    say(told);
  };
  return (
    <>
      <Heading title={t('Bucket settings')} about={t('Title, picture, what the read key reads, the trash, the end.')}>
        {admin && data && <button type="button" class="danger" onClick={() => (leaving.value = true)}>{t('Delete this bucket')}</button>}
      </Heading>
      <Problem text={error} />
      {!data && !error && <Waiting />}
      {data && (
        <>
          <Named {...{ bucket, data, save }} />
          {admin && (
            <section class="card operate">
              <h2>{t('Rules')}</h2>
              <Form label={t('Rules')} button={t('Save the rules')} action={(form) => save({ read_key_reads_drafts: !!form.get('read_key_reads_drafts'), trash_on_delete: !!form.get('trash_on_delete') }, t('The rules are saved.'))}>
                <Check name="read_key_reads_drafts" label={t('The read key reads drafts too')} checked={data.read_key_reads_drafts} hint={t('Switch it off where the key stands in public pages.')} />
                <Check name="trash_on_delete" label={t('What the write key deletes goes to the trash')} checked={data.trash_on_delete} hint={t('As what people delete does. Otherwise programs delete for good.')} />
              </Form>
            </section>
          )}
          <section class="card operate">
            <h2>{t('About it')}</h2>
            <dl class="facts">
              <div><dt>{t('Slug')}</dt><dd class="code">{data.slug}</dd></div>
              <div><dt>{t('Id')}</dt><dd class="code">{data.id}</dd></div>
              <div><dt>{t('Placement')}</dt><dd class="code">{data.cluster}</dd></div>
            </dl>
          </section>
        </>
      )}
      {leaving.value && data && <Remove {...{ path, data }} close={() => (leaving.value = false)} />}
    </>
  );
}

function Named({ bucket, data, save }: { bucket: string; data: Bucket; save: (settings: Partial<Bucket>, told: string) => Promise<void> }) {
  const chosen = useSignal<string | null>(null);
  const picture = chosen.value ?? data.thumbnail ?? '';
  const { data: media } = useLoad(() => get<{ media: Media[] }>(`${bucketPath(bucket)}/media${search({ query: { type: { $regex: '^image/' } }, limit: 200, sort: '-created' })}`).then((answer) => answer.media, () => []), [bucket]);
  const known = media ?? [];
  const options = [{ value: '', label: t('No picture') }, ...known.map((each) => ({ value: each.name, label: each.original_name }))];
  if (data.thumbnail && !known.some((each) => each.name === data.thumbnail)) options.push({ value: data.thumbnail, label: data.thumbnail });
  const store = async (form: FormData) => {
    await save({ title: textOf(form, 'title'), thumbnail: picture || null }, t('Title and picture are saved.'));
    chosen.value = null;
  };
  return (
    <section class="card operate">
      <h2>{t('Title and picture')}</h2>
      <Form label={t('Title and picture')} button={t('Save the title')} action={store}>
        <Field name="title" label={t('Title')} value={data.title} required maxlength={1000} />
        {media && <Select name="thumbnail" label={t('Picture')} value={picture} options={options} onChange={(value) => (chosen.value = value)} />}
        {picture && <img class="thumb" src={imageOf(bucket, picture, 'w=320&h=180&fit=crop')} width={160} height={90} alt={t('The picture of the bucket')} />}
      </Form>
    </section>
  );
}

function Remove({ path, data, close }: { path: string; data: Bucket; close: () => void }) {
  const remove = async (form: FormData) => {
    if (textOf(form, 'slug') !== data.slug) throw new Error(t('That is not the slug of this bucket.'));
    await send('DELETE', path);
    await loadSession(); // who has one bucket is sent into it
    close();
    await go(address(), { force: true });
    say(t('“{title}” is deleted.', { title: data.title }));
  };
  return (
    <FormDialog title={t('Delete this bucket?')} button={t('Delete it with everything in it')} danger action={remove} onClose={close}>
      <p>{t('Content, files, users, keys and webhooks of “{title}” go at once. There is no way back: export it first.', { title: data.title })}</p>
      <Field name="slug" label={t('Type {slug} to go on', { slug: data.slug })} required code autofocus autocomplete="off" />
    </FormDialog>
  );
}
