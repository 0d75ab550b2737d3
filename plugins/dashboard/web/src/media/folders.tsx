// The folders of the media library: which one is shown, files that are dropped onto one, and their names.
import { useSignal } from '@preact/signals';
import { bucketPath, send, wordsOf } from '../api';
import { confirm } from '../dialog';
import { fail, say } from '../messages';
import { rightsIn } from '../rights';
import { address, Link, place, setQuery } from '../router';
import { focusHeading } from '../shell/focus';
import { Field, FormDialog, textOf } from '../settings/form';
import { t } from '../text';
import { dragged, moveFiles } from './chosen';
import { noFolder } from './files';

export type Folder = { slug: string; title: string };
type Props = {
  bucket: string; folders: Folder[]; folder: string;
  /** Names or numbers of folders are new. */
  changed: () => void;
  /** Files are in other folders. */
  moved: () => void;
  /** Files of the computer, dropped onto a folder. */
  take: (files: FileList, folder: string) => void;
};

function addressOf(bucket: string, folder: string): string {
  const query = new URLSearchParams(place.value.query);
  if (folder) query.set('folder', folder);
  else query.delete('folder');
  const text = query.toString();
  return address(bucket, 'media') + (text ? `?${text}` : '');
}

export function FolderPick({ bucket, folders, folder, changed, moved, take }: Props) {
  const asked = useSignal<'' | 'new' | 'rename'>('');
  const over = useSignal('');
  const current = folders.find((each) => each.slug === folder);
  const { media: mayEdit, folders: mayMake } = rightsIn(bucket);
  const remove = async () => {
    if (!(await confirm(t('Delete the folder?'), t('The files in “{title}” stay, without a folder.', { title: current!.title }), t('Delete folder')))) return;
    try {
      await send('DELETE', `${bucketPath(bucket)}/media-folders/${folder}`);
    } catch (error) {
      return fail(wordsOf(error));
    }
    setQuery({ folder: undefined });
    focusHeading(); // the buttons go with the folder
    changed();
    say(t('The folder “{title}” is deleted.', { title: current!.title }));
  };
  const drop = (event: DragEvent, slug: string) => {
    const to = slug === noFolder ? '' : slug;
    const { files } = dragged;
    over.value = '';
    event.preventDefault();
    event.stopPropagation();
    if (files.length) void moveFiles(bucket, files, to, folders, moved);
    else if (event.dataTransfer?.files.length) take(event.dataTransfer.files, to);
    dragged.files = [];
  };
  const entry = (slug: string, title: string) => {
    const takes = (event: DragEvent) => {
      const files = event.dataTransfer?.types.includes('Files');
      if (!slug || !(files || (mayEdit && dragged.files.length))) return;
      event.preventDefault();
      event.stopPropagation();
      over.value = slug;
    };
    return (
      <li key={slug} class={over.value === slug && slug ? 'over' : undefined} onDragOver={takes} onDragLeave={() => (over.value = '')}
        onDrop={slug ? (event) => drop(event, slug) : undefined}>
        <Link to={addressOf(bucket, slug)} aria-current={folder === slug ? 'page' : undefined}>{title}</Link>
      </li>
    );
  };
  return (
    <div class="folderbar">
      {folders.length > 0 && (
        <ul class="folders" aria-label={t('Folders')}>
          {entry('', t('All files'))}
          {folders.map((each) => entry(each.slug, each.title))}
          {entry(noFolder, t('No folder'))}
        </ul>
      )}
      {mayMake && <button type="button" class="quiet" onClick={() => (asked.value = 'new')}>{t('New folder')}</button>}
      {mayEdit && current && <button type="button" class="quiet" onClick={() => (asked.value = 'rename')}>{t('Rename')}</button>}
      {mayEdit && current && <button type="button" class="quiet" onClick={() => void remove()}>{t('Delete folder')}</button>}
      {asked.value && <NameFolder bucket={bucket} folder={asked.value === 'rename' ? current : undefined} changed={changed} close={() => (asked.value = '')} />}
    </div>
  );
}

function NameFolder({ bucket, folder, changed, close }: { bucket: string; folder: Folder | undefined; changed: () => void; close: () => void }) {
  const save = async (form: FormData) => {
    const path = `${bucketPath(bucket)}/media-folders`;
    const { media_folder: stored } = await send<{ media_folder: Folder }>(folder ? 'PATCH' : 'POST', folder ? `${path}/${folder.slug}` : path, { title: textOf(form, 'title') });
    close();
    changed();
    setQuery({ folder: stored.slug });
  };
  return (
    <FormDialog title={folder ? t('Rename the folder') : t('New folder')} button={t('Save')} action={save} onClose={close}>
      <Field name="title" label={t('Name')} value={folder?.title} required maxlength={200} autofocus />
    </FormDialog>
  );
}
