// What the buttons of the form do, and what is told afterwards.
import { effect, type Signal, untracked, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { ApiError, bucketPath, type ObjectType, search, send, signedInAgain, toldToWebhooks, wordsOf } from '../api';
import { choose, confirm } from '../dialog';
import { fullTime } from '../format';
import { clearErrors, fail, say, unsay } from '../messages';
import { address, go, place } from '../router';
import { goesOn } from '../shell/goeson';
import { plural, t } from '../text';
import { copyOf } from './copy';
import { type Basics, basicTitles, everyField, type Field, ruleBroken } from './model';
import { reveal } from './reveal';
import type { Editing } from './state';
import { Unfinished } from './typed';

export type As = 'draft' | 'publish' | 'unpublish';
const isSave = (name: string): name is As => ['draft', 'publish', 'unpublish'].includes(name);
export type Run = (name: string, action: () => Promise<string | null>) => Promise<void>;
export type Actions = {
  busy: Signal<string>;
  putOff: Signal<boolean>; // the choice between two versions, until the next save
  asked: { current: As | null };
  run: Run;
  save: (as: As) => Promise<void>;
  schedule: (publishAt: number | null, unpublishAt: number | null) => Promise<void>;
  discard: () => Promise<void>;
  drop: () => void;
  duplicate: () => Promise<void>;
  remove: () => Promise<void>;
  offer: (text: string, label: string, act: () => void) => void; // said as long as the form is there
};

// What was to be saved is not, also when the server answers again: that stands until the next save.
function unreached(name: string): string {
  switch (name) {
    case 'draft': return t('Not saved: the server did not answer.');
    case 'publish': return t('Not published: the server did not answer.');
    case 'unpublish': return t('Not unpublished: the server did not answer.');
    default: return t('The server does not answer.');
  }
}

/** Why `name` was not done, with fields by their titles: the server knows them by their places. */
export function refusalOf(name: string, problem: unknown, fields: Field[]): string {
  if (!(problem instanceof ApiError)) return wordsOf(problem);
  if (!problem.status) return unreached(name);
  if (problem.status === 412) return t('Somebody else changed it meanwhile. Save a draft to see what they wrote, then try again.');
  const found = [...everyField(fields)].reverse();
  const titles = problem.problems.map(({ path }) =>
    basicTitles()[path as keyof Basics] ?? found.find((each) => path === each.path || path.startsWith(`${each.path}.`))?.field.def.title);
  if (!titles.length || !titles.every(Boolean)) return wordsOf(problem);
  const reasons = problem.problems.map(({ message }, index) => t('“{title}” {message}', { title: titles[index]!, message }));
  return t('The server refuses it: {reasons}.', { reasons: reasons.join('; ') });
}

/**
 * `back` says that the form begins with what was typed before. `saved` is called instead of going to the object's address: a form inside
 * another one stays there.
 */
export function useActions(editing: Editing, bucket: string, type: ObjectType, titleId: string, back: boolean, saved?: (id: string) => void): Actions {
  const busy = useSignal('');
  const told = useRef(0); // what the last save said: it is not about the next one
  const putOff = useSignal(editing.typedElsewhere.peek().length > 0); // that is told first
  const asked = useRef<As | null>(null);

  const toField = (path: string) => reveal(document.getElementById(titleId)?.closest('form'), editing.fields.peek(), path);

  // Where the server does not enforce the rules, it is for the person to say.
  const goesOut = async (): Promise<boolean> => {
    const broken = [...everyField(editing.fields.peek())].filter(({ field }) => ruleBroken(field, field.value.peek()));
    if (!broken.length || type.enforce_validation) return true;
    for (const { field } of broken) field.judged.value = true;
    await toField(broken[0]!.path);
    const fields = [...new Set(broken.map(({ field }) => field.def.title ?? ''))].join(', ');
    return confirm(t('Publish anyway?'),
      plural(broken.length, 'One field is not as it is asked for: {fields}.', '{count} fields are not as they are asked for: {fields}.', { fields }), t('Publish anyway'));
  };

  const run: Run = async (name, action) => {
    if (busy.value) return;
    busy.value = name;
    clearErrors();
    try {
      const done = await action();
      if (done) told.current = say(done);
    } catch (problem) {
      unsay(told.current);
      const refused = refusalOf(name, problem, editing.fields.peek());
      const isUnreached = problem instanceof ApiError && !problem.status;
      if (editing.isLeft) fail(t('“{title}”: {refused}', { title: editing.basics.title.peek(), refused }));
      else fail(isUnreached ? `${refused} ${t('What you typed is still here.')}` : refused);
      if (problem instanceof ApiError && problem.status === 401 && isSave(name)) {
        signedInAgain(() => {
          if (!editing.isLeft) offer(t('You are signed in again. Nothing was saved yet.'), t('Save now'), () => void save(name));
        });
      }
      if (problem instanceof ApiError && problem.status === 404 && editing.status !== 'new') void editing.refresh().catch(() => undefined); // it may be gone
      const path = problem instanceof Unfinished ? problem.path : problem instanceof ApiError ? problem.problems[0]?.path : undefined;
      if (path) void toField(path);
    }
    busy.value = '';
  };

  // What goes out without the files that it waits for is another page: `lost` tells so. Who has been told may go on without them.
  const waitForAll = async (lost: ((names: string) => string) | null): Promise<void> => {
    if (!editing.basics.title.value.trim()) {
      document.getElementById(titleId)?.focus();
      throw new Error(t('A title is needed before it can be saved.'));
    }
    const waits = editing.arriving.size ? say(t('It is saved as soon as the file has arrived.')) : 0;
    const names = (await Promise.all(editing.arriving)).flat();
    unsay(waits);
    if (lost && names.length) throw new Error(lost(names.join(', ')));
    editing.complete();
  };

  const save = (as: As, scheduled: number | null = null) => run(as, async () => {
    asked.current = as;
    putOff.value = false;
    if (editing.toChoose().length) return null; // first
    await waitForAll(as === 'publish' ? (names) => t('Not published: {names} did not arrive. Publish again to go on without.', { names }) : null);
    if (as === 'publish' && !(await goesOut())) return null;
    if (as === 'draft' && editing.isStored) {
      await editing.settle();
      return t('Nothing has changed since it was saved.');
    }
    const which = as === 'unpublish' && editing.hasDraft.peek() ? await keeps() : 'draft';
    if (!which) return null;
    unsay(told.current);
    const before = editing.currentId;
    const planned = editing.object.peek()?.publish_at ?? null;
    const publishAt = scheduled && scheduled > Date.now() ? scheduled : null;
    const own = () => address(bucket, 'objects', type.slug, editing.currentId);
    // Also where it is made and something is left to choose or was refused. Who has gone elsewhere meanwhile stays there.
    const follow = async () => {
      if (saved || before === editing.currentId || editing.isLeft) return;
      goesOn(place.peek().path.join('/'), [bucket, 'objects', type.slug, editing.currentId].join('/'));
      await go(own(), { replace: true, force: true });
    };
    const taken = which === 'readers' ? ((await editing.withdraw()) ? [] : null) : await editing.save(as, publishAt).finally(follow);
    const { last } = editing;
    const undo = last?.seen ? () => void putBack(last) : as === 'publish' ? () => void save('unpublish', planned) : undefined;
    if (editing.isLeft && !saved) {
      const title = editing.basics.title.value;
      say(taken ? t('“{title}” is saved.', { title }) : t('“{title}” is not saved: somebody else changed it too.', { title }), t('Open it'), () => void go(own()));
      return null;
    }
    if (!taken) return null;
    saved?.(editing.currentId);
    const others = taken.length ? ` ${t('Somebody else had changed {fields}: both are kept.', { fields: taken.join(', ') })}` : '';
    if (as === 'draft') return t('The draft is saved.') + others;
    const withdrawn = publishAt ? t('It is a draft again, and goes out {time}.', { time: fullTime(publishAt) }) : t('It is a draft again; readers no longer see it.');
    told.current = say((as === 'publish' ? t('It is published.') : withdrawn) + others, t('Undo'), saved ? undefined : undo);
    return null;
  });

  const keeps = async (): Promise<'draft' | 'readers' | null> => {
    const ways = [t('Keep what readers saw'), t('Keep the draft')] as const;
    const way = await choose(t('Unpublish?'), t('A draft is prepared over what readers see. Which of the two do you go on with? The other one stays in the history.'), [...ways]);
    return way === null ? null : way === ways[0] ? 'readers' : 'draft';
  };

  const putBack = (last: NonNullable<Editing['last']>) => run('undo', async () => {
    const prepares = await editing.putBack(last);
    return prepares ? t('Readers see again what they saw before. What took its place is a draft over it.') : t('Readers see again what they saw before.');
  });

  const schedule: Actions['schedule'] = (from, to) => run('schedule', async () => {
    asked.current = null; // what is chosen is not saved by itself
    putOff.value = false;
    if (editing.toChoose().length) return null; // first
    const lost = (names: string) => t('Not scheduled: {names} did not arrive. Set the schedule again to go on without.', { names });
    if (!editing.schedulesAlone(from)) await waitForAll(from ? lost : null);
    if (from && !(await goesOut())) return null;
    await editing.schedule(from, to);
    return from || to ? t('The schedule is set.') : t('The schedule is cleared.');
  });

  const discard = () => run('discard', async () => {
    const yes = await confirm(t('Discard the draft?'), t('Readers go on seeing what is published. The draft stays in the history.'), t('Discard draft'));
    if (!yes) return null;
    const typed = await editing.discard();
    if (!typed || editing.isLeft) return t('The draft is discarded.');
    offer(t('The draft is discarded, and with it what was not saved.'), t('Bring back what was not saved'), () => editing.bringBack(typed));
    return null;
  });

  useEffect(() => {
    const nowhere = effect(() => {
      if (editing.unkept.value) untracked(() => fail(t('Neither this browser nor the server keeps what you type. Save it before you leave.')));
    });
    let note = 0;
    const elsewhere = effect(() => {
      const typed = editing.typedElsewhere.value;
      if (!typed.length) return;
      const fields = [...new Set(typed.map((each) => each.title))].join(', ');
      putOff.value = true; // nobody is stopped while they type
      note = untracked(() => say(t('In another window you wrote something else: {fields}. Both are kept until you choose one.', { fields }), t('Take the other'), () => editing.takeOther(typed)));
    });
    return () => {
      nowhere();
      elsewhere();
      unsay(note);
    };
  }, []);

  // What the notes offer is about this form: they go with it.
  const offered = useRef<number[]>([]);
  const offer: Actions['offer'] = (text, label, act) => void offered.current.push(say(text, label, act, true));
  const drop = () => {
    const typed = editing.unsaved();
    void editing.revert();
    offer(t('What you typed is discarded.'), t('Undo'), () => editing.bringBack(typed));
  };
  useEffect(() => {
    // Only one is shown: that there is something to choose says as much.
    const note = back && !editing.typedElsewhere.peek().length ? say(t('What you typed and did not save is back.'), t('Discard them'), drop) : 0;
    // What is typed from here on is not what the note speaks of.
    const hush = effect(() => void (editing.touches.value && unsay(note)));
    return () => {
      hush();
      unsay(note);
      offered.current.forEach(unsay);
    };
  }, []);

  const remove = () => run('delete', async () => {
    const deleted = editing.currentId;
    const title = editing.basics.title.value;
    if (!(await confirm(t('Delete?'), t('“{title}” goes to the trash and can be restored from there.', { title }), t('Delete')))) return null;
    const typed = await editing.remove();
    if (!editing.isLeft) await go(address(bucket, 'objects', type.slug), { force: true });
    say(t('“{title}” is in the trash.', { title }), t('Undo'), () => void send('POST', `${bucketPath(bucket)}/trash/${deleted}/restore`)
      .then(() => editing.handOn(typed))
      .then(() => go(address(bucket, 'objects', type.slug, deleted)), (problem) => fail(wordsOf(problem))));
    return null;
  });

  // As it is stored: what is typed stays with what it was typed into.
  const duplicate = () => run('duplicate', async () => {
    const own = address(bucket, 'objects', type.slug, editing.currentId);
    const title = editing.object.peek()?.title ?? '';
    const made = await copyOf(bucket, editing.currentId);
    const copy = address(bucket, 'objects', type.slug, made);
    const back = async () => {
      await send('DELETE', `${bucketPath(bucket)}/objects/${made}${search(toldToWebhooks)}`);
      if (location.pathname === copy) await go(own, { force: true });
      say(t('The copy is in the trash.'));
    };
    if (!editing.isLeft) await go(copy);
    say(t('“{title}” is copied, as a draft.', { title }), t('Undo'), () => void back().catch((problem) => fail(wordsOf(problem))));
    return null;
  });

  return { busy, putOff, asked, run, save, schedule, discard, drop, duplicate, remove, offer };
}
