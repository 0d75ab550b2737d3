// Ctrl-K: one field that finds everything. What is known here is shown with the key that was pressed, what the server finds a moment later.
import { useSignal } from '@preact/signals';
import { useEffect, useId, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { ObjectType } from '../api';
import { ApiError, wordsOf } from '../api';
import { Dialog } from '../dialog';
import { onceAnswered } from '../live';
import { useLater } from '../load';
import { actionsNow } from '../shell/actions';
import { plural, t } from '../text';
import { foundItems, type Item, localItems } from './items';

/** `begin` answers what was typed before the field was there. */
type Props = { bucket: string; types: ObjectType[]; begin: () => string; close: () => void };
const leastWords = 2;

function useItems({ bucket, types }: Props) {
  const words = useSignal('');
  const found = useSignal<{ words: string; items: Item[] }>({ words: '', items: [] });
  const error = useSignal('');
  const here = useMemo(actionsNow, []);
  const unwait = useRef(() => {});
  useEffect(() => () => unwait.current(), []);
  const ask = useLater(120, () => {
    const asked = words.value.trim();
    if (asked.length < leastWords || !bucket) return;
    foundItems(bucket, types, asked).then((items) => {
      if (words.value.trim() === asked) found.value = { words: asked, items };
      error.value = '';
    }, (problem) => {
      if (words.value.trim() !== asked) return;
      error.value = wordsOf(problem);
      unwait.current();
      if (problem instanceof ApiError && !problem.status) unwait.current = onceAnswered(() => ask());
    });
  });
  const type = (text: string) => {
    words.value = text;
    ask();
  };
  const typed = words.value.trim();
  const known = typed.length >= leastWords && bucket ? found.value : { words: typed, items: [] };
  const items = useMemo(() => {
    // What was found for fewer letters stays until the answer for more is there, so that nothing flickers.
    const still = typed.startsWith(known.words) || known.words.startsWith(typed) ? known.items : [];
    const local = localItems(bucket, types, typed, here);
    const opened = new Set(still.map((each) => each.value.replace('object:', '')));
    return [...local.filter((each) => !opened.has(each.value.split('/').at(-1)!) || !each.value.startsWith('recent:')), ...still];
  }, [typed, known.items]);
  return { type, items, waiting: known.words !== typed && !error.value, error: error.value };
}

export function Palette(props: Props) {
  const { type, items, waiting, error } = useItems(props);
  const highlighted = useSignal<string | null>(null);
  const current = items.find((each) => each.value === highlighted.value) ?? items[0];
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const groups = [...new Set(items.map((each) => each.group))];
  // As it is shown: group by group.
  const order = groups.flatMap((group) => items.filter((each) => each.group === group));
  const optionId = (item: Item | undefined) => (item ? `${id}-${order.indexOf(item)}` : undefined);
  // With the drawing: what is pasted into the field right afterwards stays.
  useLayoutEffect(() => {
    const before = props.begin();
    input.current!.value = before;
    input.current!.focus();
    type(before);
  }, []);
  useEffect(() => list.current?.querySelector('[data-highlighted]')?.scrollIntoView({ block: 'nearest' }), [current?.value]);
  const choose = (item: Item | undefined) => {
    if (!item) return;
    props.close();
    // After the dialog has given the focus back: what is done may want it elsewhere.
    setTimeout(item.run);
  };
  const keys = (event: KeyboardEvent) => {
    const at = current ? order.indexOf(current) : -1;
    const to = { ArrowDown: (at + 1) % order.length, ArrowUp: (at + order.length - 1) % order.length, PageDown: Math.min(at + 8, order.length - 1), PageUp: Math.max(at - 8, 0) }[event.key];
    if (event.key === 'Escape') props.close();
    else if (event.key === 'Enter') choose(current);
    else if (to !== undefined && order.length) highlighted.value = order[to]!.value;
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <Dialog title={t('Search')} bare class="palette" onClose={props.close}>
      <input ref={input} type="text" role="combobox" aria-label={t('Search')} placeholder={t('Content, media, screens, actions …')} spellcheck={false} autocomplete="off"
        aria-expanded={items.length > 0} aria-controls={`${id}-list`} aria-autocomplete="list" aria-activedescendant={optionId(current)} onKeyDown={keys}
        onInput={(event) => { highlighted.value = null; type(event.currentTarget.value); }} />
      <div ref={list} id={`${id}-list`} role="listbox" aria-label={t('Results')} class="results">
        {groups.map((group, index) => (
          <div key={group} role="group" aria-labelledby={`${id}-group${index}`}>
            <div id={`${id}-group${index}`} class="grouplabel" role="presentation">{group}</div>
            {order.filter((each) => each.group === group).map((item) => (
              <div key={item.value} id={optionId(item)} role="option" aria-selected={item === current} data-highlighted={item === current ? '' : undefined} class="result"
                onPointerMove={() => (highlighted.value = item.value)} onClick={() => choose(item)}>
                <span class="icon" aria-hidden="true">{item.icon}</span>
                <span class="what">{item.label}</span>
                <span class="faint">{item.note}</span>
              </div>
            ))}
          </div>
        ))}
      </div>
      {error && <p role="alert" class="problem">{error}</p>}
      <p class="faint how" role="status">
        {waiting ? t('Searching…') : error && !items.length ? '' : items.length ? plural(items.length, '{count} result', '{count} results') : t('Nothing is found.')}
      </p>
    </Dialog>
  );
}
