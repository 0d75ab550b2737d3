// Files go up three at a time. Small ones in one request, others in pieces (tus) that go on where they were after a lost connection,
// a server that was started again, or a page that was closed: then the same file is dropped again.
import { type Signal, signal } from '@preact/signals';
import { ApiError, base, bucketPath, get, type Media, type Problem, sentence, session, toldToWebhooks } from '../api';
import { refuse } from '../ended';
import { readJson, writeJson } from '../exact';
import { fail, say, unsay } from '../messages';
import { refusal } from '../refusal';
import { plural, t } from '../text';

/** `done` is a part of one; `waits` while the server does not answer. */
export type Upload = { id: number; name: string; done: Signal<number>; waits: Signal<boolean>; cancel: () => void };
export const uploads: Signal<Upload[]> = signal([]);

/** What was refused of files that were chosen together: one message, however many there are. */
type Refusals = { files: { which: string; name: string; reason: string }[]; note: number };
type Task = { bucket: string; file: File; folder: string; entry: Upload; refusals: Refusals; stopped: boolean; stop?: () => void };
const inPieces = 4 * 1024 * 1024;
const piece = 8 * 1024 * 1024;
const atOnce = 3;
// Long enough for a server that is started again, and for a train's tunnel; a piece that arrives begins the row anew.
const delays = [500, 1000, 2000, ...Array<number>(60).fill(5000)];
let last = 0;
const standing = new Set<Refusals>(); // on the screen

const orRefused = (text: unknown): string => (typeof text === 'string' && text ? text : t('the server refused it'));

const told = (status: number, { message, problems = [] }: { message?: unknown; problems?: Problem[] }): string =>
  orRefused(typeof message === 'string' && refusal(status, message, problems));

async function sendForm(path: string, form: FormData, more: { headers?: Record<string, string>; signal?: AbortSignal }): Promise<Media> {
  for (const [name, value] of Object.entries(toldToWebhooks)) form.set(name, String(value));
  const response = await fetch(`${base}/v2${path}`, { method: 'POST', headers: { 'Inkwell-Session': '1', ...more.headers }, signal: more.signal, body: form, credentials: 'same-origin' });
  const data = await response.text().then(readJson).catch(() => ({})) as { media: Media; message?: unknown; problems?: Problem[] };
  more.signal?.throwIfAborted();
  if (!response.ok) throw new ApiError(response.status, told(response.status, data));
  return data.media;
}

function sendWhole(task: Task): Promise<Media> {
  const { bucket, file, folder } = task;
  const form = new FormData();
  if (folder) form.set('folder', folder);
  form.set('media', file, file.name);
  const stopping = new AbortController();
  task.stop = () => stopping.abort();
  return sendForm(`${bucketPath(bucket)}/media`, form, { signal: stopping.signal });
}

/** Another file under the same record, unless somebody else changed the record meanwhile. */
export async function replaceFile(path: string, version: string, file: File): Promise<Media> {
  if (!file.size) throw new Error(t('{name} was not uploaded: {reason}', { name: file.name, reason: t('it is empty') }));
  const form = new FormData();
  form.set('media', file, file.name);
  const began = performance.now();
  try {
    return await sendForm(`${path}/replace`, form, { headers: { 'If-Match': `"${version}"` } });
  } catch (error) {
    if (error instanceof TypeError) throw new ApiError(0, t('The server does not answer.'));
    if (!(error instanceof ApiError)) throw error;
    if (error.status !== 401) throw new ApiError(error.status, sentence(error.message));
    refuse(true, began);
    throw new ApiError(401, t('Your session has ended: sign in and try again.'));
  }
}

async function sendPieces(task: Task): Promise<Media> {
  const { bucket, file, folder, entry } = task;
  const tus = await import('tus-js-client');
  if (task.stopped) throw new Error(t('it was stopped'));
  let id = '';
  await new Promise<void>((resolve, reject) => {
    const sending = new tus.Upload(file, {
      endpoint: `${location.origin}${base}/v2${bucketPath(bucket)}/media/tus`,
      headers: { 'Inkwell-Session': '1' },
      metadata: { filename: file.name, filetype: file.type, trigger_webhook: String(toldToWebhooks.trigger_webhook), ...(folder ? { folder } : {}) },
      chunkSize: piece,
      retryDelays: delays,
      removeFingerprintOnSuccess: true,
      fingerprint: async () => ['inkwell', bucket, folder, file.name, file.size, file.lastModified].join(':'),
      onShouldRetry: (error) => {
        const status = 'originalResponse' in error ? error.originalResponse?.getStatus() ?? 0 : 0;
        const again = !task.stopped && (status === 0 || status >= 500 || status === 409 || status === 423);
        entry.waits.value = again;
        return again;
      },
      onAfterResponse: (_request, response) => {
        entry.waits.value = false;
        id = response.getHeader('Inkwell-Media-Id') ?? id;
      },
      onProgress: (sent, all) => (entry.done.value = all ? sent / all : 1),
      onSuccess: () => resolve(),
      onError: (error) => reject(new Error('originalResponse' in error && error.originalResponse ? wordsOf(error.originalResponse) : t('the server does not answer'))),
    });
    task.stop = () => {
      void sending.abort(true);
      reject(new Error(t('it was stopped')));
    };
    sending.findPreviousUploads().then((before) => {
      if (before[0]) sending.resumeFromPreviousUpload(before[0]);
      if (!task.stopped) sending.start();
    }, reject);
  });
  return (await get<{ media: Media }>(`${bucketPath(bucket)}/media/${id}`)).media;
}

function wordsOf(response: { getStatus: () => number; getBody: () => string }): string {
  try {
    return told(response.getStatus(), JSON.parse(response.getBody()));
  } catch {
    return orRefused('');
  }
}

const whichOf = ({ bucket, file }: Task): string => writeJson([session.peek()?.user.id, bucket, file.name]);

function tell(refusals: Refusals): void {
  const [first, ...more] = refusals.files;
  unsay(refusals.note);
  standing.delete(refusals);
  if (!first) return;
  standing.add(refusals);
  const files = refusals.files.map(({ name, reason }) => `${name}: ${reason}`).join('; ');
  refusals.note = fail(!more.length ? t('{name} was not uploaded: {reason}', first)
    : plural(more.length + 1, '{count} file was not uploaded: {files}', '{count} files were not uploaded: {files}', { files }));
}

function tellRefused(task: Task, reason: string): void {
  task.refusals.files.push({ which: whichOf(task), name: task.file.name, reason });
  tell(task.refusals);
}

// What was refused of it before is no news.
function hasArrived(task: Task): void {
  const which = whichOf(task);
  for (const refusals of [...standing]) {
    const left = refusals.files.filter((each) => each.which !== which);
    if (left.length === refusals.files.length) continue;
    refusals.files = left;
    tell(refusals);
  }
}

async function run(task: Task): Promise<Media | null> {
  const began = performance.now();
  try {
    if (task.stopped) throw new Error(t('it was stopped'));
    if (!task.file.size) throw new Error(t('it is empty'));
    const media = await (task.file.size > inPieces ? sendPieces(task) : sendWhole(task));
    hasArrived(task);
    return media;
  } catch (error) {
    // Who signs in again is asked for the file again.
    if (error instanceof ApiError && error.status === 401) refuse(true, began);
    const reason = error instanceof TypeError ? t('the server does not answer') : (error as Error).message;
    if (!task.stopped) tellRefused(task, reason);
    return null;
  } finally {
    uploads.value = uploads.value.filter((each) => each !== task.entry);
  }
}

const waiting: { task: Task; done: (media: Media | null) => void }[] = [];
let running = 0;

function next(): void {
  while (running < atOnce && waiting.length) {
    const { task, done } = waiting.shift()!;
    ++running;
    void run(task).then((media) => {
      --running;
      done(media);
      next();
    });
  }
}

function begin(bucket: string, file: File, folder: string, refusals: Refusals): Promise<Media | null> {
  const task: Task = { bucket, file, folder, refusals, stopped: false, entry: { id: ++last, name: file.name, done: signal(0), waits: signal(false), cancel: () => {
    task.stopped = true;
    task.stop?.();
  } } };
  uploads.value = [...uploads.value, task.entry];
  return new Promise((done) => waiting.push({ task, done }));
}

/** Resolves to what arrived; what did not is told on the screen. */
export async function upload(bucket: string, files: File[], folder = ''): Promise<Media[]> {
  const refusals: Refusals = { files: [], note: 0 };
  const all = files.map((file) => begin(bucket, file, folder, refusals));
  next();
  const arrived = (await Promise.all(all)).filter((media): media is Media => media !== null);
  if (arrived.length === 1) say(t('{name} is uploaded', { name: arrived[0]!.original_name }));
  else if (arrived.length) say(plural(arrived.length, '{count} file is uploaded', '{count} files are uploaded'));
  return arrived;
}

/** For a place that takes one file: resolves to the first. The others go into the media library, which is told. */
export function uploadFirst(bucket: string, files: File[]): Promise<Media[]> {
  const first = upload(bucket, files.slice(0, 1));
  void Promise.all([upload(bucket, files.slice(1)), first]).then(([others]) => {
    if (others.length) say(plural(others.length, 'One file is taken here: {count} more is in the media library.', 'One file is taken here: {count} more are in the media library.'));
  });
  return first;
}

addEventListener('beforeunload', (event) => uploads.value.length && event.preventDefault());
