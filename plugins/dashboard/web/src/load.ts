// What a screen waits for.
import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { base, bucketPath, search, wordsOf } from './api';

export type Loaded<T> = { data?: T; error?: string; loading: boolean; again: () => void };

/** Loads again when one of `inputs` changes; the answer to a question that is no longer asked is dropped. */
export function useLoad<T>(load: () => Promise<T>, inputs: unknown[]): Loaded<T> {
  const state = useSignal<{ data?: T; error?: string; loading: boolean }>({ loading: true });
  const round = useSignal(0);
  useEffect(() => {
    let current = true;
    state.value = { data: state.peek().data, loading: true };
    load().then(
      (data) => current && (state.value = { data, loading: false }),
      (error) => current && (state.value = { error: wordsOf(error), loading: false }),
    );
    return () => void (current = false);
  }, [...inputs, round.value]);
  return { ...state.value, again: () => void round.value++ };
}

/** Runs `action` once nobody has called it for `milliseconds`. */
export function later(milliseconds: number, action: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const call = () => {
    clearTimeout(timer);
    timer = setTimeout(action, milliseconds);
  };
  call.cancel = () => clearTimeout(timer);
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

export type Progress = { act: string; id: string; done: number; total: number };

/** The live stream of a bucket, while the page is looked at. `told` gets each event's data, `gone` how far what takes a while has come. */
export function useChanges(bucket: string, types: string, told: (event: { id: string; type: string; action?: string; actor?: { id: string | null } }) => void,
  gone?: (progress: Progress) => void) {
  const newest = useRef(told);
  newest.current = told;
  const newestGone = useRef(gone);
  newestGone.current = gone;
  useEffect(() => {
    let source: EventSource | null = null;
    let hidden = false;
    const connect = () => {
      source?.close();
      source = null;
      if (document.hidden) return void (hidden = true);
      source = new EventSource(`${base}/v2${bucketPath(bucket)}/changes${search({ status: 'any', types })}`);
      const tell = (event: MessageEvent) => {
        const told = JSON.parse(event.data);
        newest.current(told.object ? { ...told, id: told.object, action: 'edited' } : told); // a draft that is prepared is news of its object
      };
      for (const name of ['object.created', 'object.edited', 'object.deleted', 'revision.created']) source.addEventListener(name, tell);
      source.addEventListener('progress', (event) => newestGone.current?.(JSON.parse((event as MessageEvent).data)));
      // What happened while nobody looked: one event without an id stands for all of it.
      if (hidden) newest.current({ id: '', type: types });
      hidden = false;
    };
    const start = setTimeout(connect, 600);
    document.addEventListener('visibilitychange', connect);
    return () => {
      clearTimeout(start);
      document.removeEventListener('visibilitychange', connect);
      source?.close();
    };
  }, [bucket, types]);
}
