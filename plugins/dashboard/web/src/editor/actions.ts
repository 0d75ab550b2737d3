// What the buttons of the form do, and what is told afterwards.
import { effect, type Signal, untracked, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { ApiError, bucketPath, loadSession, type ObjectType, search, send, signedInAgain, toldToWebhooks, wordsOf } from '../api';
import { choose, confirm } from '../dialog';
import { fullTime } from '../format';
import { fail, say, unsay } from '../messages';
import { address, go, place } from '../router';
import { goesOn } from '../shell/goeson';
import { plural, t } from '../text';
import { undone } from '../undone';
import { copyOf } from './copy';
import { type Basics, basicTitles, everyField, type Field, ruleBroken } from './model';
import type { Words } from './kept';
import { reveal } from './reveal';
import type { Editing } from './state';
import { useTold } from './told';
import { Unfinished } from './typed';

export type As = 'draft' | 'publish' | 'unpublish';
const isSave = (name: string): name is As => ['draft', 'publish', 'unpublish'].includes(name);
/** `shows` is asked first when it is refused: whether it shows why. */
export type Run = (name: string, action: () => Promise<string | null>, shows?: (refused: string) => boolean) => Promise<void>;
export type Actions = {
  busy: Signal<string>;
  putOff: Signal<boolean>; // the choice between two versions, until the next save
  asked: { current: As | null };
  run: Run;
  save: (as: As) => Promise<void>;
  schedule: (publishAt: number | null, unpublishAt: number | null, shows: (refused: string) => boolean) => Promise<boolean>; // whether it is set
  discard: () => Promise<void>;
  drop: () => void;
  duplicate: () => Promise<void>;
  remove: () => Promise<void>;
  offer: (text: string, label: string, act: () => void, away?: string) => number; // without `away` it is said as long as the form is there
};

function notDone(name: string): string {
  switch (name) {
    case 'publish': return t('Not published');
    case 'unpublish': return t('Not unpublished');
    case 'schedule': return t('Not scheduled');
    case 'discard': return t('The draft is not discarded');
    case 'undo': return t('Not undone');
    case 'duplicate': return t('Not duplicated');
    case 'language': return t('The language is not added');
    case 'delete': return t('Not deleted');
    case 'restore': return t('Not restored');
    default: return t('Not saved');
  }
}

/** Why `name` was not done, with fields by their titles: the server knows them by their places. */
export function refusalOf(name: string, problem: unknown, fields: Field[]): string {
  if (!(problem instanceof ApiError) || problem.status === 401) return wordsOf(problem);
  const what = notDone(name);
  if (problem.status === 412) return isSave(name) ? t('Somebody else changed it meanwhile. Save a draft to see what they wrote, then try again.')
    : t('{what}: somebody else changed it meanwhile. Look at what they wrote before you try again.', { what });
  const found = [...everyField(fields)].reverse();
  const titles = problem.problems.map(({ path }) =>
    basicTitles()[path as keyof Basics] ?? found.find((each) => path === each.path || path.startsWith(`${each.path}.`))?.field.def.title);
  if (!titles.length || !titles.every(Boolean)) return undone(what, problem);
  const reasons = problem.problems.map(({ message }, index) => t('“{title}” {message}', { title: titles[index]!, message })).join('; ');
  return isSave(name) ? t('The server refuses it: {reasons}.', { reasons }) : t('{what}: {reason}', { what, reason: `${reasons}.` });
}

/**
 * `back` says that the form begins with what was typed before. `saved` is called instead of going to the object's address: a form inside
 * another one stays there.
 */
export function useActions(editing: Editing, bucket: string, type: ObjectType, titleId: string, back: boolean, saved?: (id: string) => void): Actions {
  const busy = useSignal('');
  const told = useTold(editing);
  const done = useRef(0); // what the last save said: it is not about the next one
  const again = useRef(0); // that nothing is saved yet
  const putOff = useSignal(editing.typedElsewhere.peek().length > 0); // that is told first
  const asked = useRef<As | null>(null);

  const named = (words: string) => t('“{title}”: {refused}', { title: editing.basics.title.peek() || t('Without a title'), refused: words });
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

  const run: Run = async (name, action, shows) => {
    if (busy.value) return;
    busy.value = name;
    told.forgive(name);
    try {
      const words = await action();
      if (words) done.current = told.say({ here: words, away: named(words) });
    } catch (problem) {
      unsay(done.current);
      const status = problem instanceof ApiError ? problem.status : undefined;
      if (status === 412 && !isSave(name) && !editing.isLeft) await look();
      const refused = refusalOf(name, problem, editing.fields.peek());
      const here = status === 0 && isSave(name) ? `${refused} ${t('What you typed is still here.')}` : refused;
      if (!shows?.(refused)) told.refuse(name, { here, away: named(refused) });
      if (status === 401 && isSave(name)) {
        signedInAgain(() => {
          if (!editing.isLeft) again.current = offer(t('You are signed in again. Nothing was saved yet.'), t('Save now'), () => void save(name));
        });
      }
      if (status === 403) void loadSession().catch(() => undefined); // the role may have changed, and with it the buttons
      if (status === 404 && editing.status !== 'new') void editing.refresh().catch(() => undefined); // it may be gone
      const path = problem instanceof Unfinished ? problem.path : problem instanceof ApiError ? problem.problems[0]?.path : undefined;
      if (path) void toField(path);
    }
    busy.value = '';
  };
  // What somebody else wrote meanwhile is shown, and what of it is to be chosen is asked.
  const look = async () => {
    asked.current = null;
    putOff.value = false;
    await editing.comeAfter().catch(() => undefined);
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
    unsay(done.current);
    unsay(again.current);
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
    const open = () => void go(own());
    if (!taken) {
      if (editing.isLeft && !saved) told.refuse(as, { here: named(t('{what}: somebody else changed it too.', { what: notDone(as) })) }, t('Open it'), open);
      return null;
    }
    saved?.(editing.currentId);
    const title = editing.basics.title.value;
    const others = taken.length ? ` ${t('Somebody else had changed {fields}: both are kept.', { fields: taken.join(', ') })}` : '';
    const [here, away] = {
      draft: () => [t('The draft is saved.'), t('“{title}” is saved.', { title })],
      publish: () => [t('It is published.'), t('“{title}” is published.', { title })],
      unpublish: () => (publishAt
        ? [t('It is a draft again, and goes out {time}.', { time: fullTime(publishAt) }), t('“{title}” is a draft again, and goes out {time}.', { title, time: fullTime(publishAt) })]
        : [t('It is a draft again; readers no longer see it.'), t('“{title}” is a draft again; readers no longer see it.', { title })]),
    }[as]() as [string, string];
    const [label, act] = saved ? [] : undo ? [t('Undo'), undo] as const : editing.isLeft ? [t('Open it'), open] as const : [];
    done.current = told.say({ here: here + others, away: away + others }, label, act);
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

  const schedule: Actions['schedule'] = async (from, to, shows) => {
    let isSet = false;
    await run('schedule', async () => {
      asked.current = null; // what is chosen is not saved by itself
      putOff.value = false;
      if (editing.toChoose().length) return null; // first
      const lost = (names: string) => t('Not scheduled: {names} did not arrive. Set the schedule again to go on without.', { names });
      if (!editing.schedulesAlone(from)) await waitForAll(from ? lost : null);
      if (from && !(await goesOut())) return null;
      await editing.schedule(from, to);
      isSet = true;
      return from || to ? t('The schedule is set.') : t('The schedule is cleared.');
    }, shows);
    return isSet;
  };

  const discard = () => run('discard', async () => {
    const yes = await confirm(t('Discard the draft?'), t('Readers go on seeing what is published. The draft stays in the history.'), t('Discard draft'));
    if (!yes) return null;
    const typed = await editing.discard();
    if (!typed) return t('The draft is discarded.');
    offer(t('The draft is discarded, and with it what was not saved.'), t('Bring back what was not saved'), () => bringBack(typed),
      t('The draft of “{title}” is discarded, and with it what was not saved.', { title: titleOf(typed) }));
    return null;
  });

  useEffect(() => {
    let unkept = 0;
    const nowhere = effect(() => {
      if (editing.unkept.value) unkept = untracked(() => fail(t('Neither this browser nor the server keeps what you type. Save it before you leave.')));
      else untracked(() => unsay(unkept));
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

  const offer: Actions['offer'] = (text, label, act, away) => told.say({ here: text, away }, label, act, true);
  const titleOf = (typed: Words) => editing.object.peek()?.title || typed.form.title || t('Without a title');
  // Into the form where it stands by now; where there is none it is found when it is opened.
  const bringBack = (typed: Words) => {
    const { shown } = editing;
    (shown ?? editing).bringBack(typed);
    if (!shown) void go(address(bucket, 'objects', type.slug, editing.currentId));
  };
  const drop = () => {
    const typed = editing.unsaved();
    void editing.revert();
    offer(t('What you typed is discarded.'), t('Undo'), () => bringBack(typed), t('What you typed into “{title}” is discarded.', { title: titleOf(typed) }));
  };
  useEffect(() => {
    // Only one is shown: that there is something to choose says as much.
    const note = back && !editing.typedElsewhere.peek().length ? say(t('What you typed and did not save is back.'), t('Discard it'), drop) : 0;
    // What is typed from here on is not what the note speaks of, and what is saved is not to be discarded.
    const hush = effect(() => void ((editing.touches.value || !editing.dirty.value) && untracked(() => unsay(note))));
    return () => {
      hush();
      unsay(note);
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
