// Ctrl-K: one field that finds everything. What is known here is shown with the key that was pressed, what the server finds a moment later.
import { useSignal } from '@preact/signals';
import * as combobox from '@zag-js/combobox';
import { normalizeProps, useMachine } from '@zag-js/preact';
import { useEffect, useId, useMemo, useRef } from 'preact/hooks';
import type { ObjectType } from '../api';
import { wordsOf } from '../api';
import { Dialog } from '../dialog';
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
  const ask = useLater(120, () => {
    const asked = words.value.trim();
    if (asked.length < leastWords) return;
    foundItems(bucket, types, asked).then((items) => {
      if (words.value.trim() === asked) found.value = { words: asked, items };
      error.value = '';
    }, (problem) => (error.value = wordsOf(problem)));
  });
  const type = (text: string) => {
    words.value = text;
    ask();
  };
  const typed = words.value.trim();
  const known = typed.length >= leastWords ? found.value : { words: typed, items: [] };
  const items = useMemo(() => {
    // What was found for fewer letters stays until the answer for more is there, so that nothing flickers.
    const still = typed.startsWith(known.words) || known.words.startsWith(typed) ? known.items : [];
    const local = localItems(bucket, types, typed, here);
    const opened = new Set(still.map((each) => each.value.replace('object:', '')));
    return [...local.filter((each) => !opened.has(each.value.split('/').at(-1)!) || !each.value.startsWith('recent:')), ...still];
  }, [typed, known.items]);
  return { words, type, items, waiting: known.words !== typed && !error.value, error: error.value };
}

export function Palette(props: Props) {
  const { begin } = props;
  const { words, type, items, waiting, error } = useItems(props);
  const collection = useMemo(() => combobox.collection({ items, itemToValue: (item) => item.value, itemToString: (item) => item.label }), [items]);
  const highlighted = useSignal<string | null>(null);
  const first = items[0]?.value ?? null;
  const current = items.some((each) => each.value === highlighted.value) ? highlighted.value : first;
  const latest = useRef(items);
  latest.current = items;
  const choose = (value: string | undefined) => {
    const item = latest.current.find((each) => each.value === value);
    if (!item) return;
    props.close();
    // After the dialog has given the focus back: what is done may want it elsewhere.
    setTimeout(item.run);
  };
  const service = useMachine(combobox.machine as typeof combobox.machine, {
    id: useId(),
    collection,
    open: true,
    disableLayer: true,
    inputValue: words.value,
    value: [],
    selectionBehavior: 'preserve',
    highlightedValue: current,
    onHighlightChange: ({ highlightedValue }) => highlightedValue && (highlighted.value = highlightedValue),
    onInputValueChange: ({ inputValue }) => {
      highlighted.value = null;
      type(inputValue);
    },
    onSelect: ({ itemValue }) => choose(itemValue),
  });
  const api = combobox.connect(service, normalizeProps);
  // The widget keeps this key for closing its list, which is all there is here.
  const escape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.isComposing) return;
    event.stopPropagation();
    props.close();
  };
  const groups = [...new Set(items.map((each) => each.group))];
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    input.current?.focus();
    type(begin());
  }, []);
  return (
    <Dialog title={t('Search')} bare class="palette" onClose={props.close}>
      <div {...api.getRootProps()} onKeyDownCapture={escape}>
        <div {...api.getControlProps()}>
          <input {...(api.getInputProps() as object)} ref={input} type="text" aria-label={t('Search')} placeholder={t('Content, media, screens, actions …')} spellcheck={false} />
        </div>
        <div {...api.getContentProps()} aria-label={t('Results')} class="results">
          {groups.map((group, index) => (
            <div key={group} {...api.getItemGroupProps({ id: `group${index}` })}>
              <div {...api.getItemGroupLabelProps({ htmlFor: `group${index}` })} class="grouplabel">{group}</div>
              {items.filter((each) => each.group === group).map((item) => (
                <div key={item.value} {...api.getItemProps({ item })} class="result">
                  <span class="icon" aria-hidden="true">{item.icon}</span>
                  <span class="what">{item.label}</span>
                  <span class="faint">{item.note}</span>
                </div>
              ))}
            </div>
          ))}
        </div>
      </div>
      {error && <p role="alert" class="problem">{error}</p>}
      <p class="faint how" role="status">
        {waiting ? t('Searching…') : items.length ? plural(items.length, '{count} result', '{count} results') : t('Nothing is found.')}
      </p>
    </Dialog>
  );
}
