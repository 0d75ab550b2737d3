// One field of one object, written from its cell, and undone.
import { ApiError, ask, bucketPath, type Content, get, type ObjectType, session, toldToWebhooks } from '../api';
import { withChosen } from '../editor/defined';
import { formOf } from '../editor/model';
import { same } from '../same';
import { t } from '../text';
import type { Column } from './fields';
import type { Row } from './rows';

/**
 * What an edit does to readers. Whoever corrects a cell of what is published means what is published, and a list of drafts that nobody
 * remembers making would be the worse surprise: so it is published at once, the cell says so before and the message after, and it can be
 * undone. A draft that is prepared over a live object takes the edit instead, because a PATCH of the object would end that draft. Who may
 * not publish prepares a draft.
 */
export type Reach = 'draft' | 'live' | 'prepared';
export const mayPublish = (bucket: string): boolean =>
  session.value?.buckets.find((each) => each.slug === bucket)?.publishing_restrictions !== 'draft_only';
export function reachOf(row: Row, bucket: string): Reach {
  if (row.live) return 'prepared';
  if (row.status === 'published') return mayPublish(bucket) ? 'live' : 'prepared';
  return 'draft';
}

/** A scheduled draft goes out by itself: only who publishes writes it. */
export const mayEdit = (row: Row, bucket: string): boolean => mayPublish(bucket) || !row.publish_at || row.status === 'published';

/** The value as it is written, of a value as a list shows it. */
export function rawOf(shown: unknown): unknown {
  if (shown && typeof shown === 'object' && !Array.isArray(shown)) return (shown as { value?: unknown }).value ?? '';
  return shown ?? '';
}
const blank = (value: unknown) => value === null || value === undefined || value === '' || (Array.isArray(value) && !value.length);
export const equal = (a: unknown, b: unknown): boolean => (blank(a) && blank(b)) || same(a, b);

type Target = { bucket: string; type: ObjectType; id: string; column: Column };
export type Outcome =
  | { kind: 'saved'; reach: Reach; title: string; undo: () => Promise<Outcome> }
  | { kind: 'same' }
  | { kind: 'conflict'; theirs: unknown; who: string };

const keyOf = (column: Column) => column.id.slice('metadata.'.length);
const fieldIn = (object: Content, column: Column) => object.metafields?.find((each) => each.key === keyOf(column));

async function read({ bucket, id }: Target) {
  const path = `${bucketPath(bucket)}/objects/${encodeURIComponent(id)}`;
  const { data: { object }, version } = await ask<{ object: Content }>(`${path}?status=any&show_metafields=true&depth=0`);
  const live = object.status === 'published' || (!!object.published_at && (await get(`${path}?props=id`).then(() => true, (error) => {
    if (error instanceof ApiError && error.status === 404) return false;
    throw error;
  })));
  return { path, object, version, live, prepared: live && object.status === 'draft' };
}

/** Writes `value` where one of `known` is, and nowhere else: what somebody else has put there meanwhile is answered, and stays until `over`. */
export async function write(target: Target, known: unknown[], value: unknown, over = false): Promise<Outcome> {
  for (let tries = 0; ; ++tries) {
    const now = await read(target);
    const { column } = target;
    const current = column.id === 'title' ? now.object.title : fieldIn(now.object, column)?.value;
    if (equal(current, value)) return { kind: 'same' };
    if (!over && !known.some((each) => equal(current, each))) return { kind: 'conflict', theirs: current, who: await whoWrote(target) };
    const asDraft = now.prepared || (now.live && !mayPublish(target.bucket));
    let version = '';
    try {
      if (asDraft) version = await prepare(target, now.path, now.object, now.version, value);
      else await patch(target, now.path, now.version, value);
    } catch (error) {
      // Between the read and the write somebody else was there: look again what they changed.
      if (error instanceof ApiError && error.status === 412 && tries < 4) continue;
      throw error;
    }
    const back = () => write(target, [value], current ?? '');
    const undo = asDraft && !now.prepared ? () => discardDraft(now.path, now.object.title, version, back) : back;
    return { kind: 'saved', reach: asDraft ? 'prepared' : now.live ? 'live' : 'draft', title: now.object.title, undo };
  }
}

async function patch({ column }: Target, path: string, version: string, value: unknown): Promise<void> {
  // By its key: the others are not checked again, so an old relation that has vanished does not stand in the way.
  const one = column.id === 'title' ? { title: value } : { metadata: { [keyOf(column)]: value } };
  await ask(path, { method: 'PATCH', body: { ...one, ...toldToWebhooks, keep_revision: true }, version });
}

async function prepare({ type, column }: Target, path: string, object: Content, version: string, value: unknown): Promise<string> {
  const { slug, locale, ...form } = formOf(object, type);
  if (column.id === 'title') form.title = String(value);
  else {
    const key = keyOf(column);
    const known = form.metafields.find((each) => each.key === key);
    if (known) known.value = value;
    else form.metafields.push({ ...column.def!, key, value });
  }
  const body = { ...form, metafields: withChosen(form.metafields), slug, ...(type.localization && locale ? { locale } : {}), status: 'draft', ...toldToWebhooks };
  return (await ask(`${path}/revisions?props=id`, { method: 'POST', body, version })).version;
}

/** Takes back the draft that an edit made. One that somebody else goes on with stays, and has the former value again by `back`. */
async function discardDraft(path: string, title: string, version: string, back: () => Promise<Outcome>): Promise<Outcome> {
  try {
    await ask(`${path}/draft`, { method: 'DELETE', version });
  } catch (error) {
    if (error instanceof ApiError && error.status === 412) return back();
    throw error;
  }
  return { kind: 'saved', reach: 'live', title, undo: () => Promise.reject(new Error(t('There is nothing to take back.'))) };
}

type Activity = { activity: { actor: { kind: string; id: string | null; user?: { first_name: string; last_name: string } } }[] };
/** The name of who wrote an object last. */
async function whoWrote({ bucket, id }: Target): Promise<string> {
  try {
    const { activity } = await get<Activity>(`${bucketPath(bucket)}/objects/${id}/activity?limit=1`);
    const actor = activity[0]?.actor;
    if (actor?.kind !== 'user' || !actor.id) return t('A program');
    if (actor.id === session.value?.user.id) return t('You, in another place,');
    return [actor.user?.first_name, actor.user?.last_name].filter(Boolean).join(' ') || t('Somebody else');
  } catch {
    return t('Somebody else');
  }
}
