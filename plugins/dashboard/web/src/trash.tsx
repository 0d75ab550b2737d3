import { useEffect } from 'preact/hooks';
import { bucketPath, get, type ObjectType, search, send, wordsOf } from './api';
import { confirm } from './dialog';
import { ago, fullTime, many } from './format';
import { useLoad } from './load';
import { fail, say } from './messages';
import { rightsIn } from './rights';
import { address, go } from './router';

type Entry = { id: string; kind: 'object' | 'media'; title: string; type: string | null; deleted_at: string; expires_at: string };

export function Trash({ bucket, types }: { bucket: string; types: ObjectType[] }) {
  const path = `${bucketPath(bucket)}/trash`;
  const { data, error, again } = useLoad(() => get<{ trash: Entry[]; total: number }>(`${path}${search({ limit: 500 })}`), [bucket]);
  const rights = rightsIn(bucket);
  const mayTouch = (entry: Entry) => (entry.kind === 'media' ? rights.media : rights.write(entry.type ?? ''));
  useEffect(() => {
    document.title = 'Trash · Inkwell';
  }, []);
  const run = async (action: () => Promise<unknown>, told: string, label?: string, then?: () => void) => {
    try {
      await action();
      say(told, label, then);
    } catch (problem) {
      fail(wordsOf(problem));
    }
    again();
  };
  const restore = (entry: Entry) =>
    run(() => send('POST', `${path}/${entry.id}/restore`), `“${entry.title}” is restored.`, entry.type && entry.kind === 'object' ? 'Open it' : undefined,
      () => void go(address(bucket, 'objects', entry.type!, entry.id)));
  const remove = async (entry: Entry) => {
    if (!(await confirm('Delete for good?', `“${entry.title}” cannot be restored after that.`, 'Delete for good'))) return;
    await run(() => send('DELETE', `${path}/${entry.id}`), `“${entry.title}” is deleted for good.`);
  };
  const empty = async () => {
    if (!(await confirm('Empty the trash?', `${many(data!.total, 'thing')} cannot be restored after that.`, 'Empty the trash'))) return;
    await run(() => send('DELETE', path), 'The trash is empty.');
  };
  const kindOf = (entry: Entry) => (entry.kind === 'media' ? 'File' : types.find((type) => type.slug === entry.type)?.singular ?? entry.type);
  return (
    <>
      <header class="bar">
        <div class="heading"><h1>Trash</h1><p class="faint">What is here is deleted for good after 30 days.</p></div>
        <div class="actions">{!!data?.total && rights.emptyTrash && <button type="button" class="danger" onClick={empty}>Empty the trash</button>}</div>
      </header>
      {error && <p role="alert" class="problem">{error}</p>}
      {data && data.total === 0 && <p class="empty">The trash is empty.</p>}
      {!!data?.total && (
        <div class="table plain">
          <table>
            <thead><tr><th scope="col">Title</th><th scope="col">Kind</th><th scope="col">Deleted</th><th scope="col">Kept until</th><th scope="col"><span class="hidden">Actions</span></th></tr></thead>
            <tbody>
              {data.trash.map((entry) => (
                <tr key={entry.id}>
                  <th scope="row">{entry.title}</th><td>{kindOf(entry)}</td><td class="faint">{ago(entry.deleted_at)}</td><td class="faint">{fullTime(entry.expires_at)}</td>
                  <td>{mayTouch(entry) && <span class="tools"><button type="button" class="small" aria-label={`Restore ${entry.title}`} onClick={() => restore(entry)}>Restore</button>
                    <button type="button" class="quiet small" aria-label={`Delete for good: ${entry.title}`} onClick={() => remove(entry)}>Delete for good</button></span>}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}
