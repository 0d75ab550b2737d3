// Files go up one after the other; the progress of each is a signal.
import { signal } from '@preact/signals';
import { base, bucketPath, type Media, session } from '../api';
import { fail, say } from '../messages';

export type Upload = { name: string; done: ReturnType<typeof signal<number>>; };
export const uploads = signal<Upload[]>([]);

function sendOne(bucket: string, file: File, folder: string, progress: (part: number) => void): Promise<Media> {
  return new Promise((resolve, reject) => {
    const form = new FormData();
    if (folder) form.set('folder', folder);
    form.set('media', file, file.name);
    const request = new XMLHttpRequest();
    request.open('POST', `${base}/v2${bucketPath(bucket)}/media`);
    request.setRequestHeader('Inkwell-Session', '1');
    request.responseType = 'json';
    request.upload.onprogress = (event) => event.lengthComputable && progress(event.loaded / event.total);
    request.onerror = () => reject(new Error('the server does not answer'));
    request.onload = () => {
      if (request.status === 200) return resolve(request.response.media as Media);
      if (request.status === 401 && session.value) return reject(new Error('sign in again first'));
      reject(new Error(request.response?.message ?? `status ${request.status}`));
    };
    request.send(form);
  });
}

/** Resolves to what arrived; what did not is told on the screen. */
export async function upload(bucket: string, files: File[], folder = ''): Promise<Media[]> {
  const arrived: Media[] = [];
  const waiting = files.map((file) => ({ file, entry: { name: file.name, done: signal(0) } as Upload }));
  uploads.value = [...uploads.value, ...waiting.map((each) => each.entry)];
  for (const { file, entry } of waiting) {
    try {
      arrived.push(await sendOne(bucket, file, folder, (part) => (entry.done.value = part)));
    } catch (error) {
      fail(`${file.name} was not uploaded: ${(error as Error).message}`);
    }
    uploads.value = uploads.value.filter((each) => each !== entry);
  }
  if (arrived.length) say(arrived.length === 1 ? `${arrived[0]!.original_name} is uploaded` : `${arrived.length} files are uploaded`);
  return arrived;
}
