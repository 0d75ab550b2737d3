// What programs come with: the two keys of a bucket, and tokens that permit only what they need.
import { useSignal } from '@preact/signals';
import { bucketPath, get, type ObjectType, type Schemas, send } from '../api';
import { confirm } from '../dialog';
import { ago, fullTime, localTime } from '../format';
import { useLoad } from '../load';
import { say } from '../messages';
import { peopleOf, byWhom } from '../people';
import { rightsIn } from '../rights';
import { plural, t } from '../text';
import { changesOf, useOpening } from './changes';
import { Check, Checks, Field, FormDialog, Radios, textOf, textsOf } from './form';
import { Copyable, Heading, Problem, run, ShownOnce, Table, Waiting } from './parts';

type Token = Schemas['BucketToken'];

export function Keys({ bucket, types }: { bucket: string; types: ObjectType[] }) {
  const path = bucketPath(bucket);
  const { admin } = rightsIn(bucket);
  const { data, error, again } = useLoad(() => get<Schemas['BucketAnswer']>(path).then((answer) => answer.bucket), [bucket]);
  const reset = async () => {
    const yes = await confirm(t('Make two new keys?'), t('Both keys of this bucket end at once: every page and program that uses them stops working until it has the new ones.'), t('Make new keys'));
    if (yes && (await run(() => send('PATCH', path, { reset_api_access_keys: true }), t('The keys are new. The old ones have ended.')))) again();
  };
  const keys = data?.api_access;
  return (
    <>
      <Heading title={t('Keys and tokens')} about={t('What programs read and write this bucket with.')} />
      <Problem text={error} />
      {!data && !error && <Waiting />}
      {data && (
        <section class="card operate">
          <h2>{t('Keys of the bucket')}</h2>
          {!keys && <p class="faint">{t('Your role does not show them.')}</p>}
          {keys && (
            <>
              <p class="faint" id="read-key-about">{data.read_key_reads_drafts ? t('The read key reads drafts too. Where it stands in public pages, switch that off in the settings of the bucket.') : t('The read key reads what is published, and may stand in public pages.')}</p>
              <span class="label">{t('Read key')}</span>
              <Copyable label={t('Read key')} value={keys.read_key} />
              {keys.write_key !== undefined && (
                <>
                  <p class="faint">{t('The write key changes all content. It is a secret: keep it on servers, never in pages.')}</p>
                  <span class="label">{t('Write key')}</span>
                  <Copyable label={t('Write key')} value={keys.write_key} hide />
                </>
              )}
              {admin && <p class="tools"><button type="button" class="danger" onClick={reset}>{t('Make new keys')}</button></p>}
            </>
          )}
        </section>
      )}
      {admin && <Tokens {...{ bucket, types }} path={`${path}/tokens`} />}
    </>
  );
}

function permits({ permissions: { read, write, media } }: Token, types: ObjectType[]): string {
  const titles = Array.isArray(write) ? write.map((slug) => types.find((each) => each.slug === slug)?.title ?? slug) : [];
  return [
    read === 'any' ? t('reads drafts too') : read === 'published' ? t('reads what is published') : '',
    write === 'all' ? t('writes all objects') : titles.length ? t('writes {types}', { types: titles.join(', ') }) : '',
    media ? t('writes media') : '',
  ].filter(Boolean).join('; ') || t('nothing');
}

const expired = (token: Token): boolean => !!token.expires_at && Date.parse(token.expires_at) < Date.now();

function Tokens({ bucket, types, path }: { bucket: string; types: ObjectType[]; path: string }) {
  const { data, error, again } = useLoad(() => get<Schemas['BucketTokenList']>(path), [bucket]);
  const { data: people } = useLoad(() => peopleOf(bucket), [bucket]);
  const edited = useSignal<Token | 'new' | null>(null);
  const secret = useSignal('');
  const opening = useOpening();
  const edit = (token: Token) => opening(async () => {
    const { tokens } = await get<Schemas['BucketTokenList']>(path);
    const found = tokens.find((each) => each.id === token.id);
    if (found) edited.value = found;
    else again();
  });
  const revoke = async (token: Token) => {
    const yes = await confirm(t('Revoke “{title}”?', { title: token.title }), t('Programs that use this token are refused from now on.'), t('Revoke'));
    if (yes && (await run(() => send('DELETE', `${path}/${token.id}`), t('“{title}” is revoked.', { title: token.title })))) again();
  };
  return (
    <>
      <div class="bar below" data-actions>
        <h2>{t('Tokens')}</h2>
        <button type="button" class="primary" onClick={() => (edited.value = 'new')}>{t('New token')}</button>
      </div>
      <Problem text={error} />
      {data && (
        <Table name={t('Tokens')} columns={[t('Title'), t('Permits'), t('Made'), t('Last used'), t('Ends'), '']}
          empty={t('There is no token yet. A token of its own for each program can be revoked alone, and permits only what that program needs.')}
          rows={data.tokens.map((each) => ({
            key: each.id,
            cells: [
              each.title,
              permits(each, types),
              <span class="faint">{byWhom(ago(each.created_at), each.created_by, people)}</span>,
              <span class="faint">{each.last_used_at ? ago(each.last_used_at) : t('never')}</span>,
              expired(each) ? <span class="badge draft">{t('Has ended')}</span> : <span class="faint">{each.expires_at ? fullTime(each.expires_at) : t('never')}</span>,
              <span class="tools">
                <button type="button" class="small" aria-label={t('Change the token {title}', { title: each.title })} onClick={() => void edit(each)}>{t('Change')}</button>
                <button type="button" class="quiet small" aria-label={t('Revoke the token {title}', { title: each.title })} onClick={() => revoke(each)}>{t('Revoke')}</button>
              </span>,
            ],
          }))} />
      )}
      {edited.value && <TokenForm {...{ path, types }} token={edited.value === 'new' ? undefined : edited.value} close={() => (edited.value = null)}
        done={(made) => { edited.value = null; secret.value = made; again(); }} />}
      {secret.value && <ShownOnce title={t('The new token')} text={t('This is the only time that it is shown: keep it where the program finds it. Whoever loses it makes another.')}
        label={t('Token')} value={secret.value} onClose={() => (secret.value = '')} />}
    </>
  );
}

const days = [7, 30, 90, 365];

/** `done` gets the secret of a new one. */
function TokenForm({ path, types, token, close, done }: { path: string; types: ObjectType[]; token?: Token; close: () => void; done: (secret: string) => void }) {
  const before = token?.permissions.write;
  const write = useSignal(before === 'all' ? 'all' : before?.length ? 'some' : 'none');
  const until = useSignal(token ? 'as-is' : '90');
  const expiry = (form: FormData) => {
    if (until.value === 'as-is') return undefined;
    if (until.value === 'never') return null;
    return until.value === 'at' ? new Date(textOf(form, 'expires_at')).getTime() : Date.now() + Number(until.value) * 86_400_000;
  };
  const save = async (form: FormData) => {
    const body = {
      title: textOf(form, 'title'),
      expires_at: expiry(form),
      permissions: { read: textOf(form, 'permissions.read'), write: write.value === 'some' ? textsOf(form, 'permissions.write') : write.value === 'all' ? 'all' : [], media: !!form.get('permissions.media') },
    };
    if (token) {
      const { expires_at: ends, ...rest } = body;
      const changes = { ...changesOf(token as typeof rest, rest), ...(ends === undefined ? {} : { expires_at: ends }) };
      const isChanged = Object.keys(changes).length > 0;
      if (isChanged) await send('PATCH', `${path}/${token.id}`, changes);
      say(isChanged ? t('“{title}” is changed.', { title: body.title }) : t('Nothing has changed since it was saved.'));
      return done('');
    }
    done((await send<{ token: { token: string } }>('POST', path, body)).token.token);
  };
  return (
    <FormDialog title={token ? t('Change the token') : t('New token')} button={token ? t('Save the token') : t('Make the token')} action={save} onClose={close}>
      <Field name="title" label={t('Title')} hint={t('Which program uses it.')} value={token?.title} required maxlength={1000} autofocus />
      <Radios name="permissions.read" label={t('Reads')} value={token?.permissions.read ?? 'published'} options={[
        { value: 'none', label: t('Nothing') }, { value: 'published', label: t('What is published') }, { value: 'any', label: t('Drafts too') },
      ]} />
      <Radios name="writes" label={t('Writes')} value={write.value} onChange={(value) => (write.value = value)} options={[
        { value: 'none', label: t('No objects') }, { value: 'some', label: t('Objects of some types') }, { value: 'all', label: t('All objects') },
      ]} />
      {write.value === 'some' && <Checks name="permissions.write" label={t('Object types')} columns chosen={Array.isArray(before) ? before : []} options={types.map((each) => ({ value: each.slug, label: each.title }))} />}
      <Check name="permissions.media" label={t('Writes media and folders')} checked={token?.permissions.media} />
      <div class="formfield">
        <label for="token-ends">{t('Ends')}</label>
        <select id="token-ends" value={until.value} onChange={(event) => (until.value = event.currentTarget.value)}>
          {token && <option value="as-is">{token.expires_at ? t('As before: {time}', { time: fullTime(token.expires_at) }) : t('As before: never')}</option>}
          {days.map((each) => <option key={each} value={String(each)}>{plural(each, 'in {count} day', 'in {count} days')}</option>)}
          <option value="at">{t('At a time of my choice')}</option>
          <option value="never">{t('Never')}</option>
        </select>
      </div>
      {until.value === 'at' && <Field name="expires_at" type="datetime-local" label={t('Time')} min={localTime(Date.now())} required />}
      <p class="faint">{t('A token never permits more than your own role.')}</p>
    </FormDialog>
  );
}
