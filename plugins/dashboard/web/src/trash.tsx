// What was deleted, until it is deleted for good.
import { useEffect, useRef } from 'preact/hooks';
import { bucketPath, get, type ObjectType, search, send, wordsOf } from './api';
import { confirm } from './dialog';
import { ago, fullTime } from './format';
import { useLoad } from './load';
import { fail, say } from './messages';
import { rightsIn } from './rights';
import { address, go } from './router';
import { useTitle } from './shell/title';
import { plural, t } from './text';

type Entry = { id: string; kind: 'object' | 'media'; title: string; type: string | null; deleted_at: string; expires_at: string };

export function Trash({ bucket, types }: { bucket: string; types: ObjectType[] }) {
  const path = `${bucketPath(bucket)}/trash`;
  const { data, error, again } = useLoad(() => get<{ trash: Entry[]; total: number }>(`${path}${search({ limit: 500 })}`), [bucket]);
  const rights = rightsIn(bucket);
  const mayTouch = (entry: Entry) => (entry.kind === 'media' ? rights.media : rights.write(entry.type ?? ''));
  useTitle(t('Trash'));
  const heading = useRef<HTMLHeadingElement>(null);
  const rows = useRef<HTMLTableSectionElement>(null);
  const gone = useRef<number | null>(null); // the place of a row that goes, and the focus with it
  useEffect(() => {
    const place = gone.current;
    gone.current = null;
    if (place === null || document.activeElement !== document.body) return;
    const next = rows.current?.rows[Math.min(place, rows.current.rows.length - 1)];
    (next?.querySelector('button') ?? heading.current)?.focus();
  }, [data]);
  const run = async (place: number, action: () => Promise<unknown>, told: string, label?: string, then?: () => void) => {
    gone.current = place;
    try {
      await action();
      say(told, label, then);
    } catch (problem) {
      fail(wordsOf(problem));
    }
    again();
  };
  const restore = (entry: Entry, place: number) =>
    run(place, () => send('POST', `${path}/${entry.id}/restore`), t('“{title}” is restored.', { title: entry.title }), entry.type && entry.kind === 'object' ? t('Open it') : undefined,
      () => void go(address(bucket, 'objects', entry.type!, entry.id)));
  const remove = async (entry: Entry, place: number) => {
    if (!(await confirm(t('Delete for good?'), t('“{title}” cannot be restored after that.', { title: entry.title }), t('Delete for good')))) return;
    await run(place, () => send('DELETE', `${path}/${entry.id}`), t('“{title}” is deleted for good.', { title: entry.title }));
  };
  const empty = async () => {
    const text = plural(data!.total, '{count} thing cannot be restored after that.', '{count} things cannot be restored after that.');
    if (!(await confirm(t('Empty the trash?'), text, t('Empty the trash')))) return;
    await run(0, () => send('DELETE', path), t('The trash is empty.'));
  };
  const kindOf = (entry: Entry) => (entry.kind === 'media' ? t('File') : types.find((type) => type.slug === entry.type)?.singular ?? entry.type);
  return (
    <>
      <header class="bar">
        <div class="heading"><h1 ref={heading} tabIndex={-1}>{t('Trash')}</h1><p class="faint">{t('What is here is deleted for good after 30 days.')}</p></div>
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
                <tr key={entry.id}>
                  <th scope="row">{entry.title}</th><td data-label={t('Kind')}>{kindOf(entry)}</td>
                  <td data-label={t('Deleted')}>{ago(entry.deleted_at)}</td><td data-label={t('Kept until')}>{fullTime(entry.expires_at)}</td>
                  <td>{mayTouch(entry) && <span class="tools"><button type="button" class="small" aria-label={t('Restore {title}', { title: entry.title })} onClick={() => restore(entry, place)}>{t('Restore')}</button>
                    <button type="button" class="quiet small" aria-label={t('Delete for good: {title}', { title: entry.title })} onClick={() => remove(entry, place)}>{t('Delete for good')}</button></span>}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}
