// Related objects, picked by search on the server.
import { useSignal } from '@preact/signals';
import { useContext } from 'preact/hooks';
import { bucketPath, type Content, get, type Media, type Metafield, search } from '../api';
import { Dialog } from '../dialog';
import { keepFocus } from '../focus';
import { shownOf } from '../format';
import { useLater, useLoad, useSurely } from '../load';
import { DraftBadge, withLive } from '../readers';
import { address } from '../router';
import { t } from '../text';
import { Form } from './context';
import { CreateInPlace } from './editor';
import { brief } from './model';

type Found = Pick<Content, 'id' | 'title' | 'status' | 'slug' | 'published_at'> & { live?: boolean };
const foundProps = 'id,title,status,slug,published_at';
type Props = { id: string; described?: string | undefined; label: string; type: string; value: string; set: (value: string) => void };

async function byIds(bucket: string, ids: string[]): Promise<Map<string, Found>> {
  if (!ids.length) return new Map();
  const parameters = { query: { id: { $in: ids } }, status: 'any', props: foundProps, total: false };
  const { objects } = await get<{ objects: Found[] }>(`${bucketPath(bucket)}/objects${search(parameters)}`);
  return new Map(objects.map((each) => [each.id, each]));
}

const askedAtOnce = 200;

/** The titles of objects by their ids: where several buckets have one, as the first has it. What cannot be read has none. */
export async function titlesOf(buckets: string[], ids: string[]): Promise<Map<string, string>> {
  const titles = new Map<string, string>();
  for (let at = 0; at < ids.length; at += askedAtOnce) {
    const some = ids.slice(at, at + askedAtOnce);
    const found = await Promise.all(buckets.map((each) => byIds(each, some).catch(() => new Map<string, Found>())));
    for (const id of some) {
      const title = found.find((each) => each.has(id))?.get(id)?.title;
      if (title) titles.set(id, title);
    }
  }
  return titles;
}

async function find(bucket: string, type: string, words: string): Promise<{ found: Found[]; total: number }> {
  if (words.trim()) {
    const parameters = { q: words.trim().slice(0, 200), type, status: 'any', kinds: 'objects', limit: 30 };
    const { results, total } = await get<{ results: Found[]; total: number }>(`${bucketPath(bucket)}/search${search(parameters)}`);
    return { found: await withLive(bucket, results), total };
  }
  const parameters = { query: { type }, status: 'any', props: foundProps, limit: 30, sort: '-modified_at' };
  const { objects, total } = await get<{ objects: Found[]; total: number }>(`${bucketPath(bucket)}/objects${search(parameters)}`);
  return { found: await withLive(bucket, objects), total };
}

function Picker({ label, type, chosen, several, pick, close }: {
  label: string; type: string; chosen: string[]; several: boolean; pick: (id: string) => void; close: () => void;
}) {
  const { bucket, trial } = useContext(Form);
  const words = useSignal('');
  const asked = useSignal('');
  const ask = useLater(150, () => (asked.value = words.value));
  const making = useSignal(false);
  const looked = useSignal('');
  const { data, error } = useLoad(() => find(bucket, type, asked.value), [asked.value]);
  const title = words.value.trim();
  const made = (id: string) => {
    making.value = false;
    pick(id);
  };
  return (
    <Dialog title={t('Choose: {label}', { label })} onClose={close}>
      <input type="search" aria-label={t('Search')} placeholder={t('Search')} autofocus
        onInput={(event) => { words.value = event.currentTarget.value; ask(); }} />
      {error && <p role="alert" class="problem">{error}</p>}
      <ul class="picks">
        {data?.found.map((each) => (
          <li key={each.id}>
            <div class="pick">
              <button type="button" aria-pressed={chosen.includes(each.id)} onClick={() => pick(each.id)}>
                <span>{each.title}</span><DraftBadge of={each} />
                {chosen.includes(each.id) && <span aria-hidden="true">✓</span>}
              </button>
              <button type="button" class="quiet" aria-expanded={looked.value === each.id} aria-label={t('Details')}
                onClick={() => (looked.value = looked.value === each.id ? '' : each.id)}>{looked.value === each.id ? '▴' : '▾'}</button>
            </div>
            {looked.value === each.id && <Look bucket={bucket} id={each.id} />}
          </li>
        ))}
      </ul>
      <p class="faint" role="status">{data && shownOf(data.found.length, data.total)}</p>
      <footer>
        {!trial && <button type="button" class="cut" onClick={() => (making.value = true)}>{title ? t('New: “{title}”', { title }) : t('New')}</button>}
        {several && <button type="button" class="primary" onClick={close}>{t('Done')}</button>}
      </footer>
      {making.value && <CreateInPlace {...{ bucket, type, title }} done={made} close={() => (making.value = false)} />}
    </Dialog>
  );
}

type Related = { title?: string } | string | null;
/** As it is read with what it leads to. */
type Led = Metafield & { object?: Related; objects?: Related[]; metadata?: Media | null };
const titleOf = (related: Related | undefined): string => (related && typeof related === 'object' ? related.title ?? '' : '');
const marks: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };
const withoutTags = (html: string): string =>
  html.replace(/<[^>]*>/g, ' ').replace(/&(\w+);/g, (all, name: string) => marks[name] ?? all).replace(/\s+/g, ' ').trim();

function textOf(field: Led): string {
  switch (field.type) {
    case 'object': return titleOf(field.object);
    case 'objects': return (field.objects ?? []).map(titleOf).filter(Boolean).join(', ');
    case 'file': return field.metadata?.original_name ?? brief(field.value);
    case 'html-textarea': return withoutTags(brief(field.value));
    default: return brief(field.value);
  }
}

/** What stands in an object, before it is chosen. */
function Look({ bucket, id }: { bucket: string; id: string }) {
  const { data, error } = useLoad(() => get<{ object: Content }>(`${bucketPath(bucket)}/objects/${id}${search({ status: 'any', show_metafields: true, depth: 1 })}`), [id]);
  if (error && !data) return <p role="alert" class="problem">{error}</p>;
  if (!data) return <p class="faint">{t('Loading…')}</p>;
  const told = (data.object.metafields ?? []).map((each) => ({ title: each.title, text: textOf(each) })).filter((each) => each.text).slice(0, 6);
  return <dl class="look">{told.map((each) => <div key={each.title}><dt>{each.title}</dt><dd>{each.text.slice(0, 160)}</dd></div>)}</dl>;
}

function useTitles(ids: string[]) {
  const { bucket } = useContext(Form);
  const known = useSignal(new Map<string, Found | null>());
  const missing = ids.filter((id) => !known.value.has(id)).join();
  useSurely(async () => {
    const list = missing ? missing.split(',') : [];
    const found = await byIds(bucket, list);
    if (list.length) known.value = new Map([...known.peek(), ...list.map((id) => [id, found.get(id) ?? null] as const)]);
  }, [missing]);
  return (id: string) => {
    const found = known.value.get(id);
    return found === undefined ? '…' : found?.title ?? t('Not found: it was deleted, or you may not see it');
  };
}

/** The titles of related objects, to be read. */
export function RelationTitles({ value }: { value: string }) {
  const ids = value.split(',').map((each) => each.trim()).filter(Boolean);
  const title = useTitles(ids);
  return <span class="version">{ids.map(title).join(', ')}</span>;
}

export function OneRelation({ id, described, label, type, value, set }: Props) {
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
      <button id={id} type="button" class="small" aria-describedby={described} aria-label={value ? t('Change {label}', { label }) : t('Choose {label}', { label })} onClick={() => (picking.value = true)}>{value ? t('Change') : t('Choose')}</button>
      {value && <button type="button" class="quiet small" aria-label={t('Remove {title}', { title: label })} onClick={() => { document.getElementById(id)?.focus(); set(''); }}>{t('Remove')}</button>}
      {picking.value && <Picker {...{ label, type, pick }} several={false} chosen={[value]} close={() => (picking.value = false)} />}
    </div>
  );
}

const dragged = 'application/x-inkwell-relation';

export function ManyRelations({ id, described, label, type, value, set }: Props) {
  const { bucket } = useContext(Form);
  const picking = useSignal(false);
  const ids = value ? value.split(',').map((each) => each.trim()).filter(Boolean) : [];
  const title = useTitles(ids);
  const put = (next: string[]) => set(next.join(','));
  const toggle = (chosen: string) => put(ids.includes(chosen) ? ids.filter((each) => each !== chosen) : [...ids, chosen]);
  const move = (from: number, to: number) => {
    if (to < 0 || to >= ids.length) return;
    const next = [...ids];
    next.splice(to, 0, ...next.splice(from, 1));
    keepFocus();
    put(next);
  };
  const remove = (event: MouseEvent, each: string) => {
    const after = (event.currentTarget as HTMLElement).closest('li')?.nextElementSibling?.querySelector<HTMLElement>('button:last-child');
    (after ?? document.getElementById(id))?.focus();
    toggle(each);
  };
  const drag = (event: DragEvent, each: string) => {
    event.stopPropagation();
    event.dataTransfer?.setData(dragged, `${id} ${each}`);
  };
  const drop = (event: DragEvent, index: number) => {
    const what = event.dataTransfer?.getData(dragged);
    const from = ids.findIndex((each) => `${id} ${each}` === what);
    if (from < 0) return; // of another list
    event.preventDefault();
    event.stopPropagation();
    move(from, index);
  };
  return (
    <div>
      <ol class="items">
        {ids.map((each, index) => (
          <li key={each} class="item itembar" draggable onDragStart={(event) => drag(event, each)} onDrop={(event) => drop(event, index)}
            onDragOver={(event) => event.dataTransfer?.types.includes(dragged) && event.preventDefault()}>
            <a href={address(bucket, 'objects', type, each)} target="_blank" rel="noopener">{title(each)}</a>
            <button type="button" class="quiet" aria-disabled={index === 0} aria-label={t('Move {title} up', { title: title(each) })} onClick={() => move(index, index - 1)}>↑</button>
            <button type="button" class="quiet" aria-disabled={index === ids.length - 1} aria-label={t('Move {title} down', { title: title(each) })} onClick={() => move(index, index + 1)}>↓</button>
            <button type="button" class="quiet" aria-label={t('Remove {title}', { title: title(each) })} onClick={(event) => remove(event, each)}>✕</button>
          </li>
        ))}
      </ol>
      <button id={id} type="button" class="small" aria-describedby={described} aria-label={t('Choose {label}', { label })} onClick={() => (picking.value = true)}>{t('Choose')}</button>
      {picking.value && <Picker {...{ label, type }} several chosen={ids} pick={toggle} close={() => (picking.value = false)} />}
    </div>
  );
}
