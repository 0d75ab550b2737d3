// A run through the pictures that nobody has described: one after the other, what is written is saved as one goes on.
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { ApiError, ask, bucketPath, get, imageOf, type Media, search, toldToWebhooks, wordsOf } from '../api';
import { confirm, Dialog } from '../dialog';
import { useLoad } from '../load';
import { useUnsaved } from '../settings/form';
import { t } from '../text';
import { withoutAlt } from './files';
import { altOf } from './pick';

const most = 500;

/** Writes the text beside what else is said about the file. What somebody else has written meanwhile is thrown, once. */
class Theirs extends Error {}
async function write(bucket: string, id: string, text: string, known: string): Promise<void> {
  const path = `${bucketPath(bucket)}/media/${id}`;
  for (let tries = 0; ; ++tries) {
    const { data: { media }, version } = await ask<{ media: Media }>(path);
    if (altOf(media) === text) return;
    if (altOf(media) !== known) throw new Theirs(altOf(media));
    try {
      await ask(path, { method: 'PATCH', version, body: { metadata: { ...media.metadata, alt_text: text }, ...toldToWebhooks } });
      return;
    } catch (error) {
      if (error instanceof ApiError && error.status === 412 && tries < 4) continue;
      throw error;
    }
  }
}

export function Describe({ bucket, folder, close, changed }: { bucket: string; folder: string | null | undefined; close: () => void; changed: () => void }) {
  const { data, error } = useLoad(() => get<{ media: Media[]; total: number }>(
    `${bucketPath(bucket)}/media${search({ query: { ...withoutAlt, ...(folder === undefined ? {} : { folder }) }, limit: most, props: 'id,name,original_name,metadata' })}`), []);
  const at = useSignal(0);
  const texts = useSignal<Record<string, string>>({});
  const saved = useRef<Record<string, string>>({});
  const told = useSignal('');
  const problem = useSignal('');
  const busy = useSignal(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const all = data?.media ?? [];
  const file = all[at.value];
  // The dialog was there before the first image was.
  useEffect(() => area.current?.focus(), [!!file]);
  const textOf = (id: string) => texts.value[id] ?? saved.current[id] ?? '';
  const isKept = ({ id }: Media) => textOf(id).trim() === (saved.current[id] ?? '');
  /** Resolves to false when the text stays where it is, with a reason. */
  const keep = async (image: Media): Promise<boolean> => {
    if (isKept(image)) return true;
    const text = textOf(image.id).trim();
    try {
      await write(bucket, image.id, text, saved.current[image.id] ?? '');
      saved.current[image.id] = text;
      told.value = t('Saved.');
      return true;
    } catch (failure) {
      if (failure instanceof Theirs) {
        saved.current[image.id] = failure.message;
        problem.value = t('Somebody else has written “{text}” meanwhile. Go on to put yours in its place.', { text: failure.message });
      } else problem.value = wordsOf(failure);
      return false;
    }
  };
  // What is refused once more, as when the file is gone, can be left behind.
  const settle = async (): Promise<boolean> => {
    for (let next; (next = all.find((each) => !isKept(each))); ) {
      const before = problem.peek();
      if (await keep(next)) continue;
      at.value = all.indexOf(next);
      return problem.peek() === before && confirm(t('Close without saving?'), t('What you typed is not saved.'), t('Close it'));
    }
    return true;
  };
  // Who goes elsewhere has it saved as by Done.
  useUnsaved(!all.every(isKept), settle);
  const go = async (by: number) => {
    if (!file || busy.peek()) return;
    busy.value = true;
    problem.value = told.value = '';
    if (await keep(file)) {
      const next = at.peek() + by;
      if (next >= 0 && next < all.length) at.value = next;
      else if (by > 0) told.value = t('This was the last one.');
    }
    busy.value = false;
    area.current?.focus();
  };
  const leave = async () => {
    if (busy.peek()) return;
    busy.value = true;
    const done = await settle();
    busy.value = false;
    if (!done) return;
    if (Object.keys(saved.current).length) changed();
    close();
  };
  const keys = (event: KeyboardEvent) => {
    const by = { Enter: event.shiftKey || event.isComposing ? 0 : 1, PageDown: 1, PageUp: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    void go(by);
  };
  return (
    <Dialog title={t('Alt texts')} onClose={() => void leave()} wide>
      {error && <p role="alert" class="problem">{error}</p>}
      {data && !all.length && <p class="empty">{t('Every image has an alt text.')}</p>}
      {file && (
        <div class="describe">
          <img key={file.id} src={imageOf(bucket, file.name, 'w=900&h=700&fit=max&auto=format')} alt="" />
          <div>
            <p><strong class="filetitle">{file.original_name}</strong></p>
            <p role="status" class="faint">{[t('{number} of {count}', { number: at.value + 1, count: all.length }), told.value].filter(Boolean).join(' · ')}</p>
            <label>{t('Alt text')}
              <textarea ref={area} rows={4} readOnly={busy.value} value={textOf(file.id)} placeholder={t('What the picture shows, for those who cannot see it')} onKeyDown={keys}
                aria-describedby="describe-keys" onInput={(event) => (texts.value = { ...texts.peek(), [file.id]: event.currentTarget.value })} />
            </label>
            <p id="describe-keys" class="faint">{t('Enter or Page Down saves it and shows the next image, Page Up the one before.')}</p>
            <div role="alert" class="problem">{problem.value}</div>
            <footer>
              <button type="button" disabled={at.value === 0} aria-keyshortcuts="PageUp" onClick={() => void go(-1)}>{t('Previous')}</button>
              <button type="button" class="primary" aria-keyshortcuts="PageDown" onClick={() => void go(1)}>{at.value + 1 < all.length ? t('Save and next') : t('Save')}</button>
              <button type="button" class="quiet" onClick={() => void leave()}>{t('Done')}</button>
            </footer>
          </div>
        </div>
      )}
    </Dialog>
  );
}
