// Related objects, picked by search on the server.
import { useSignal } from '@preact/signals';
import { useContext, useEffect } from 'preact/hooks';
import { bucketPath, type Content, get, search } from '../api';
import { Dialog } from '../dialog';
import { useLater, useLoad } from '../load';
import { address } from '../router';
import { Form } from './context';

type Found = Pick<Content, 'id' | 'title' | 'status' | 'slug'>;
type Props = { id: string; label: string; type: string; value: string; set: (value: string) => void };

async function byIds(bucket: string, ids: string[]): Promise<Map<string, Found>> {
  if (!ids.length) return new Map();
  const parameters = { query: { id: { $in: ids } }, status: 'any', props: 'id,title,status,slug', total: false };
  const { objects } = await get<{ objects: Found[] }>(`${bucketPath(bucket)}/objects${search(parameters)}`);
  return new Map(objects.map((each) => [each.id, each]));
}

async function find(bucket: string, type: string, words: string): Promise<Found[]> {
  if (words.trim()) {
    const parameters = { q: words.trim().slice(0, 200), type, status: 'any', kinds: 'objects', limit: 30 };
    return (await get<{ results: Found[] }>(`${bucketPath(bucket)}/search${search(parameters)}`)).results;
  }
  const parameters = { query: { type }, status: 'any', props: 'id,title,status,slug', limit: 30, sort: '-modified_at', total: false };
  return (await get<{ objects: Found[] }>(`${bucketPath(bucket)}/objects${search(parameters)}`)).objects;
}

function Picker({ label, type, chosen, several, pick, close }: {
  label: string; type: string; chosen: string[]; several: boolean; pick: (id: string) => void; close: () => void;
}) {
  const { bucket } = useContext(Form);
  const words = useSignal('');
  const asked = useSignal('');
  const ask = useLater(150, () => (asked.value = words.value));
  const { data, error } = useLoad(() => find(bucket, type, asked.value), [asked.value]);
  return (
    <Dialog title={`Choose: ${label}`} onClose={close}>
      <input type="search" aria-label="Search" placeholder="Search" autofocus
        onInput={(event) => { words.value = event.currentTarget.value; ask(); }} />
      {error && <p role="alert" class="problem">{error}</p>}
      <ul class="picks">
        {data?.map((each) => (
          <li key={each.id}>
            <button type="button" aria-pressed={chosen.includes(each.id)} onClick={() => pick(each.id)}>
              <span>{each.title}</span>{each.status === 'draft' && <span class="badge draft">Draft</span>}
              {chosen.includes(each.id) && <span aria-hidden="true">✓</span>}
            </button>
          </li>
        ))}
      </ul>
      <p class="faint" role="status">{data && data.length === 0 ? 'Nothing is found.' : ''}</p>
      {several && <footer><button type="button" class="primary" onClick={close}>Done</button></footer>}
    </Dialog>
  );
}

function useTitles(ids: string[]) {
  const { bucket } = useContext(Form);
  const known = useSignal(new Map<string, Found | null>());
  const missing = ids.filter((id) => !known.value.has(id)).join();
  useEffect(() => {
    if (!missing) return;
    const list = missing.split(',');
    byIds(bucket, list).then((found) => {
      known.value = new Map([...known.value, ...list.map((id) => [id, found.get(id) ?? null] as const)]);
    }, () => undefined);
  }, [missing]);
  return (id: string) => {
    const found = known.value.get(id);
    return found === undefined ? '…' : found?.title ?? 'Not found: it was deleted, or you may not see it';
  };
}

export function OneRelation({ id, label, type, value, set }: Props) {
  const { bucket } = useContext(Form);
  const picking = useSignal(false);
  const title = useTitles(value ? [value] : []);
  const pick = (chosen: string) => {
    set(chosen);
    picking.value = false;
  };
  return (
    <div class="relation">
      {value && <a href={address(bucket, 'objects', type, value)} target="_blank" rel="noopener">{title(value)}</a>}
      <button id={id} type="button" class="small" aria-label={`${value ? 'Change' : 'Choose'} ${label}`} onClick={() => (picking.value = true)}>{value ? 'Change' : 'Choose'}</button>
      {value && <button type="button" class="quiet small" aria-label={`Remove ${label}`} onClick={() => set('')}>Remove</button>}
      {picking.value && <Picker {...{ label, type, pick }} several={false} chosen={[value]} close={() => (picking.value = false)} />}
    </div>
  );
}

export function ManyRelations({ id, label, type, value, set }: Props) {
  const { bucket } = useContext(Form);
  const picking = useSignal(false);
  const ids = value ? value.split(',').map((each) => each.trim()).filter(Boolean) : [];
  const title = useTitles(ids);
  const put = (next: string[]) => set(next.join(','));
  const toggle = (chosen: string) => put(ids.includes(chosen) ? ids.filter((each) => each !== chosen) : [...ids, chosen]);
  const move = (from: number, to: number) => {
    const next = [...ids];
    next.splice(to, 0, ...next.splice(from, 1));
    put(next);
  };
  return (
    <div>
      <ol class="items">
        {ids.map((each, index) => (
          <li key={each} class="item itembar">
            <a href={address(bucket, 'objects', type, each)} target="_blank" rel="noopener">{title(each)}</a>
            <button type="button" class="quiet" disabled={index === 0} aria-label={`Move ${title(each)} up`} onClick={() => move(index, index - 1)}>↑</button>
            <button type="button" class="quiet" disabled={index === ids.length - 1} aria-label={`Move ${title(each)} down`} onClick={() => move(index, index + 1)}>↓</button>
            <button type="button" class="quiet" aria-label={`Remove ${title(each)}`} onClick={() => toggle(each)}>✕</button>
          </li>
        ))}
      </ol>
      <button id={id} type="button" class="small" aria-label={`Choose ${label}`} onClick={() => (picking.value = true)}>Choose</button>
      {picking.value && <Picker {...{ label, type }} several chosen={ids} pick={toggle} close={() => (picking.value = false)} />}
    </div>
  );
}
