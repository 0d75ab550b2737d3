// A search box whose words stand in the address.
import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useLater } from '../load';
import { setQuery } from '../router';

/** What is typed goes into the address after a pause; what the address says otherwise, by Back or by a saved view, goes into the box. */
export function useWords(words: string) {
  const typed = useSignal(words);
  const asked = useRef(words);
  const ask = useLater(250, () => {
    asked.current = typed.peek().trim();
    setQuery({ q: asked.current || undefined });
  });
  useLayoutEffect(() => {
    if (words === asked.current) return;
    ask.cancel();
    asked.current = typed.value = words;
  }, [words]);
  const onInput = (event: { currentTarget: HTMLInputElement }) => {
    typed.value = event.currentTarget.value;
    ask();
  };
  return { value: typed.value, onInput };
}
