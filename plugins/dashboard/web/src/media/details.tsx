// One file: what it shows for those who cannot see it, its folder, what crops keep, where it is used, another file in its place.
import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { ApiError, ask, base, bucketPath, get, imageOf, type Media, search, send, toldToWebhooks, wordsOf } from '../api';
import { confirm, Dialog } from '../dialog';
import { fullTime, size } from '../format';
import { useLoad } from '../load';
import { fail, say } from '../messages';
import { rightsIn } from '../rights';
import { address, Link, mayLeave } from '../router';
import { same } from '../same';
import { useUnsaved } from '../settings/form';
import { plural, t } from '../text';
import type { Folder } from './folders';
import { altOf, isPicture } from './pick';
import { replaceFile } from './upload';

type Reference = { id: string; title: string; type: string };

export function Details({ bucket, id, folders, close, changed }: { bucket: string; id: string; folders: Folder[]; close: () => void; changed: () => void }) {
  const path = `${bucketPath(bucket)}/media/${id}`;
  const { data, error, again } = useLoad(() => ask<{ media: Media }>(path), [id]);
  const leave = async () => {
    if (await mayLeave()) close();
  };
  return (
    <Dialog title={data?.data.media.original_name ?? t('File')} onClose={() => void leave()} wide>
      {error && <p role="alert" class="problem">{error}</p>}
      {data && <About {...{ bucket, path, folders, close, changed, again }} media={data.data.media} version={data.version} />}
    </Dialog>
  );
}

function About({ bucket, path, media, version, folders, close, changed, again }: {
  bucket: string; path: string; media: Media; version: string; folders: Folder[]; close: () => void; changed: () => void; again: () => void;
}) {
  const alt = useSignal(altOf(media));
  const folder = useSignal(media.folder ?? '');
  const point = useSignal(media.focal_point ?? null);
  const problem = useSignal('');
  const broken = useSignal(false);
  const mayEdit = rightsIn(bucket).media;
  const dirty = alt.value !== altOf(media) || folder.value !== (media.folder ?? '') || !same(point.value, media.focal_point ?? null);
  useUnsaved(dirty, () => confirm(t('Leave without saving?'), t('What you changed of “{type}” is not saved.', { type: media.original_name }), t('Leave')));
  const { data: used } = useLoad(() => get<{ references: Reference[]; total: number }>(`${path}/references${search({ status: 'any', limit: 20 })}`), []);
  const latest = useRef(version);
  const before = useRef(media);
  // It is read again after somebody else changed it: theirs comes in where nothing was changed here.
  useLayoutEffect(() => {
    const old = before.current;
    before.current = media;
    latest.current = version;
    if (alt.peek() === altOf(old)) alt.value = altOf(media);
    if (folder.peek() === (old.folder ?? '')) folder.value = media.folder ?? '';
    if (same(point.peek(), old.focal_point ?? null)) point.value = media.focal_point ?? null;
  }, [media]);
  // A file takes a while to be replaced: by then the dialog may be closed.
  const gone = useRef(false);
  useEffect(() => () => void (gone.current = true), []);
  const refused = (error: unknown) => {
    if (gone.current) return void fail(wordsOf(error));
    problem.value = wordsOf(error);
    if (error instanceof ApiError && error.status === 412) again();
  };
  const store = async () => {
    if (!dirty) return;
    const changes = {
      ...(alt.value === altOf(media) ? {} : { metadata: { ...media.metadata, alt_text: alt.value } }),
      ...(folder.value === (media.folder ?? '') ? {} : { folder: folder.value || null }),
      ...(same(point.value, media.focal_point ?? null) ? {} : { focal_point: point.value }),
    };
    const answer = await ask(path, { method: 'PATCH', version: latest.current, body: { ...changes, ...toldToWebhooks } });
    latest.current = answer.version;
  };
  // A second press would meet the version that the first has made.
  const busy = useSignal(false);
  const run = async (action: () => Promise<string>) => {
    if (busy.peek()) return;
    busy.value = true;
    problem.value = '';
    try {
      const told = await action();
      changed();
      if (!gone.current) close();
      say(told);
    } catch (error) {
      refused(error);
    }
    busy.value = false;
  };
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    void run(async () => {
      await store();
      return t('The file is saved.');
    });
  };
  const replacement = useRef<HTMLInputElement>(null);
  const replace = async (file: File | undefined) => {
    if (!file) return;
    const where = used?.total ? plural(used.total, 'It is used in {count} object, which shows the new file.', 'It is used in {count} objects, which show the new file.') : '';
    if (!(await confirm(t('Replace the file?'), [t('{old} becomes {file}.', { old: media.original_name, file: file.name }), where].join(' '), t('Replace'), false))) return;
    await run(async () => {
      await store();
      await replaceFile(path, latest.current, file);
      return t('The file is replaced.');
    });
  };
  const remove = async () => {
    const where = used?.total ? plural(used.total, 'It is used in {count} object.', 'It is used in {count} objects.') : '';
    if (!(await confirm(t('Delete?'), [t('{name} goes to the trash.', { name: media.original_name }), where].join(' '), t('Delete')))) return;
    try {
      await ask(`${path}${search(toldToWebhooks)}`, { method: 'DELETE', version: latest.current });
      close();
      changed();
      say(t('{name} is in the trash.', { name: media.original_name }), t('Undo'), () => void send('POST', `${bucketPath(bucket)}/trash/${media.id}/restore`).then(changed, (error) => fail(wordsOf(error))));
    } catch (error) {
      refused(error);
    }
  };
  return (
    <form class="about" onSubmit={save}>
      {isPicture(media) && !broken.value && <Focal {...{ bucket, media, point, mayEdit }} failed={() => (broken.value = true)} />}
      <div>
        <label>{t('Alt text')}<textarea rows={3} readOnly={!mayEdit} value={alt.value} placeholder={t('What the picture shows, for those who cannot see it')} onInput={(event) => (alt.value = event.currentTarget.value)} /></label>
        {folders.length > 0 && (
          <label>{t('Folder')}
            <select value={folder.value} disabled={!mayEdit} onChange={(event) => (folder.value = event.currentTarget.value)}>
              <option value="">{t('None')}</option>
              {folders.map((each) => <option key={each.slug} value={each.slug}>{each.title}</option>)}
            </select>
          </label>
        )}
        {broken.value && <p class="notice" role="note">{t('This picture cannot be shown: the file is damaged, or of a kind that is not known.')}</p>}
        <p class="faint">{media.type}, {size(media.size)}, {fullTime(media.created)}. <a href={`${base}/v2/media-files/${bucket}/${media.name}`} target="_blank" rel="noopener">{t('Open the file')}</a></p>
        {used && <p class="faint">{used.total ? `${t('Used in')} ` : t('Not used anywhere.')}{used.references.map((each, index) => <>{index ? ', ' : ''}<Link to={address(bucket, 'objects', each.type, each.id)}>{each.title}</Link></>)}</p>}
        <div role="alert" class="problem">{problem.value}</div>
        <p role="status" class="faint">{busy.value && t('Saving…')}</p>
        {mayEdit ? (
          <footer>
            <button type="button" class="danger" aria-disabled={busy.value} onClick={() => busy.peek() || void remove()}>{t('Delete')}</button>
            <button type="button" aria-disabled={busy.value} onClick={() => busy.peek() || replacement.current?.click()}>{t('Replace')}</button>
            <input ref={replacement} type="file" hidden aria-label={t('The new file')} onChange={(event) => { void replace(event.currentTarget.files?.[0]); event.currentTarget.value = ''; }} />
            <button class="primary" aria-disabled={busy.value}>{t('Save')}</button>
          </footer>
        ) : <p class="notice" role="note">{t('Your role adds files and does not change those that are there.')}</p>}
      </div>
    </form>
  );
}

type Point = { x: number; y: number };

function Focal({ bucket, media, point, mayEdit, failed }: { bucket: string; media: Media; point: { value: Point | null }; mayEdit: boolean; failed: () => void }) {
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
      <button type="button" class="target" disabled={!mayEdit} aria-label={at ? t('Focal point: {x}% from left, {y}% from top. Arrow keys move it.', { x: Math.round(at.x * 100), y: Math.round(at.y * 100) })
          : t('Focal point: the middle. Arrow keys move it.')} onClick={click} onKeyDown={keys}>
        <img src={imageOf(bucket, media.name, 'w=900&fit=max&auto=format')} alt={altOf(media)} onError={failed} />
        <span class="cross" style={{ left: `${(at?.x ?? 0.5) * 100}%`, top: `${(at?.y ?? 0.5) * 100}%` }} />
      </button>
      <p class="faint">{mayEdit && t('Click what every crop shall keep.')} {at && mayEdit && <button type="button" class="quiet small" onClick={() => (point.value = null)}>{t('Middle')}</button>}</p>
      <div class="crops"><img src={crop(160, 90)} width={160} height={90} alt={t('As a wide crop')} /><img src={crop(90, 90)} width={90} height={90} alt={t('As a square')} /><img src={crop(60, 90)} width={60} height={90} alt={t('As a tall crop')} /></div>
    </div>
  );
}
