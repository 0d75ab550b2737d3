import { effect, useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { layers } from '../messages';

/**
 * Whether the window is as `query` says: for what stands elsewhere in the page then, not for looks alone. It stays as it was while a dialog is
 * open: what moves in the page would take its dialog along.
 */
export function useMedia(query: string): boolean {
  const list = useMemo(() => matchMedia(query), [query]);
  const now = useSignal(list.matches);
  useEffect(() => {
    const look = () => void (layers.value.length || (now.value = list.matches));
    const stop = effect(look);
    list.addEventListener('change', look);
    return () => {
      stop();
      list.removeEventListener('change', look);
    };
  }, [list]);
  return now.value;
}

export const ofTelephones = '(max-width: 52rem)';
