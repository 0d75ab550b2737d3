// What was sent to a webhook's receiver: every try, the body, and once more on request.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { get, type Schemas, search, send } from '../api';
import { Dialog } from '../dialog';
import { readJson, writeJson } from '../exact';
import { ago, fullTime, until } from '../format';
import { useLoad } from '../load';
import { place, setQuery } from '../router';
import { plural, t } from '../text';
import { answerOf } from './answer';
import { Copyable, Pager, pageNow, pageSize, Problem, run, Table } from './parts';

type Delivery = Schemas['Delivery'];
const states = ['waiting', 'sending', 'delivered', 'failed'] as const;
const lookAgain = 5000;

const nameOfState = (state: string): string =>
  ({ waiting: t('Waits'), sending: t('Is being sent'), delivered: t('Has arrived'), failed: t('Has failed') })[state] ?? state;

export function Deliveries({ path, round, enabled }: { path: string; round: number; enabled: boolean }) {
  const state = place.value.query.get('state') ?? '';
  const page = pageNow();
  const { data, error, again } = useLoad(() => get<Schemas['DeliveryList']>(`${path}/deliveries${search({ state, limit: pageSize, skip: (page - 1) * pageSize })}`), [path, state, page], round);
  const opened = useSignal<Delivery | null>(null);
  // What is under way ends by itself: it is looked at until it has.
  const busy = data?.deliveries.some((each) => each.state === 'sending' || (each.state === 'waiting' && enabled));
  useEffect(() => {
    if (!busy) return;
    const timer = setInterval(() => document.hidden || again(), lookAgain);
    return () => clearInterval(timer);
  }, [busy]);
  const redeliver = async (delivery: Delivery) => {
    if (await run(() => send('POST', `${path}/deliveries/${delivery.id}/redeliver`), t('It is sent again now.'))) again();
  };
  return (
    <>
      <div class="bar below">
        <h2>{t('Deliveries')}</h2>
        <label class="inline">{t('Show')}
          <select value={state} onChange={(event) => setQuery({ state: event.currentTarget.value, page: undefined })}>
            <option value="">{t('All')}</option>
            {states.map((each) => <option key={each} value={each}>{nameOfState(each)}</option>)}
          </select>
        </label>
      </div>
      <Problem text={error} />
      {data && (
        <Table name={t('Deliveries')} columns={[t('Event'), t('State'), t('Last try'), t('Made'), '']} empty={state ? t('No delivery is in this state.') : t('Nothing was sent yet.')}
          rows={data.deliveries.map((each) => {
            const last = each.attempts.at(-1);
            return {
              key: each.id,
              cells: [
                each.event,
                <>
                  <span class={`badge ${each.state === 'delivered' ? 'live' : each.state === 'failed' ? 'bad' : 'draft'}`}>{nameOfState(each.state)}</span>
                  {each.reason && <span class="faint line">{each.reason}</span>}
                  {each.next_attempt_at && <span class="faint line">{t('Next try {time}', { time: until(Date.parse(each.next_attempt_at)) })}</span>}
                </>,
                <span class="faint">{last ? answerOf(last) : t('None yet')}{each.attempts.length > 1 && <span class="line">{plural(each.attempts.length, '{count} try', '{count} tries')}</span>}</span>,
                <span class="faint">{ago(each.created_at)}</span>,
                <span class="tools">
                  <button type="button" class="small" aria-label={t('Look at {event} of {time}', { event: each.event, time: fullTime(each.created_at) })} onClick={() => (opened.value = each)}>{t('Look')}</button>
                  {each.state !== 'sending' && enabled && <button type="button" class="quiet small" aria-label={t('Send again: {event} of {time}', { event: each.event, time: fullTime(each.created_at) })} onClick={() => redeliver(each)}>{t('Send again')}</button>}
                </span>,
              ],
            };
          })} />
      )}
      {data && <Pager total={data.total} go={(to) => setQuery({ page: to > 1 ? String(to) : undefined })} />}
      {opened.value && <Look {...{ path }} delivery={opened.value} close={() => (opened.value = null)} />}
    </>
  );
}

const prettyOf = (body: string): string => {
  try {
    return writeJson(readJson(body), 2);
  } catch {
    return body;
  }
};

function Look({ path, delivery, close }: { path: string; delivery: Delivery; close: () => void }) {
  const { data, error } = useLoad(() => get<{ delivery: Delivery & { body: string } }>(`${path}/deliveries/${delivery.id}`).then((answer) => answer.delivery), [delivery.id]);
  return (
    <Dialog wide title={delivery.event} onClose={close}>
      <Problem text={error} />
      {!data && !error && <p role="status">{t('Loading…')}</p>}
      {data && (
        <div class="looked">
          <span class="label">{t('Webhook-Id')}</span>
          <Copyable label={t('Webhook-Id')} value={data.id} />
          <h3>{t('Tries')}</h3>
          {data.attempts.length === 0 && <p class="faint">{t('None yet')}</p>}
          <ol class="rows">{data.attempts.map((each) => <li key={each.time}><span>{answerOf(each)}</span><span class="faint">{fullTime(each.time)}</span></li>)}</ol>
          <h3>{t('What was sent')}</h3>
          <pre class="code" tabIndex={0} aria-label={t('What was sent')}>{prettyOf(data.body)}</pre>
        </div>
      )}
    </Dialog>
  );
}
