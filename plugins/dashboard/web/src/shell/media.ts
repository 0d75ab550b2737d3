import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';

/** Whether the window is as `query` says: for what stands elsewhere in the page then, not for looks alone. */
export function useMedia(query: string): boolean {
  const list = useMemo(() => matchMedia(query), [query]);
  const now = useSignal(list.matches);
  useEffect(() => {
    const look = () => void (now.value = list.matches);
    look();
    list.addEventListener('change', look);
    return () => list.removeEventListener('change', look);
  }, [list]);
  return now.value;
}

export const ofTelephones = '(max-width: 52rem)';
