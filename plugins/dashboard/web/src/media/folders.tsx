// The folders of the media library: which one is shown, and their names.
import { useSignal } from '@preact/signals';
import { bucketPath, send, wordsOf } from '../api';
import { confirm, Dialog } from '../dialog';
import { say } from '../messages';
import { rightsIn } from '../rights';
import { setQuery } from '../router';
import { t } from '../text';

export type Folder = { slug: string; title: string };
type Props = { bucket: string; folders: Folder[]; folder: string; changed: () => void };

export function FolderPick({ bucket, folders, folder, changed }: Props) {
  const asked = useSignal<'' | 'new' | 'rename'>('');
  const current = folders.find((each) => each.slug === folder);
  const mayEdit = rightsIn(bucket).media;
  const remove = async () => {
    if (!(await confirm(t('Delete the folder?'), t('The files in “{title}” stay, without a folder.', { title: current!.title }), t('Delete folder')))) return;
    await send('DELETE', `${bucketPath(bucket)}/media-folders/${folder}`);
    setQuery({ folder: undefined });
    changed();
    say(t('The folder “{title}” is deleted.', { title: current!.title }));
  };
  return (
    <>
      {folders.length > 0 && (
        <select aria-label={t('Folder')} value={folder} onChange={(event) => setQuery({ folder: event.currentTarget.value })}>
          <option value="">{t('All folders')}</option>
          {folders.map((each) => <option key={each.slug} value={each.slug}>{each.title}</option>)}
        </select>
      )}
      {mayEdit && <button type="button" onClick={() => (asked.value = 'new')}>{t('New folder')}</button>}
      {mayEdit && current && <button type="button" class="quiet" onClick={() => (asked.value = 'rename')}>{t('Rename')}</button>}
      {mayEdit && current && <button type="button" class="quiet" onClick={() => void remove()}>{t('Delete folder')}</button>}
      {asked.value && <NameFolder bucket={bucket} folder={asked.value === 'rename' ? current : undefined} changed={changed} close={() => (asked.value = '')} />}
    </>
  );
}

function NameFolder({ bucket, folder, changed, close }: { bucket: string; folder: Folder | undefined; changed: () => void; close: () => void }) {
  const title = useSignal(folder?.title ?? '');
  const problem = useSignal('');
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    try {
      const path = `${bucketPath(bucket)}/media-folders`;
      const { media_folder: stored } = await send<{ media_folder: Folder }>(folder ? 'PATCH' : 'POST', folder ? `${path}/${folder.slug}` : path, { title: title.value.trim() });
      close();
      changed();
      setQuery({ folder: stored.slug });
    } catch (error) {
      problem.value = wordsOf(error);
    }
  };
  return (
    <Dialog title={folder ? t('Rename the folder') : t('New folder')} onClose={close}>
      <form onSubmit={save}>
        <label>{t('Name')}<input type="text" required maxlength={200} autofocus value={title.value} onInput={(event) => (title.value = event.currentTarget.value)} /></label>
        <div role="alert" class="problem">{problem.value}</div>
        <footer><button type="button" onClick={close}>{t('Cancel')}</button><button class="primary">{t('Save')}</button></footer>
      </form>
    </Dialog>
  );
}
