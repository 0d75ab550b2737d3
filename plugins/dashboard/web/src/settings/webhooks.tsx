// Programs that are told what happens: where they are, what they hear, and what came of each delivery.
import { useSignal } from '@preact/signals';
import { bucketPath, get, type ObjectType, type Schemas, send } from '../api';
import { confirm, Dialog } from '../dialog';
import { useLoad } from '../load';
import { say } from '../messages';
import { address, go, Link } from '../router';
import { t } from '../text';
import { answerOf } from './answer';
import { changesOf, useOpening } from './changes';
import { Deliveries } from './deliveries';
import { Check, Checks, Field, FormDialog, textOf, textsOf } from './form';
import { Heading, Problem, run, ShownOnce, Table, Waiting } from './parts';

export type Webhook = Schemas['Webhook'];
type Test = Schemas['WebhookTest']['test'];

const aboutEvent = (event: string): string => ({
  'object.created.draft': t('A draft is created'),
  'object.created.published': t('An object is created and published'),
  'object.edited.draft': t('A draft is changed'),
  'object.edited.published': t('A published object is changed, or a draft is published'),
  'object.edited.unpublished': t('A published object becomes a draft'),
  'object.deleted': t('An object is deleted'),
  'revision.created': t('A draft is prepared over a published object'),
  'media.created': t('A file is uploaded'),
  'media.edited': t('A file is described anew'),
  'media.deleted': t('A file is deleted'),
  'merge.completed': t('A merge request is completed'),
  'cache.purge': t('A cache in front of the server must forget answers'),
})[event] ?? event;
const events: Schemas['WebhookEvent'][] = ['object.created.draft', 'object.created.published', 'object.edited.draft', 'object.edited.published', 'object.edited.unpublished',
  'object.deleted', 'revision.created', 'media.created', 'media.edited', 'media.deleted', 'merge.completed', 'cache.purge'];

const likeAddress = 'https://example.com/hooks';
const likeHeader = 'X-Token: abc';

export const titleOf = (webhook: Webhook): string => webhook.title || webhook.endpoint.replace(/^https?:\/\//, '');

export function State({ webhook }: { webhook: Webhook }) {
  if (webhook.enabled) return <span class="badge live">{t('On')}</span>;
  return <><span class="badge draft">{t('Off')}</span>{webhook.disabled_reason && <span class="faint line">{webhook.disabled_reason}</span>}</>;
}

export function Webhooks({ bucket, types, id }: { bucket: string; types: ObjectType[]; id?: string }) {
  return id ? <One {...{ bucket, types, id }} /> : <All {...{ bucket, types }} />;
}

function All({ bucket, types }: { bucket: string; types: ObjectType[] }) {
  const path = `${bucketPath(bucket)}/webhooks`;
  const { data, error, again } = useLoad(() => get<Schemas['WebhookList']>(`${path}?limit=100`), [bucket]);
  const adding = useSignal(false);
  const secret = useSignal('');
  return (
    <>
      <Heading title={t('Webhooks')} about={t('Programs that are told what happens here, and every delivery to them.')}>
        <button type="button" class="primary" onClick={() => (adding.value = true)}>{t('New webhook')}</button>
      </Heading>
      <Problem text={error} />
      {!data && !error && <Waiting />}
      {data && (
        <Table name={t('Webhooks')} columns={[t('Title'), t('Address'), t('Hears of'), t('State')]} empty={t('Nobody is told yet. A webhook posts what happens here to an address of yours, signed, and again until it has arrived.')}
          rows={data.webhooks.map((each) => ({
            key: each.id,
            cells: [<Link to={address(bucket, 'settings', 'webhooks', each.id)}>{titleOf(each)}</Link>, <span class="code">{each.endpoint}</span>,
              <span class="faint">{each.events.join(', ')}</span>, <State webhook={each} />],
          }))} />
      )}
      {adding.value && <WebhookForm {...{ path, types }} close={() => (adding.value = false)} done={(made) => { adding.value = false; secret.value = made; again(); }} />}
      {secret.value && <Secret value={secret.value} onClose={() => (secret.value = '')} />}
    </>
  );
}

const Secret = ({ value, onClose }: { value: string; onClose: () => void }) => (
  <ShownOnce title={t('The secret of the webhook')} label={t('Secret')} value={value} onClose={onClose}
    text={t('The receiver checks with it that a delivery is from this server. This is the only time that it is shown.')} />
);

function One({ bucket, types, id }: { bucket: string; types: ObjectType[]; id: string }) {
  const path = `${bucketPath(bucket)}/webhooks/${encodeURIComponent(id)}`;
  const { data, error, again } = useLoad(() => get<Schemas['WebhookAnswer']>(path).then((answer) => answer.webhook), [id]);
  const editing = useSignal<Webhook | null>(null);
  const opening = useOpening();
  const secret = useSignal('');
  const tested = useSignal<{ result?: Test } | null>(null);
  const round = useSignal(0);
  const list = address(bucket, 'settings', 'webhooks');
  const test = async () => {
    if (tested.value) return;
    const waiting = (tested.value = {});
    let result: Test | undefined;
    await run(async () => (result = (await send<Schemas['WebhookTest']>('POST', `${path}/test`)).test), t('The test is sent.'));
    // Who closed it meanwhile does something else.
    if (tested.peek() === waiting) tested.value = result ? { result } : null;
  };
  const rotate = async () => {
    if (!(await confirm(t('Make a new secret?'), t('The old one goes on signing beside the new one for 24 hours, so that the receiver can be changed in between.'), t('Make a new secret'), false))) return;
    await run(async () => (secret.value = (await send<Schemas['WebhookAnswer']>('POST', `${path}/rotate-secret`)).webhook.secret ?? ''), t('The secret is new.'));
  };
  const turn = async (enabled: boolean) => {
    if (await run(() => send('PATCH', path, { enabled }), enabled ? t('The webhook is on: what waited is sent.') : t('The webhook is off: deliveries wait, for five days at most.'))) again();
  };
  const remove = async () => {
    const title = titleOf(data!);
    if (!(await confirm(t('Delete “{title}”?', { title }), t('Its deliveries and their history go with it.'), t('Delete')))) return;
    if (await run(() => send('DELETE', path), t('“{title}” is deleted.', { title }))) void go(list, { replace: true });
  };
  return (
    <>
      <Heading title={data ? titleOf(data) : t('Webhook')} crumbs={<Link to={list}>{t('Webhooks')}</Link>}>
        {data && (
          <>
            <button type="button" class="primary" onClick={test}>{t('Send a test')}</button>
            <button type="button" onClick={() => void opening(async () => (editing.value = (await get<Schemas['WebhookAnswer']>(path)).webhook))}>{t('Change')}</button>
            <button type="button" onClick={() => turn(!data.enabled)}>{data.enabled ? t('Switch off') : t('Switch on')}</button>
            <button type="button" onClick={rotate}>{t('New secret')}</button>
            <button type="button" class="danger" onClick={remove}>{t('Delete')}</button>
          </>
        )}
      </Heading>
      <Problem text={error} />
      {!data && !error && <Waiting />}
      {data && <Facts {...{ types }} webhook={data} />}
      {data && <Deliveries {...{ path }} round={round.value} enabled={data.enabled} />}
      {editing.value && <WebhookForm {...{ path, types }} webhook={editing.value} close={() => (editing.value = null)} done={() => { editing.value = null; again(); round.value++; }} />}
      {secret.value && <Secret value={secret.value} onClose={() => (secret.value = '')} />}
      {tested.value && (
        <Dialog title={t('Test of the webhook')} onClose={() => (tested.value = null)}>
          {!tested.value.result ? <p role="status">{t('Waiting for the receiver, 15 seconds at most …')}</p> : (
            <div role="status">
              <p>{tested.value.result.delivered ? <span class="badge live">{t('It has arrived')}</span> : <span class="badge draft">{t('It has not arrived')}</span>}</p>
              <p>{answerOf(tested.value.result)}</p>
              <p class="faint">{t('The event was {event}; it stands in no list of deliveries.', { event: tested.value.result.event })}</p>
            </div>
          )}
          <footer><button type="button" class="primary" onClick={() => (tested.value = null)}>{t('Close it')}</button></footer>
        </Dialog>
      )}
    </>
  );
}

function Facts({ webhook, types }: { webhook: Webhook; types: ObjectType[] }) {
  const names = webhook.object_types.map((slug) => types.find((each) => each.slug === slug)?.title ?? slug);
  const facts: [string, string | false][] = [
    [t('Address'), webhook.endpoint],
    [t('Hears of'), webhook.events.map(aboutEvent).join(' · ')],
    [t('Object types'), names.length ? names.join(', ') : t('All')],
    [t('Properties'), webhook.props || false],
    [t('Headers'), Object.entries(webhook.headers).map(([name, value]) => `${name}: ${value}`).join(' · ') || false],
  ];
  return (
    <dl class="facts">
      <div><dt>{t('State')}</dt><dd><State webhook={webhook} /></dd></div>
      {facts.filter(([, value]) => value).map(([name, value]) => <div key={name}><dt>{name}</dt><dd>{value}</dd></div>)}
    </dl>
  );
}

// Without a box for it the webhook would become one for all types.
function goneOf(webhook: Webhook | undefined, types: ObjectType[]) {
  const slugs = webhook?.object_types.filter((slug) => !types.some((each) => each.slug === slug)) ?? [];
  return slugs.map((slug) => ({ value: slug, label: slug, hint: t('Deleted') }));
}

// "Name: value" in each line, as people copy headers.
function headersOf(text: string): Record<string, string> {
  const lines = text.split('\n').map((line) => line.trim()).filter(Boolean);
  return Object.fromEntries(lines.map((line) => {
    const at = line.indexOf(':');
    if (at < 1) throw new Error(t('Each header is a line like “X-Token: abc”; this one is not: {line}', { line }));
    return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
  }));
}

/** `done` gets the secret of a new one. */
function WebhookForm({ path, types, webhook, close, done }: { path: string; types: ObjectType[]; webhook?: Webhook; close: () => void; done: (secret: string) => void }) {
  const save = async (form: FormData) => {
    const body = {
      title: textOf(form, 'title'), endpoint: textOf(form, 'endpoint'), events: textsOf(form, 'events'), object_types: textsOf(form, 'object_types'),
      props: textOf(form, 'props'), headers: headersOf(textOf(form, 'headers')), enabled: !!form.get('enabled'),
    };
    if (!body.events.length) throw new Error(t('Choose at least one event.'));
    if (webhook) {
      const changes = changesOf(webhook as typeof body, body);
      const isChanged = Object.keys(changes).length > 0;
      if (isChanged) await send('PATCH', path, changes);
      say(isChanged ? t('The webhook is changed.') : t('Nothing has changed since it was saved.'));
      return done('');
    }
    const answer = await send<Schemas['WebhookAnswer']>('POST', path, body);
    say(t('The webhook is there.'));
    done(answer.webhook.secret ?? '');
  };
  return (
    <FormDialog wide title={webhook ? t('Change the webhook') : t('New webhook')} button={webhook ? t('Save the webhook') : t('Make the webhook')} action={save} onClose={close}>
      <Field name="endpoint" type="url" label={t('Address')} hint={t('Reached from this server by http or https; private addresses only where its operator allows them.')} placeholder={likeAddress} value={webhook?.endpoint} required maxlength={2000} autofocus code />
      <Field name="title" label={t('Title')} value={webhook?.title} maxlength={1000} />
      <Checks name="events" label={t('Hears of')} chosen={webhook?.events ?? ['object.created.published', 'object.edited.published', 'object.edited.unpublished', 'object.deleted']} hint={t('It is told what people do in the dashboard, and what programs write with trigger_webhook.')}
        options={events.map((each) => ({ value: each, label: each, hint: aboutEvent(each) }))} columns />
      <Checks name="object_types" label={t('Objects of')} hint={t('None chosen: objects of all types.')} chosen={webhook?.object_types ?? []} options={[...types.map((each) => ({ value: each.slug, label: each.title })), ...goneOf(webhook, types)]} columns />
      <Field name="props" label={t('Properties')} hint={t('What the data hold, such as id,title,metadata.teaser. Empty: everything.')} value={webhook?.props} code />
      <Field name="headers" label={t('Headers')} hint={t('One in each line, sent with every delivery.')} rows={3} code placeholder={likeHeader} value={Object.entries(webhook?.headers ?? {}).map(([name, value]) => `${name}: ${value}`).join('\n')} />
      <Check name="enabled" label={t('It is on')} checked={webhook?.enabled ?? true} />
    </FormDialog>
  );
}
