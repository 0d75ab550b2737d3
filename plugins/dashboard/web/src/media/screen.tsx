// The files of a bucket: a grid, uploads by button or drop, and what is said about each file.
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { ask, base, bucketPath, get, imageOf, type Media, search, send, wordsOf } from '../api';
import { confirm, Dialog } from '../dialog';
import { fullTime, many, size } from '../format';
import { useLater, useLoad } from '../load';
import { fail, say } from '../messages';
import { rightsIn } from '../rights';
import { address, Link, place, setQuery } from '../router';
import { plural, t } from '../text';
import { type Folder, FolderPick } from './folders';
import { altOf, isPicture, listMedia, Thumb } from './pick';
import { replaceFile, upload, uploads } from './upload';

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

export function MediaScreen({ bucket }: { bucket: string }) {
  const query = place.value.query;
  const words = query.get('q') ?? '';
  const folder = query.get('folder') ?? '';
  const limit = useSignal(60);
  const opened = useSignal<Media | null>(null);
  const over = useSignal(false);
  const input = useRef<HTMLInputElement>(null);
  const more = useRef<HTMLDivElement>(null);
  const typed = useSignal(words);
  const ask = useLater(250, () => setQuery({ q: typed.value.trim() || undefined }));
  const { data, error, again } = useLoad(() => listMedia(bucket, words, folder, limit.value), [words, folder, limit.value]);
  const { data: folders, again: foldersAgain } = useLoad(() => get<{ media_folders: Folder[] }>(`${bucketPath(bucket)}/media-folders`), []);
  useEffect(() => {
    document.title = 'Media · Inkwell';
    const watch = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting) && (totalNow.current > limit.value)) limit.value += 60;
    }, { rootMargin: '400px' });
    if (more.current) watch.observe(more.current);
    return () => watch.disconnect();
  }, []);
  const totalNow = useRef(0);
  totalNow.current = data?.total ?? 0;
  const take = async (files: FileList | null | undefined) => {
    if (!files?.length) return;
    await upload(bucket, [...files], folder);
    again();
  };
  const drop = (event: DragEvent) => {
    over.value = false;
    if (!event.dataTransfer?.files.length) return;
    event.preventDefault();
    void take(event.dataTransfer.files);
  };
  return (
    <div class={over.value ? 'dropzone over' : 'dropzone'} onDrop={drop} onDragLeave={() => (over.value = false)}
      onDragOver={(event) => { if (event.dataTransfer?.types.includes('Files')) { event.preventDefault(); over.value = true; } }}>
      <header class="bar">
        <div class="heading"><h1>Media</h1><p class="faint" role="status">{data ? many(data.total, 'file') : ''}</p></div>
        <div class="actions"><button type="button" class="primary" onClick={() => input.current?.click()}>Upload</button></div>
      </header>
      <input ref={input} type="file" multiple hidden aria-label="Files to upload" onChange={(event) => { const files = event.currentTarget.files; void take(files).then(() => { if (input.current) input.current.value = ''; }); }} />
      <div class="filters">
        <input type="search" aria-label="Search media" placeholder="Search" defaultValue={words} onInput={(event) => { typed.value = event.currentTarget.value; ask(); }} />
        <FolderPick {...{ bucket, folder }} folders={folders?.media_folders ?? []} changed={foldersAgain} />
      </div>
      <Uploads />
      {error && <p role="alert" class="problem">{error}</p>}
      <ul class="grid">
        {data?.media.map((media) => (
          <li key={media.id}>
            <button type="button" class="tile" onClick={() => (opened.value = media)}>
              <Thumb bucket={bucket} media={media} />
              <span>{media.original_name}</span>
              <span class="faint">{size(media.size)}{isPicture(media) && !altOf(media) ? ' · no alt text' : ''}</span>
            </button>
          </li>
        ))}
      </ul>
      {data?.total === 0 && <p class="empty">{words || folder ? 'Nothing is found.' : 'Drop files here, or press Upload.'}</p>}
      <div ref={more} />
      {opened.value && <Details bucket={bucket} id={opened.value.id} folders={folders?.media_folders ?? []} close={() => (opened.value = null)} changed={again} />}
    </div>
  );
}

type Reference = { id: string; title: string; type: string };

function Details({ bucket, id, folders, close, changed }: { bucket: string; id: string; folders: Folder[]; close: () => void; changed: () => void }) {
  const path = `${bucketPath(bucket)}/media/${id}`;
  const { data, error } = useLoad(() => ask<{ media: Media }>(path), [id]);
  return (
    <Dialog title={data?.data.media.original_name ?? 'File'} onClose={close} wide>
      {error && <p role="alert" class="problem">{error}</p>}
      {data && <About {...{ bucket, path, folders, close, changed }} media={data.data.media} version={data.version} />}
    </Dialog>
  );
}

function About({ bucket, path, media, version, folders, close, changed }: {
  bucket: string; path: string; media: Media; version: string; folders: Folder[]; close: () => void; changed: () => void;
}) {
  const alt = useSignal(altOf(media));
  const folder = useSignal(media.folder ?? '');
  const point = useSignal(media.focal_point ?? null);
  const problem = useSignal('');
  const mayEdit = rightsIn(bucket).media;
  const { data: used } = useLoad(() => get<{ references: Reference[]; total: number }>(`${path}/references${search({ status: 'any', limit: 20 })}`), []);
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    const metadata = { ...media.metadata, alt_text: alt.value };
    try {
      await ask(path, { method: 'PATCH', version, body: { metadata, folder: folder.value || null, focal_point: point.value } });
      say('The file is saved.');
      changed();
      close();
    } catch (error) {
      problem.value = wordsOf(error);
    }
  };
  const replacement = useRef<HTMLInputElement>(null);
  const replace = async (file: File | undefined) => {
    if (!file) return;
    const where = used?.total ? plural(used.total, 'It is used in {count} object, which shows the new file.', 'It is used in {count} objects, which show the new file.') : '';
    if (!(await confirm(t('Replace the file?'), [t('{old} becomes {file}.', { old: media.original_name, file: file.name }), where].join(' '), t('Replace'), false))) return;
    const form = new FormData();
    form.set('media', file, file.name);
    try {
      await replaceFile(path, version, form);
      say(t('The file is replaced.'));
      changed();
      close();
    } catch (error) {
      problem.value = wordsOf(error);
    }
  };
  const remove = async () => {
    const where = used?.total ? ` It is used in ${many(used.total, 'object')}.` : '';
    if (!(await confirm('Delete?', `${media.original_name} goes to the trash.${where}`, 'Delete'))) return;
    try {
      await ask(path, { method: 'DELETE', version });
      close();
      changed();
      say(`${media.original_name} is in the trash.`, 'Undo', () => void send('POST', `${bucketPath(bucket)}/trash/${media.id}/restore`).then(changed, (error) => fail(wordsOf(error))));
    } catch (error) {
      problem.value = wordsOf(error);
    }
  };
  return (
    <form class="about" onSubmit={save}>
      {isPicture(media) && <Focal {...{ bucket, media, point, mayEdit }} />}
      <div>
        <label>Alt text<textarea rows={3} readOnly={!mayEdit} value={alt.value} placeholder="What the picture shows, for those who cannot see it" onInput={(event) => (alt.value = event.currentTarget.value)} /></label>
        {folders.length > 0 && (
          <label>Folder
            <select value={folder.value} disabled={!mayEdit} onChange={(event) => (folder.value = event.currentTarget.value)}>
              <option value="">None</option>
              {folders.map((each) => <option key={each.slug} value={each.slug}>{each.title}</option>)}
            </select>
          </label>
        )}
        <p class="faint">{media.type}, {size(media.size)}, {fullTime(media.created)}. <a href={`${base}/v2/media-files/${bucket}/${media.name}`} target="_blank" rel="noopener">Open the file</a></p>
        {used && <p class="faint">{used.total ? 'Used in ' : 'Not used anywhere.'}{used.references.map((each, index) => <>{index ? ', ' : ''}<Link to={address(bucket, 'objects', each.type, each.id)}>{each.title}</Link></>)}</p>}
        <div role="alert" class="problem">{problem.value}</div>
        {mayEdit ? (
          <footer>
            <button type="button" class="danger" onClick={remove}>Delete</button>
            <button type="button" onClick={() => replacement.current?.click()}>{t('Replace')}</button>
            <input ref={replacement} type="file" hidden aria-label={t('The new file')} onChange={(event) => { void replace(event.currentTarget.files?.[0]); event.currentTarget.value = ''; }} />
            <button class="primary">Save</button>
          </footer>
        ) : <p class="notice" role="note">{t('Your role adds files and does not change those that are there.')}</p>}
      </div>
    </form>
  );
}

type Point = { x: number; y: number };

function Focal({ bucket, media, point, mayEdit }: { bucket: string; media: Media; point: { value: Point | null }; mayEdit: boolean }) {
  const at = point.value;
  const round = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 100) / 100;
  const click = (event: MouseEvent) => {
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
    if (event.detail === 0) return; // a key: the arrows move it
    point.value = { x: round((event.clientX - box.left) / box.width), y: round((event.clientY - box.top) / box.height) };
  };
  const keys = (event: KeyboardEvent) => {
    const step = { ArrowLeft: [-0.02, 0], ArrowRight: [0.02, 0], ArrowUp: [0, -0.02], ArrowDown: [0, 0.02] }[event.key];
    if (!step) return;
    event.preventDefault();
    const from = at ?? { x: 0.5, y: 0.5 };
    point.value = { x: round(from.x + step[0]!), y: round(from.y + step[1]!) };
  };
  const crop = (w: number, h: number) => imageOf(bucket, media.name, `w=${w}&h=${h}&fit=crop&auto=format${at ? `&crop=focalpoint&fp-x=${at.x}&fp-y=${at.y}` : ''}`);
  return (
    <div class="focal">
      <button type="button" class="target" disabled={!mayEdit} aria-label={`Focal point${at ? `: ${Math.round(at.x * 100)}% from left, ${Math.round(at.y * 100)}% from top` : ': the middle'}. Arrow keys move it.`} onClick={click} onKeyDown={keys}>
        <img src={imageOf(bucket, media.name, 'w=900&fit=max&auto=format')} alt={altOf(media)} />
        <span class="cross" style={{ left: `${(at?.x ?? 0.5) * 100}%`, top: `${(at?.y ?? 0.5) * 100}%` }} />
      </button>
      <p class="faint">{mayEdit && 'Click what every crop shall keep. '}{at && mayEdit && <button type="button" class="quiet small" onClick={() => (point.value = null)}>Middle</button>}</p>
      <div class="crops"><img src={crop(160, 90)} width={160} height={90} alt="As a wide crop" /><img src={crop(90, 90)} width={90} height={90} alt="As a square" /><img src={crop(60, 90)} width={60} height={90} alt="As a tall crop" /></div>
    </div>
  );
}
