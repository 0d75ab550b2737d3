// A file of the media library in a form: chosen there, uploaded, or dropped onto the field.
import { useSignal } from '@preact/signals';
import { useContext, useEffect, useRef } from 'preact/hooks';
import { base, bucketPath, get, imageOf, type Media, search } from '../api';
import { Dialog } from '../dialog';
import { Form } from '../editor/context';
import { shownOf, size } from '../format';
import { useLater, useLoad } from '../load';
import { t } from '../text';
import type { Folder } from './folders';
import { upload, uploadFirst } from './upload';

export const pictureTypes = ['jpeg', 'png', 'gif', 'webp', 'avif', 'tiff', 'heif', 'heic', 'svg+xml'].map((each) => `image/${each}`);
export const isPicture = (media: Media): boolean => pictureTypes.includes(media.type);
export const altOf = (media: Media): string => String(media.metadata?.alt_text ?? media.metadata?.alt ?? '');

export function Thumb({ bucket, media, width = 240 }: { bucket: string; media: Media; width?: number }) {
  const broken = useSignal('');
  const isBroken = broken.value === media.name;
  if (!isPicture(media) || isBroken) {
    return <span class="filetype">{media.original_name.split('.').pop()?.slice(0, 5) ?? '?'}{isBroken && <small>{t('cannot be shown')}</small>}</span>;
  }
  const drawing = media.type === 'image/svg+xml';
  return <img data-drawing={drawing || undefined} onError={() => (broken.value = media.name)} src={drawing ? `${base}/v2/media-files/${bucket}/${media.name}` : imageOf(bucket, media.name, `w=${width}&h=${width}&fit=crop&auto=format`)} alt={altOf(media)} loading="lazy" draggable={false} width={width} height={width} />;
}

const noFolder = '-';

async function find(bucket: string, words: string, folder: string): Promise<{ media: Media[]; total: number }> {
  const limit = 60;
  const inFolder = folder ? { folder: folder === noFolder ? null : folder } : undefined;
  if (!words.trim()) return get(`${bucketPath(bucket)}/media${search({ limit, sort: '-created', query: inFolder })}`);
  const { results, total } = await get<{ results: { id: string }[]; total: number }>(
    `${bucketPath(bucket)}/search${search({ q: words.trim().slice(0, 200), kinds: 'media', status: 'any', limit })}`);
  if (!results.length) return { media: [], total: 0 };
  const query = { id: { $in: results.map((each) => each.id) }, ...inFolder };
  const found = await get<{ media: Media[]; total: number }>(`${bucketPath(bucket)}/media${search({ limit, query })}`);
  return inFolder ? found : { media: found.media, total };
}

function Folders({ bucket, folder, show }: { bucket: string; folder: string; show: (folder: string) => void }) {
  const { data } = useLoad(() => get<{ media_folders: Folder[] }>(`${bucketPath(bucket)}/media-folders`), [bucket]);
  if (!data?.media_folders.length) return null;
  const all: Folder[] = [{ slug: '', title: t('All files') }, ...data.media_folders, { slug: noFolder, title: t('No folder') }];
  return (
    <ul class="folders" aria-label={t('Folders')}>
      {all.map(({ slug, title }) => <li key={slug}><button type="button" aria-pressed={folder === slug} onClick={() => show(slug)}>{title}</button></li>)}
    </ul>
  );
}

export function MediaPicker({ bucket, label, pick, close }: { bucket: string; label: string; pick: (name: string) => void; close: () => void }) {
  const { trial } = useContext(Form);
  const words = useSignal('');
  const asked = useSignal('');
  const ask = useLater(200, () => (asked.value = words.value));
  const folder = useSignal('');
  const busy = useSignal(false);
  const input = useRef<HTMLInputElement>(null);
  const isThere = useRef(true);
  useEffect(() => () => void (isThere.current = false), []);
  const { data, error } = useLoad(() => find(bucket, asked.value, folder.value), [asked.value, folder.value]);
  const take = async (files: FileList | null) => {
    if (!files?.length || busy.peek()) return;
    busy.value = true;
    const [arrived] = await upload(bucket, [...files], folder.peek() === noFolder ? '' : folder.peek());
    busy.value = false;
    if (arrived && isThere.current) pick(arrived.name);
  };
  return (
    <Dialog title={t('Choose: {label}', { label })} onClose={close} wide>
      <div class="searchbar">
        <input type="search" aria-label={t('Search')} placeholder={t('Search')} autofocus
          onInput={(event) => { words.value = event.currentTarget.value; ask(); }} />
        {!trial && <button type="button" aria-disabled={busy.value} onClick={() => busy.peek() || input.current?.click()}>{busy.value ? t('Uploading…') : t('Upload')}</button>}
        <input ref={input} type="file" hidden aria-label={t('File to upload')} onChange={(event) => { void take(event.currentTarget.files); event.currentTarget.value = ''; }} />
      </div>
      <Folders {...{ bucket }} folder={folder.value} show={(slug) => (folder.value = slug)} />
      {error && <p role="alert" class="problem">{error}</p>}
      <ul class="grid small">
        {data?.media.map((media) => (
          <li key={media.id}>
            <button type="button" class="tile" onClick={() => pick(media.name)} title={`${media.original_name}, ${size(media.size)}`}>
              <Thumb bucket={bucket} media={media} width={160} /><span>{media.original_name}</span>
            </button>
          </li>
        ))}
      </ul>
      <p class="faint" role="status">{data && shownOf(data.media.length, data.total)}</p>
    </Dialog>
  );
}

async function byName(bucket: string, name: string): Promise<Media | null> {
  if (!name) return null;
  const { media } = await get<{ media: Media[] }>(`${bucketPath(bucket)}/media${search({ query: { name }, limit: 1 })}`);
  return media[0] ?? null;
}

export function FilePick({ id, described, label, value, set }: { id: string; described?: string | undefined; label: string; value: string; set: (value: string) => void }) {
  const { bucket, place, trial, readonly } = useContext(Form);
  const picking = useSignal(false);
  const busy = useSignal(false);
  const over = useSignal(false);
  const input = useRef<HTMLInputElement>(null);
  const { data, error, loading } = useLoad(() => byName(bucket, value), [value]);
  const media = data?.name === value ? data : null; // not the one before, until the next is there
  const take = async (files: FileList | null | undefined) => {
    if (!files?.length || trial || readonly) return;
    busy.value = true;
    const coming = uploadFirst(bucket, [...files]);
    const put = ([arrived]: Media[]) => void (arrived && set(arrived.name));
    await (place?.([...files].slice(0, 1), coming, put) ?? coming.then(put));
    busy.value = false;
  };
  // Its button goes, and the focus would with it.
  const remove = () => {
    set('');
    document.getElementById(id)?.focus();
  };
  const drop = (event: DragEvent) => {
    over.value = false;
    if (!event.dataTransfer?.files.length) return;
    event.preventDefault();
    void take(event.dataTransfer.files);
  };
  return (
    <div class={over.value ? 'file over' : 'file'} onDrop={drop} onDragLeave={() => (over.value = false)}
      onDragOver={(event) => { if (event.dataTransfer?.types.includes('Files') && !readonly) { event.preventDefault(); over.value = true; } }}>
      {value && media && <Thumb bucket={bucket} media={media} width={120} />}
      <div>
        {value && <p>{media ? <>{media.original_name} <span class="faint">{size(media.size)}</span></> : loading ? '…' : error ?? t('The file “{name}” is gone. It may be in the trash.', { name: value })}</p>}
        <div class="tools">
          <button id={id} type="button" class="small" aria-describedby={described} aria-label={value ? t('Change {label}', { label }) : t('Choose {label}', { label })} onClick={() => (picking.value = true)}>{value ? t('Change') : t('Choose')}</button>
          {!trial && <button type="button" class="small" aria-disabled={busy.value || undefined} aria-describedby={described} aria-label={busy.value ? undefined : t('Upload {label}', { label })} onClick={() => busy.peek() || input.current?.click()}>{busy.value ? t('Uploading…') : t('Upload')}</button>}
          {value && <button type="button" class="quiet small" aria-label={t('Remove {label}', { label })} onClick={remove}>{t('Remove')}</button>}
        </div>
      </div>
      <input ref={input} type="file" hidden aria-label={t('File for {label}', { label })} onChange={(event) => { void take(event.currentTarget.files); event.currentTarget.value = ''; }} />
      {picking.value && <MediaPicker {...{ bucket, label }} pick={(name) => { set(name); picking.value = false; }} close={() => (picking.value = false)} />}
    </div>
  );
}
