// Which files are shown, in which order: kinds as conditions of the API, pages that are read while somebody scrolls.
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { ApiError, bucketPath, get, type Media, search, signedInAgain, wordsOf } from '../api';
import { listen, onceAnswered } from '../live';
import { useLater } from '../load';
import { t } from '../text';
import { pictureTypes } from './pick';

export type File = Media & { uses?: number };
export type Kind = 'images' | 'video' | 'audio' | 'documents' | 'other';
export const kinds: Kind[] = ['images', 'video', 'audio', 'documents', 'other'];
/** A filter as a kind is: pictures that nobody has described. */
export const undescribed = 'no-alt';
/** The folder of those that are in none. A slug begins with a letter or a digit. */
export const noFolder = '-';

export function nameOfKind(kind: Kind): string {
  return { images: t('Images'), video: t('Video'), audio: t('Audio'), documents: t('Documents'), other: t('Other') }[kind];
}

/** Of one file: "Image · jpg". */
export function kindOfFile({ type, original_name: name }: Media): string {
  const kind = { images: t('Image'), video: t('Video'), audio: t('Audio'), documents: t('Document'), other: t('Other') }[kindOf(type)];
  const ending = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase();
  return ending ? `${kind} · ${ending}` : kind;
}

const documents = ['application/pdf', 'application/msword', 'application/rtf', 'application/epub+zip'];
const begins: Record<Exclude<Kind, 'other'>, string[]> = {
  images: ['image/'], video: ['video/'], audio: ['audio/'],
  documents: ['text/', 'application/vnd.openxmlformats-officedocument.', 'application/vnd.oasis.opendocument.', 'application/vnd.ms-', 'application/vnd.apple.'],
};

export function kindOf(type: string): Kind {
  if (documents.includes(type)) return 'documents';
  return kinds.find((kind) => kind !== 'other' && begins[kind].some((each) => type.startsWith(each))) ?? 'other';
}

// A range, and no pattern: the server walks an index.
const range = (begin: string) => ({ type: { $gte: begin, $lt: begin.slice(0, -1) + String.fromCharCode(begin.charCodeAt(begin.length - 1) + 1) } });
const conditionsOf = (kind: Exclude<Kind, 'other'>): object[] => [...begins[kind].map(range), ...(kind === 'documents' ? [{ type: { $in: documents } }] : [])];

export const withoutAlt = { 'type': { $in: pictureTypes }, 'metadata.alt_text': { $in: [null, ''] }, 'metadata.alt': { $in: [null, ''] } };

function queryOfKind(kind: string): object {
  if (kind === undescribed) return withoutAlt;
  if (kind === 'other') return { $nor: kinds.flatMap((each) => (each === 'other' ? [] : conditionsOf(each))) };
  return kind in begins ? { $or: conditionsOf(kind as Exclude<Kind, 'other'>) } : {};
}

export type Asked = { bucket: string; words: string; folder: string; kind: string; order: string };
/** `cut`: there are more than were put in order; `more`: the search finds more than were asked for. */
type Page = { media: File[]; total: number; cut?: boolean; more?: boolean };

const inPage = 60;
const inRequest = 1000;
const hits = 300;
const props = 'id,name,original_name,size,type,created,folder,metadata,focal_point,uses';

async function found(bucket: string, words: string): Promise<{ ids: string[]; more: boolean }> {
  const ids: string[] = [];
  let more = false;
  for (let skip = 0; skip < hits; skip += 100) {
    const { results, total } = await get<{ results: { id: string }[]; total: number }>(
      `${bucketPath(bucket)}/search${search({ q: words.slice(0, 200), kinds: 'media', status: 'any', limit: 100, skip })}`);
    ids.push(...results.map((each) => each.id));
    if (results.length < 100) break;
    more = total > hits;
  }
  return { ids: [...new Set(ids)], more };
}

const byUses = (order: string) => order === 'uses' || order === '-uses';

async function readFrom({ bucket, words, folder, kind, order }: Asked, uses: boolean, skip: number, limit: number): Promise<Page> {
  const { ids, more } = words ? await found(bucket, words) : { ids: null, more: false };
  if (ids?.length === 0) return { media: [], total: 0 };
  const query = {
    ...(folder ? { folder: folder === noFolder ? null : folder } : {}), ...(ids ? { id: { $in: ids } } : {}), ...queryOfKind(kind) };
  // The server knows no order by uses, and none by how well a search finds: those are made here.
  const here = byUses(order) || (ids && !order);
  const asked = { query: Object.keys(query).length ? query : undefined, props, limit: here ? inRequest : limit, skip: here ? 0 : skip,
    sort: here || !order ? '-created' : order, ...(uses || byUses(order) ? { uses: true, status: 'any' } : {}) };
  const page = await get<Page>(`${bucketPath(bucket)}/media${search(asked)}`);
  if (!here) return { ...page, more };
  const place = (file: File) => (byUses(order) ? (file.uses ?? 0) * (order === 'uses' ? 1 : -1) : ids!.indexOf(file.id));
  const sorted = page.media.map((file) => ({ file, at: place(file) })).sort((a, b) => a.at - b.at).map(({ file }) => file);
  return { media: sorted.slice(skip), total: sorted.length, cut: page.total > inRequest, more };
}

/** The files that the address asks for; `more` reads on, `again` reads what is shown anew. Others' uploads appear by themselves. */
export function useFiles(asked: Asked, uses: boolean) {
  const state = useSignal<{ which: string; what: string; files: File[]; total: number; cut: boolean; beyond: boolean } | null>(null);
  const error = useSignal('');
  const round = useRef(0);
  const reading = useRef(false);
  const what = JSON.stringify([asked, uses]);
  // Files are chosen and deleted where they stand: those of another folder, search or kind do not stand here. In another order they may.
  const which = JSON.stringify([asked.bucket, asked.words, asked.folder, asked.kind]);
  const shown = state.value?.which === which ? state.value : null;
  const read = async (from: number, to: number) => {
    const mine = ++round.current;
    reading.current = true;
    try {
      let files = state.peek()?.files.slice(0, from) ?? [];
      let total = 0;
      let cut = false;
      let beyond = false;
      for (let skip = from; skip < to; skip += inRequest) {
        const page = await readFrom(asked, uses, skip, Math.min(inRequest, to - skip));
        if (mine !== round.current) return;
        // What came in front meanwhile moves the pages.
        const known = new Set(files.map((each) => each.id));
        files = files.concat(page.media.filter((each) => !known.has(each.id)));
        total = page.total;
        cut ||= !!page.cut;
        beyond ||= !!page.more;
        if (skip + page.media.length >= total) break;
      }
      state.value = { which, what, files, total, cut, beyond };
      error.value = '';
    } catch (problem) {
      if (mine === round.current) error.value = wordsOf(problem);
      if (problem instanceof ApiError && problem.status === 401) signedInAgain(() => soon());
      if (problem instanceof ApiError && !problem.status) onceAnswered(() => soon());
    } finally {
      if (mine === round.current) reading.current = false;
    }
  };
  useEffect(() => {
    error.value = '';
    void read(0, inPage);
  }, [what]);
  const again = () => read(0, Math.max(inPage, shown?.files.length ?? 0));
  const more = () => {
    const now = state.peek();
    if (now?.what === what && !reading.current && now.files.length < now.total) void read(now.files.length, now.files.length + inPage);
  };
  const soon = useLater(400, () => void again());
  useEffect(() => listen(asked.bucket, (name) => (name.startsWith('media.') || name === 'reset') && soon()), [asked.bucket]);
  return { files: shown?.files, total: shown?.total ?? 0, cut: !!shown?.cut, beyond: !!shown?.beyond, error: error.value, again, more };
}

/** A few at a time, so that forty files do not wait for each other and a server is not flooded. Answers those that went well. */
export async function each<T>(things: T[], action: (thing: T) => Promise<unknown>): Promise<{ done: T[]; problem: string }> {
  const done: T[] = [];
  let problem = '';
  const left = [...things];
  const work = async () => {
    for (let thing = left.shift(); thing !== undefined; thing = left.shift()) {
      try {
        await action(thing);
        done.push(thing);
      } catch (error) {
        problem ||= wordsOf(error);
      }
    }
  };
  await Promise.all([work(), work(), work(), work()]);
  return { done, problem };
}
