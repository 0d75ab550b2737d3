// What was deleted, until it is deleted for good.
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { bucketPath, get, type ObjectType, type Schemas, search, send, wordsOf } from './api';
import { confirm } from './dialog';
import { ago, count, fullTime } from './format';
import { listen } from './live';
import { useLater, useLoad } from './load';
import { fail, say } from './messages';
import { rightsIn } from './rights';
import { address, go } from './router';
import { useTitle } from './shell/title';
import { plural, t } from './text';

type Entry = Pick<Schemas['TrashItem'], 'id' | 'kind' | 'title' | 'type' | 'status' | 'deleted_at' | 'expires_at'>;

const inPage = 500;

async function read(path: string, wanted: number): Promise<{ trash: Entry[]; total: number }> {
  const trash = new Map<string, Entry>();
  for (let skip = 0; ; skip += inPage) {
    const page = await get<{ trash: Entry[]; total: number }>(`${path}${search({ limit: inPage, skip })}`);
    for (const entry of page.trash) trash.set(entry.id, entry);
    if (skip + inPage >= Math.min(wanted, page.total)) return { trash: [...trash.values()], total: page.total };
  }
}

export function Trash({ bucket, types }: { bucket: string; types: ObjectType[] }) {
  const path = `${bucketPath(bucket)}/trash`;
  const wanted = useSignal(inPage);
  const { data, error, loading, again } = useLoad(() => read(path, wanted.value), [bucket, wanted.value]);
  const soon = useLater(400, again);
  useEffect(() => listen(bucket, (name) => void ((name === 'reset' || /^(object|media)\.(created|deleted)$/.test(name)) && soon())), [bucket]);
  const going = useSignal(new Map<string, 'begun' | 'done'>()); // what is done is gone from here when the list is read again
  const rights = rightsIn(bucket);
  const mayTouch = (entry: Entry) =>
    entry.kind === 'media' ? rights.media : rights.write(entry.type ?? '') && (rights.publish || entry.status !== 'published');
  useTitle(t('Trash'));
  const heading = useRef<HTMLHeadingElement>(null);
  const rows = useRef<HTMLTableSectionElement>(null);
  const gone = useRef<number | null>(null); // the place of a row that goes, and the focus with it
  const mark = (id: string, state?: 'begun' | 'done') => {
    const next = new Map(going.peek());
    if (state) next.set(id, state);
    else next.delete(id);
    going.value = next;
  };
  useEffect(() => void (going.value = new Map([...going.peek()].filter(([, state]) => state === 'begun'))), [data]);
  useEffect(() => {
    const place = gone.current;
    gone.current = null;
    if (place === null || document.activeElement !== document.body) return;
    const next = rows.current?.rows[Math.min(place, rows.current.rows.length - 1)];
    (next?.querySelector('button') ?? heading.current)?.focus();
  }, [data]);
  const run = async (id: string, place: number, action: () => Promise<unknown>, told: string, label?: string, then?: () => void) => {
    if (going.peek().has(id)) return;
    gone.current = place;
    mark(id, 'begun');
    try {
      await action();
      mark(id, 'done');
      say(told, label, then);
    } catch (problem) {
      fail(wordsOf(problem));
      mark(id);
    }
    again();
  };
  const restore = (entry: Entry, place: number) =>
    run(entry.id, place, () => send('POST', `${path}/${entry.id}/restore`), t('“{title}” is restored.', { title: entry.title }), entry.type && entry.kind === 'object' ? t('Open it') : undefined,
      () => void go(address(bucket, 'objects', entry.type!, entry.id)));
  const remove = async (entry: Entry, place: number) => {
    if (!(await confirm(t('Delete for good?'), t('“{title}” cannot be restored after that.', { title: entry.title }), t('Delete for good')))) return;
    await run(entry.id, place, () => send('DELETE', `${path}/${entry.id}`), t('“{title}” is deleted for good.', { title: entry.title }));
  };
  // What others put in meanwhile is not in the question.
  const empty = async () => {
    const text = plural(data!.total, '{count} thing cannot be restored after that.', '{count} things cannot be restored after that.');
    if (!(await confirm(t('Empty the trash?'), text, t('Empty the trash')))) return;
    await run('', 0, () => send('DELETE', `${path}${search({ deleted_until: data!.trash[0]?.deleted_at })}`), t('What the list showed is deleted for good.'));
  };
  const kindOf = (entry: Entry) => (entry.kind === 'media' ? t('File') : types.find((type) => type.slug === entry.type)?.singular ?? entry.type);
  return (
    <>
      <header class="bar">
        <div class="heading"><h1 ref={heading} tabIndex={-1}>{t('Trash')}</h1><p class="faint">{t('Each thing is deleted for good at the time that stands beside it.')}</p></div>
        <div class="actions">{!!data?.total && rights.emptyTrash && <button type="button" class="danger" onClick={empty}>{t('Empty the trash')}</button>}</div>
      </header>
      {error && <p role="alert" class="problem">{error}</p>}
      {data && data.total === 0 && <p class="empty">{t('The trash is empty.')}</p>}
      {!!data?.total && (
        <div class="table plain operate">
          <table>
            <thead><tr><th scope="col">{t('Title')}</th><th scope="col">{t('Kind')}</th><th scope="col">{t('Deleted')}</th><th scope="col">{t('Kept until')}</th><th scope="col"><span class="hidden">{t('Actions')}</span></th></tr></thead>
            <tbody ref={rows}>
              {data.trash.map((entry, place) => (
                <tr key={entry.id} aria-busy={going.value.has(entry.id)}>
                  <th scope="row"><bdi>{entry.title}</bdi></th><td data-label={t('Kind')}>{kindOf(entry)}</td>
                  <td data-label={t('Deleted')}>{ago(entry.deleted_at)}</td><td data-label={t('Kept until')}>{fullTime(entry.expires_at)}</td>
                  <td>{mayTouch(entry) && <span class="tools"><button type="button" class="small" aria-disabled={going.value.has(entry.id)} aria-label={t('Restore {title}', { title: entry.title })} onClick={() => restore(entry, place)}>{t('Restore')}</button>
                    <button type="button" class="quiet small" aria-disabled={going.value.has(entry.id)} aria-label={t('Delete for good: {title}', { title: entry.title })} onClick={() => remove(entry, place)}>{t('Delete for good')}</button></span>}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {!!data && data.trash.length < data.total && (
        <p class="tools">
          <span role="status">{t('{shown} of {total} are shown.', { shown: count(data.trash.length), total: count(data.total) })}</span>
          <button type="button" aria-disabled={loading} onClick={() => !loading && (wanted.value = data.trash.length + inPage)}>{t('Show more')}</button>
        </p>
      )}
    </>
  );
}
