// The place of a part: what it shows, and what is shown where it fails.
import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { wordsOf } from '../api';
import { writeJson } from '../exact';
import { t } from '../text';
import type { Host, State } from './contract';
import { type Guest, load, type Told } from './guest';
import type { Listed } from './list';

type Props = { listed: Listed; title: string; state: State; host?: Host; describe?: (element: HTMLElement) => void } & Told;

export function Part({ listed, title, state, host, describe, ...told }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const guest = useSignal<Guest | null>(null);
  const newest = useRef(told);
  newest.current = told;
  useEffect(() => {
    let here = true;
    const failed = (reason: unknown) => here && newest.current.failed(wordsOf(reason));
    const heard: Told = { changed: (value) => here && newest.current.changed(value), undo: () => here && newest.current.undo(), failed };
    load(listed, title, host, heard).then((made) => {
      if (!here) return made.leave();
      guest.value = made;
    }).catch(failed);
    return () => {
      here = false;
      guest.peek()?.leave();
    };
  }, []);
  // It enters the page and is told its value in one step: nobody sees, or types into, an empty one.
  useLayoutEffect(() => {
    if (!guest.value) return;
    try {
      if (!guest.value.element.isConnected) box.current!.append(guest.value.element);
      describe?.(guest.value.element);
      guest.value.update(state);
    } catch (reason) {
      newest.current.failed(wordsOf(reason));
    }
  }, [guest.value, writeJson(state)]);
  return (
    <div ref={box} class="part">
      {!guest.value && <p class="faint" role="status">{t('Loading…')}</p>}
    </div>
  );
}
