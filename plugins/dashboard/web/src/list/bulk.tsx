// What is done to many: to those that are chosen, or to all that match.
import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { ApiError, bucketPath, type Content, get, loadSession, search, send, toldToWebhooks } from '../api';
import { count } from '../format';
import type { Progress } from '../load';
import { fail, say, unsay } from '../messages';
import { plural, t } from '../text';
import { undone } from '../undone';
import type { Choice } from './choice';
import type { Rows } from './rows';

export type Results = { changed: number; failed: number; results: { id: string; message?: string; status: string; ends_draft?: boolean }[]; undo: { id: string } | null };
export type Which = { query: object } | { ids: string[] };
type Name = 'set' | 'publish' | 'unpublish' | 'delete' | 'move' | 'duplicate' | 'export' | 'undo';
type Act = { action: 'set' | 'publish' | 'unpublish' | 'delete' | 'move'; set?: object; before?: string; after?: string };

// More than these take long enough to be told how far they have come, from the beginning.
const fewAtOnce = 500;
// Of what happens at once the server tells webhooks for so many objects.
const mostTold = 1000;

/** So many that were not: the message stays after the list was left. */
function notDone(name: Name, number: number): string {
  switch (name) {
    case 'publish': return plural(number, '{count} object is not published', '{count} objects are not published');
    case 'unpublish': return plural(number, '{count} object is not unpublished', '{count} objects are not unpublished');
    case 'delete': return plural(number, '{count} object is not deleted', '{count} objects are not deleted');
    case 'move': return plural(number, '{count} object is not moved', '{count} objects are not moved');
    case 'duplicate': return plural(number, '{count} object is not duplicated', '{count} objects are not duplicated');
    case 'export': return plural(number, '{count} object is not exported', '{count} objects are not exported');
    case 'undo': return t('Not undone');
    default: return plural(number, '{count} object is not changed', '{count} objects are not changed');
  }
}

/** Runs changes of many, tells what came of them, and offers to take them back. One at a time. */
export function useBulk(bucket: string, rows: Rows, choice: Choice) {
  const busy = useSignal(false);
  const progress = useSignal<{ done: number; total: number } | null>(null);
  const path = `${bucketPath(bucket)}/objects/bulk`;
  // The id of the request comes with its answer, so what is told while it runs is taken for it.
  const heard = ({ act, done, total }: Progress) => {
    if (busy.peek() && act === 'bulk') progress.value = { done, total };
  };
  const number = (): number => (choice.all.peek() ? rows.total.peek() ?? 0 : choice.ids.peek().size);
  const refusals = useRef<{ name: Name; note: number }[]>([]);
  const refuse = (name: Name, text: string) => void refusals.current.push({ name, note: fail(text) });
  /** `left` counts what is still to be done, of what is chosen. */
  const work = async <T,>(name: Name, action: () => Promise<T>, left = number): Promise<T | null> => {
    busy.value = true;
    for (const { note } of refusals.current.filter((each) => each.name === name)) unsay(note);
    refusals.current = refusals.current.filter((each) => each.name !== name);
    try {
      return await action();
    } catch (error) {
      refuse(name, undone(notDone(name, left()), error));
      if (error instanceof ApiError && error.status === 403) void loadSession().catch(() => undefined); // the role may have changed
      return null;
    } finally {
      busy.value = false;
      progress.value = null;
    }
  };
  const undo = (id: string) => work('undo', async () => {
    const back = await send<Results>('POST', `${path}/${id}/undo`, toldToWebhooks);
    const told = plural(back.changed, '{count} object as before.', '{count} objects as before.');
    say(back.failed ? `${told} ${plural(back.failed, '{count} could not be.', '{count} could not be.')}` : told);
    await rows.reload();
  });
  const which = async (): Promise<Which> => (choice.all.peek() ? rows.everything() : { ids: [...choice.ids.peek()] });
  const trial = async (act: Act): Promise<Results> => send('POST', path, { ...(await which()), ...act, mode: 'each', dry_run: true });
  /** `told` is the sentence about so many objects; `done` is called before it is said. */
  const run = async (act: Act, told: (changed: number) => string, done?: () => void): Promise<boolean> => {
    const all = choice.all.peek();
    let these: Which = { ids: [] };
    const answer = await work(act.action, async () => {
      these = await which();
      const total = 'ids' in these ? these.ids.length : rows.total.peek() ?? 0;
      if (total > fewAtOnce) progress.value = { done: 0, total };
      return send<Results>('POST', path, { ...these, ...act, ...toldToWebhooks, mode: act.action === 'move' ? 'all' : 'each' });
    });
    if (!answer) return false;
    done?.();
    const { undo: back } = answer;
    say(told(answer.changed), back ? t('Undo') : undefined, back ? () => void undo(back.id) : undefined);
    const refused = answer.results.filter((each) => each.status === 'failed');
    if (refused.length) refuse(act.action, plural(refused.length, '{count} object could not be: {reason}', '{count} objects could not be: {reason}', { reason: refused[0]!.message ?? '' }));
    if (!choice.all.peek()) choice.remove('ids' in these ? these.ids : answer.results.map((each) => each.id));
    else if (all) choice.clear();
    await rows.reload();
    return true;
  };
  const putBeside = async (ids: string[], side: 'before' | 'after', beside: string): Promise<boolean> => {
    if (ids.includes(beside) || busy.peek()) return false;
    const told = ids.length > mostTold ? {} : toldToWebhooks;
    const answer = await work('move', () => send<Results>('POST', path, { ids, action: 'move', mode: 'all', [side]: beside, ...told }), () => ids.length);
    if (!answer) return false;
    say(plural(ids.length, '{count} object moved.', '{count} objects moved.'), answer.undo ? t('Undo') : undefined, answer.undo ? () => void undo(answer.undo!.id) : undefined);
    await rows.reload();
    return true;
  };
  /** Moves what is chosen, in the order in which it stands here. */
  const move = async (where: 'up' | 'down' | 'top', active: number): Promise<void> => {
    const ids = choice.ids.peek();
    const places = ids.size ? [...ids].map((id) => rows.indexOf(id)).sort((a, b) => a - b).filter((index) => index >= 0) : [active];
    const moved = places.flatMap((index) => rows.at(index)?.id ?? []);
    if (busy.peek()) return;
    if (!moved.length) return void fail(t('Scroll to what is chosen: it has not been read here.'));
    const [first, last] = [places[0]!, places[places.length - 1]!];
    const there = where === 'top' && last === places.length - 1;
    const beside = there ? undefined : await work('move', () => rows.beside(where === 'top' ? 0 : where === 'up' ? first - 1 : last + 1, where === 'up' ? -1 : 1, new Set(moved)), () => moved.length);
    if (beside) await putBeside(moved, where === 'down' ? 'after' : 'before', beside);
    else if (beside === undefined) say(where === 'down' ? t('Already at the end.') : t('Already at the top.'));
  };
  /** What is dragged, or all that are chosen when it is one of them, goes beside another row. */
  const drop = async (id: string, side: 'before' | 'after', beside: string): Promise<void> => {
    const ids = choice.ids.peek();
    const moved = ids.has(id) ? [...ids].filter((each) => rows.indexOf(each) >= 0).sort((a, b) => rows.indexOf(a) - rows.indexOf(b)) : [id];
    await putBeside(moved, side, beside);
  };
  return { busy, progress, heard, trial, run, move, drop, work, which };
}
export type Bulk = ReturnType<typeof useBulk>;

/** How far what takes a while has come. */
export function HowFar({ bulk: { busy, progress: { value } } }: { bulk: Bulk }) {
  return busy.value && value ? <progress max={value.total} value={value.done} aria-label={t('{done} of {total}', { done: count(value.done), total: count(value.total) })} /> : null;
}

/** What becomes of the drafts that are prepared over what changes, or ''. */
export function endingOf(trial: Results | null): string {
  const drafts = trial?.results.filter((each) => each.ends_draft).length ?? 0;
  return drafts ? t('Drafts that are prepared over {count} of them end; Undo brings them back.', { count: count(drafts) }) : '';
}

/** What a trial says. */
export function sentenceOf({ changed, failed, results }: Results): string {
  const same = results.length - changed - failed;
  const reason = results.find((each) => each.status === 'failed')?.message;
  return [
    plural(changed, '{count} object will change.', '{count} objects will change.'),
    same ? plural(same, '{count} stays as it is.', '{count} stay as they are.') : '',
    failed ? plural(failed, '{count} cannot be: {reason}', '{count} cannot be: {reason}', { reason: reason ?? '' }) : '',
  ].filter(Boolean).join(' ');
}

/** Pages of what is chosen, whole, for a file. */
export async function* contentOf(bucket: string, which: Which): AsyncGenerator<Content[]> {
  const path = `${bucketPath(bucket)}/objects`;
  const read = (query: object, rest: object) =>
    get<{ objects: Content[] }>(`${path}${search({ query, status: 'any', depth: 0, total: false, ...rest })}`).then(({ objects }) => objects);
  if ('ids' in which) {
    for (let at = 0; at < which.ids.length; at += 200) yield read({ id: { $in: which.ids.slice(at, at + 200) } }, { limit: 200 });
    return;
  }
  for (let skip = 0; ; skip += 500) {
    const page = await read(which.query, { limit: 500, skip });
    yield page;
    if (page.length < 500) return;
  }
}
