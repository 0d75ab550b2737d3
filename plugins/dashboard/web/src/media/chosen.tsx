// Files that are chosen, and what is done to all of them: moved to a folder by a drag or by name, deleted, both undone.
import { type Signal, signal, useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { bucketPath, search, send, toldToWebhooks } from '../api';
import { confirm, Dialog } from '../dialog';
import { fail, say } from '../messages';
import { focusRow } from '../shell/focus';
import { plural, t } from '../text';
import { each, type File } from './files';
import type { Folder } from './folders';

export class Chosen {
  readonly ids: Signal<ReadonlySet<string>> = signal(new Set<string>());
  private last = '';

  set(ids: Iterable<string>): void {
    this.ids.value = new Set(ids);
  }
  clear(): void {
    if (this.ids.peek().size) this.set([]);
  }
  /** Turns one; with `extend`, all from the one turned last to this one become as this one does. */
  turn(files: File[], id: string, extend: boolean): void {
    const next = new Set(this.ids.peek());
    const on = !next.has(id);
    const places = [files.findIndex((file) => file.id === this.last), files.findIndex((file) => file.id === id)].sort((a, b) => a - b);
    const stretch = extend && places[0]! >= 0 ? files.slice(places[0], places[1]! + 1).map((file) => file.id) : [id];
    for (const one of stretch) next[on ? 'add' : 'delete'](one);
    this.last = id;
    this.set(next);
  }
}

export const useChosen = (): Chosen => useMemo(() => new Chosen(), []);

/** What is dragged within this page; of the files of a computer the browser knows. */
export const dragged: { files: File[] } = { files: [] };

/** All that are chosen go along when one of them is dragged. */
export function beginDrag(event: DragEvent, file: File, files: File[], chosen: Chosen): void {
  const ids = chosen.ids.peek();
  dragged.files = ids.has(file.id) ? files.filter((one) => ids.has(one.id)) : [file];
  if (!event.dataTransfer) return;
  event.dataTransfer.effectAllowed = 'move';
  event.dataTransfer.setData('text/plain', dragged.files.map((one) => one.original_name).join('\n'));
  const label = document.createElement('div');
  label.className = 'dragged';
  label.textContent = dragged.files.length === 1 ? file.original_name : plural(dragged.files.length, '{count} file', '{count} files');
  document.body.append(label);
  event.dataTransfer.setDragImage(label, 0, 0);
  setTimeout(() => label.remove());
}

/** The files go to the folder, '' for none. What was moved is told, with a way back. */
export async function moveFiles(bucket: string, files: File[], folder: string, folders: Folder[], changed: () => void): Promise<void> {
  const put = (file: File, to: string) => send('PATCH', `${bucketPath(bucket)}/media/${file.id}`, { folder: to || null, ...toldToWebhooks });
  const { done, problem } = await each(files.filter((file) => (file.folder ?? '') !== folder), (file) => put(file, folder));
  if (problem) fail(problem);
  changed();
  if (!done.length) return problem ? undefined : void say(t('They are there already.'));
  const title = folders.find((one) => one.slug === folder)?.title ?? folder;
  const told = folder ? plural(done.length, '{count} file is in “{folder}”.', '{count} files are in “{folder}”.', { folder: title })
    : plural(done.length, '{count} file is in no folder.', '{count} files are in no folder.');
  say(told, t('Undo'), () => void each(done, (file) => put(file, file.folder ?? '')).then((back) => {
    if (back.problem) fail(back.problem);
    else say(plural(back.done.length, '{count} file is where it was.', '{count} files are where they were.'));
    changed();
  }));
}

async function deleteFiles(bucket: string, files: File[], changed: () => void): Promise<void> {
  const text = plural(files.length, '{count} file goes to the trash.', '{count} files go to the trash.');
  if (!(await confirm(t('Delete?'), text, t('Delete')))) return;
  const { done, problem } = await each(files, (file) => send('DELETE', `${bucketPath(bucket)}/media/${file.id}${search(toldToWebhooks)}`));
  if (problem) fail(problem);
  changed();
  if (!done.length) return;
  say(plural(done.length, '{count} file is in the trash.', '{count} files are in the trash.'), t('Undo'), () =>
    void each(done, (file) => send('POST', `${bucketPath(bucket)}/trash/${file.id}/restore`)).then((back) => {
      if (back.problem) fail(back.problem);
      changed();
    }));
}

type Props = { bucket: string; files: File[]; folders: Folder[]; chosen: Chosen; changed: () => void };

export function ChosenBar({ bucket, files, folders, chosen, changed }: Props) {
  const busy = useSignal(false);
  const moving = useSignal(false);
  const many = useRef<HTMLElement>(null);
  const ids = chosen.ids.value;
  const here = files.filter((file) => ids.has(file.id));
  const first = useRef<{ key: string; place: number } | null>(null);
  // The bar goes with the choice, and its buttons with it.
  useEffect(() => {
    const before = first.current;
    first.current = here[0] ? { key: here[0].id, place: files.indexOf(here[0]) } : null;
    if (before && !here.length && document.activeElement === document.body) focusRow(before);
  });
  if (!here.length) return null;
  const run = async (action: () => Promise<void>) => {
    busy.value = true;
    await action();
    busy.value = false;
  };
  // The button goes, and the focus would with it.
  const chooseAll = () => {
    chosen.set(files.map((file) => file.id));
    many.current?.focus();
  };
  const move = (folder: string) => run(async () => {
    moving.value = false;
    await moveFiles(bucket, here, folder, folders, changed);
    chosen.clear();
  });
  const remove = () => run(() => deleteFiles(bucket, here, () => {
    chosen.clear();
    changed();
  }));
  return (
    <div class="bulk files" role="group" aria-label={t('Chosen files')} aria-busy={busy.value}>
      <strong ref={many} tabIndex={-1}>{t('{count} chosen', { count: here.length })}</strong>
      <button type="button" disabled={busy.value} aria-haspopup="dialog" onClick={() => (moving.value = true)}>{t('Move to…')}</button>
      <button type="button" class="danger" disabled={busy.value} onClick={() => void remove()}>{t('Delete')}</button>
      {here.length < files.length && <button type="button" class="quiet" onClick={chooseAll}>{t('Choose all shown')}</button>}
      <button type="button" class="quiet" onClick={() => chosen.clear()}>{t('Clear')}</button>
      {moving.value && <MoveTo {...{ folders }} count={here.length} move={(folder) => void move(folder)} close={() => (moving.value = false)} />}
    </div>
  );
}

function MoveTo({ folders, count, move, close }: { folders: Folder[]; count: number; move: (folder: string) => void; close: () => void }) {
  return (
    <Dialog title={plural(count, 'Move {count} file', 'Move {count} files')} onClose={close}>
      {!folders.length && <p class="faint">{t('There is no folder yet: “New folder” makes one.')}</p>}
      <ul class="picks" aria-label={t('Folders')}>
        {folders.map((folder, index) => <li key={folder.slug}><button type="button" autofocus={index === 0} onClick={() => move(folder.slug)}>{folder.title}</button></li>)}
        <li><button type="button" onClick={() => move('')}>{t('No folder')}</button></li>
      </ul>
    </Dialog>
  );
}
