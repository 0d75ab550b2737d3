// What a screen waits for.
import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { ApiError, signedInAgain, wordsOf } from './api';
import { listen, onceAnswered, type Told } from './live';

export type Loaded<T> = { data?: T; error?: string; loading: boolean; again: () => void };

// The same question may be answered later. That something is gone, or no longer to be seen, is an answer.
const isPassing = (error: unknown) => !(error instanceof ApiError) || [0, 401, 429].includes(error.status) || error.status >= 500;

/**
 * Loads again when one of `inputs` changes, which are the question, or `news`, which is that its answer may be another one; the answer to a
 * question that is no longer asked is dropped. What fails for now leaves the answer that is there: there may be words in what shows it. It does
 * not stand for another question, though. What a session that has ended refuses is loaded after signing in again, and what a server does not
 * answer once it does.
 */
export function useLoad<T>(load: () => Promise<T>, inputs: unknown[], news?: unknown): Loaded<T> {
  const state = useSignal<{ data?: T; error?: string; loading: boolean }>({ loading: true });
  const asked = useRef<unknown[]>([]); // what `data` answers
  const round = useSignal(0);
  useEffect(() => {
    let current = true;
    let unwait = () => {};
    state.value = { data: state.peek().data, loading: true };
    load().then(
      (data) => {
        if (!current) return;
        asked.current = inputs;
        state.value = { data, loading: false };
      },
      (error) => {
        if (!current) return;
        const ended = error instanceof ApiError && error.status === 401;
        const { data } = state.peek();
        const stays = data !== undefined && isPassing(error) && inputs.every((each, at) => each === asked.current[at]);
        // That the session has ended is said elsewhere.
        state.value = { data: stays ? data : undefined, error: ended && stays ? undefined : wordsOf(error), loading: false };
        if (ended) signedInAgain(() => void (current && round.value++));
        if (error instanceof ApiError && !error.status) unwait = onceAnswered(() => void round.value++);
      },
    );
    return () => {
      current = false;
      unwait();
    };
  }, [...inputs, news, round.value]);
  return { ...state.value, again: () => void round.value++ };
}

const askedAgainAfter = 5000;

/** `useLoad` where nobody can press "Try again": what fails for now is asked for again by itself. */
export function useSurely<T>(load: () => Promise<T>, inputs: unknown[]): Loaded<T> {
  const late = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const loaded = useLoad(() => load().catch((error) => {
    // After signing in it is loaded again anyway.
    if (isPassing(error) && error.status !== 401) late.current = setTimeout(() => loaded.again(), askedAgainAfter);
    throw error;
  }), inputs);
  useEffect(() => () => clearTimeout(late.current), inputs);
  return loaded;
}

/** Runs `action` once nobody has called it for `milliseconds`, and `most` milliseconds after the first call at the latest. */
export function later(milliseconds: number, action: () => void, most = Infinity) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let latest = Infinity;
  const call = () => {
    const now = performance.now();
    latest = Math.min(latest, now + most);
    clearTimeout(timer);
    timer = setTimeout(run, Math.min(milliseconds, latest - now));
  };
  const run = () => {
    latest = Infinity;
    action();
  };
  call.cancel = () => {
    latest = Infinity;
    clearTimeout(timer);
  };
  return call;
}

/** `later` for a component: the newest `action` runs, once nobody has asked for it for `milliseconds`. */
export function useLater(milliseconds: number, action: () => void) {
  const newest = useRef(action);
  newest.current = action;
  const call = useMemo(() => later(milliseconds, () => newest.current()), []);
  useEffect(() => () => call.cancel(), []);
  return call;
}

const ofObjects = /^(object\.(created|edited|deleted)|revision\.created)$/;

export type Progress = { act: string; id: string; done: number; total: number };

/**
 * The live stream of a bucket, while the page is looked at. `told` gets the data of each event about objects of `types` (slugs with
 * commas between them; all when empty). One without an id stands for anything that may have happened. `gone` hears how far what takes a
 * while has come.
 */
export function useChanges(bucket: string, types: string, told: (event: Told) => void, gone?: (progress: Progress) => void) {
  const newest = useRef(told);
  newest.current = told;
  const newestGone = useRef(gone);
  newestGone.current = gone;
  useEffect(() => listen(bucket, (name, event) => {
    if (name === 'progress') newestGone.current?.(event as unknown as Progress);
    else if (name === 'reset') newest.current({ id: '', type: types });
    else if (ofObjects.test(name) && (!types || types.split(',').includes(event.type))) {
      newest.current(event.object ? { ...event, id: event.object, action: 'edited' } : event); // a draft that is prepared is news of its object
    }
  }), [bucket, types]);
}
