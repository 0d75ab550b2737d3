// The files of a bucket: tiles or a table, kinds and folders, uploads by button or drop. What is asked for stands in the address.
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { bucketPath, get, search } from '../api';
import { listen } from '../live';
import { useLater, useLoad } from '../load';
import { rightsIn } from '../rights';
import { place, setQuery } from '../router';
import { useTitle } from '../shell/title';
import { useWords } from '../shell/words';
import { plural, t } from '../text';
import { ChosenBar, useChosen } from './chosen';
import { Describe } from './describe';
import { Details } from './details';
import { type File, kinds, nameOfKind, noFolder, undescribed, useFiles, withoutAlt } from './files';
import { type Folder, FolderPick } from './folders';
import { FileTable, orders, Tiles } from './tiles';
import { upload, uploads } from './upload';

function Uploads() {
  const all = uploads.value;
  if (!all.length) return null;
  return (
    <section class="card" aria-label={t('Uploads')}>
      <p class="faint" role="status">{plural(all.length, '{count} file is on its way', '{count} files are on their way')}</p>
      <ul class="rows">
        {all.slice(0, 8).map((each) => (
          <li key={each.id}>
            <label id={`upload-${each.id}`}>{each.name} <progress max={1} value={each.done.value} /></label>
            <span class="tools">
              {each.waits.value && <span class="faint">{t('The server does not answer. It goes on by itself.')}</span>}
              <button type="button" class="quiet small" aria-describedby={`upload-${each.id}`} onClick={each.cancel}>{t('Stop')}</button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

type View = 'grid' | 'list';
const keptAt = 'inkwell:media-view';
function keptView(): View {
  return localStorage.getItem(keptAt) === 'list' ? 'list' : 'grid';
}

function ViewSwitch({ view }: { view: View }) {
  const choose = (next: View) => {
    try {
      localStorage.setItem(keptAt, next);
    } catch {
      // a full store keeps no view: the address has it
    }
    setQuery({ view: next });
  };
  return (
    <div class="switcher" role="group" aria-label={t('View')}>
      <button type="button" aria-pressed={view === 'grid'} onClick={() => choose('grid')}>{t('Grid')}</button>
      <button type="button" aria-pressed={view === 'list'} onClick={() => choose('list')}>{t('List')}</button>
    </div>
  );
}

/** How many pictures of the folder nobody has described. */
function useUndescribed(bucket: string, folder: string | null | undefined, mayEdit: boolean) {
  return useLoad(() => (!mayEdit ? Promise.resolve({ total: 0 }) : get<{ total: number }>(
    `${bucketPath(bucket)}/media${search({ query: { ...withoutAlt, ...(folder === undefined ? {} : { folder }) }, limit: 1, props: 'id' })}`)), [bucket, folder, mayEdit]);
}

export function MediaScreen({ bucket }: { bucket: string }) {
  const query = place.value.query;
  const words = query.get('q')?.trim() ?? '';
  const folder = query.get('folder') ?? '';
  const kind = query.get('kind') ?? '';
  const order = query.get('sort') ?? '';
  const asked = query.get('view');
  const view: View = asked === 'list' || asked === 'grid' ? asked : keptView();
  const opened = useSignal<File | null>(null);
  const describing = useSignal(false);
  const over = useSignal(false);
  const chosen = useChosen();
  const input = useRef<HTMLInputElement>(null);
  const more = useRef<HTMLDivElement>(null);
  const box = useWords(words);
  const mayEdit = rightsIn(bucket).media;
  const { files, total, cut, beyond, error, again, more: readMore } = useFiles({ bucket, words, folder, kind, order }, view === 'list');
  const { data: found, again: foldersAgain } = useLoad(() => get<{ media_folders: Folder[] }>(`${bucketPath(bucket)}/media-folders`), []);
  const folders = found?.media_folders ?? [];
  const inFolder = folder ? (folder === noFolder ? null : folder) : undefined;
  const { data: missing, again: missingAgain } = useUndescribed(bucket, inFolder, mayEdit);
  const changed = () => {
    void again();
    missingAgain();
  };
  const soon = useLater(400, () => {
    foldersAgain();
    missingAgain();
  });
  useEffect(() => listen(bucket, (name) => /^(media|media_folder)\./.test(name) && soon()), [bucket]);
  useEffect(() => chosen.clear(), [words, folder, kind]);
  useTitle(t('Media'));
  // The end of the list comes into view, or is in view still when something was read: then it is looked at anew.
  const newest = useRef(readMore);
  newest.current = readMore;
  useEffect(() => {
    const watch = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && newest.current(), { rootMargin: '400px' });
    if (more.current) watch.observe(more.current);
    return () => watch.disconnect();
  }, [files]);
  const take = async (given: FileList | null | undefined, to = folder === noFolder ? '' : folder) => {
    if (!given?.length) return;
    await upload(bucket, [...given], to);
    changed();
  };
  const drop = (event: DragEvent) => {
    over.value = false;
    if (!event.dataTransfer?.files.length) return;
    event.preventDefault();
    void take(event.dataTransfer.files);
  };
  const narrowed = words || folder || kind;
  const show = { bucket, chosen, mayEdit, files: files ?? [], open: (file: File) => (opened.value = file) };
  return (
    <div class={over.value ? 'dropzone over' : 'dropzone'} onDrop={drop} onDragLeave={() => (over.value = false)}
      onDragOver={(event) => { if (event.dataTransfer?.types.includes('Files')) { event.preventDefault(); over.value = true; } }}>
      <header class="bar">
        <div class="heading"><h1>{t('Media')}</h1><p class="faint" role="status">{files ? beyond ? plural(total, '{count} file, the best of more that match', '{count} files, the best of more that match') : plural(total, '{count} file', '{count} files') : ''}</p></div>
        <div class="actions">
          {mayEdit && !!missing?.total && <button type="button" aria-haspopup="dialog" onClick={() => (describing.value = true)}>{t('Write alt texts ({count})', { count: missing.total })}</button>}
          <button type="button" class="primary" onClick={() => input.current?.click()}>{t('Upload')}</button>
        </div>
      </header>
      <input ref={input} type="file" multiple hidden aria-label={t('Files to upload')} onChange={(event) => { const given = event.currentTarget.files; void take(given).then(() => { if (input.current) input.current.value = ''; }); }} />
      <div class="filters">
        <input type="search" aria-label={t('Search media')} placeholder={t('Search')} {...box} />
        <select aria-label={t('Kind')} value={kind} onChange={(event) => setQuery({ kind: event.currentTarget.value })}>
          <option value="">{t('All kinds')}</option>
          {kinds.map((each) => <option key={each} value={each}>{nameOfKind(each)}</option>)}
          <option value={undescribed}>{t('Images without alt text')}</option>
        </select>
        <select aria-label={t('Order')} value={order === '-created' ? '' : order} onChange={(event) => setQuery({ sort: event.currentTarget.value })}>
          {orders().map(([value, title]) => <option key={value} value={value}>{words && !value ? t('Best match') : title}</option>)}
          {order === '-type' && <option value="-type">{t('Kind, from Z')}</option>}
        </select>
        <ViewSwitch view={view} />
      </div>
      <FolderPick {...{ bucket, folder, folders }} changed={foldersAgain} moved={changed} take={(given, to) => void take(given, to)} />
      <Uploads />
      {mayEdit && <ChosenBar {...{ bucket, folders, chosen, changed }} files={files ?? []} />}
      {error && <p role="alert" class="problem">{error} <button type="button" class="small" onClick={() => void again()}>{t('Try again')}</button></p>}
      {cut && <p class="told">{t('Only the newest 1,000 files are in this order.')}</p>}
      {!files && !error && <p class="waiting" role="status">{t('Loading…')}</p>}
      {view === 'grid' ? <Tiles {...show} /> : !!files?.length && <FileTable {...show} order={order} />}
      {files?.length === 0 && <p class="empty">{narrowed ? t('Nothing is found.') : t('Drop files here, or press Upload.')}</p>}
      <div ref={more} />
      {opened.value && <Details bucket={bucket} id={opened.value.id} folders={folders} close={() => (opened.value = null)} changed={changed} />}
      {describing.value && <Describe bucket={bucket} folder={inFolder} close={() => (describing.value = false)} changed={changed} />}
    </div>
  );
}
