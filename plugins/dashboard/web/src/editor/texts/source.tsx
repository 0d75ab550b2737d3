// Markdown with a preview, and JSON.
import { type Signal, useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { readJson, writeJson } from '../../exact';
import { useLater } from '../../load';
import { same } from '../../same';
import { t } from '../../text';
import { PlainArea } from './area';
import { frameClass, type TextProps, useLoaded, useNow } from './field';
import { Preview } from './frame';
import { Coming } from './html';
import { faultOf, placeOf } from './json';
import { loadCode, loadMarked } from './load';

export function MarkdownText(props: TextProps) {
  const code = useLoaded(loadCode);
  const marked = useLoaded(loadMarked);
  return (
    <>
      <div class={frameClass(props.readonly)}>
        {code === undefined && <Coming />}
        {code && <code.Code {...props} language="markdown" />}
        {code === null && <PlainArea {...props} />}
      </div>
      {props.value && marked && <Preview html={() => marked.toHtml(props.value)} title={props.title} />}
    </>
  );
}

const textOf = (value: unknown): string => (value === '' || value === undefined || value === null ? '' : writeJson(value, 2));

type JsonProps = Omit<TextProps, 'value' | 'now' | 'set'> & {
  value: unknown; now: () => unknown; set: (value: unknown) => void; unfinished: Signal<string>; touched: () => void;
};

/** The value is what the text says; while it says nothing that is JSON, the value stays what it was and the text is `unfinished`. */
export function JsonText({ value, now, set, unfinished, touched, ...rest }: JsonProps) {
  const code = useLoaded(loadCode);
  const text = useSignal(unfinished.peek() || textOf(value));
  const shown = useRef(value); // what the text stands for, or stood for before it was broken
  const fault = useSignal<ReturnType<typeof faultOf>>(unfinished.peek() ? faultOf(unfinished.peek()) : null);
  const passed = useSignal(''); // by somebody else, while the text here is broken
  const tell = useLater(500, () => (fault.value = text.value.trim() ? faultOf(text.value) : null));

  const change = (next: string) => {
    text.value = next;
    try {
      const read = next.trim() ? readJson(next) : '';
      fault.value = null;
      passed.value = '';
      shown.current = read;
      unfinished.value = '';
      set(read);
    } catch {
      unfinished.value = next;
      touched();
      tell();
    }
  };
  useNow(now, true, (value) => {
    if (same(value, shown.current)) return;
    shown.current = value;
    if (unfinished.peek()) passed.value = textOf(value);
    else text.value = textOf(value);
  });
  // What was typed is dropped, or is back.
  useNow(() => unfinished.value, true, (broken) => {
    if (broken === (text.value.trim() && faultOf(text.value) ? text.value : '')) return;
    text.value = broken || textOf(now());
    passed.value = '';
    fault.value = broken ? faultOf(broken) : null;
  });
  const take = () => {
    unfinished.value = '';
    touched();
  };
  const format = (source: string) => {
    try {
      return writeJson(readJson(source), 2);
    } catch {
      fault.value = faultOf(source);
      return source;
    }
  };
  const id = `${rest.id}-json`;
  const props = { ...rest, value: text.value, now: () => text.value, set: change, described: fault.value ? [id, rest.described].filter(Boolean).join(' ') : rest.described, invalid: !!fault.value || rest.invalid };
  return (
    <>
      <div class={frameClass(rest.readonly)}>
        {code === undefined && <Coming />}
        {code && <code.Code {...props} language="json" wrongAt={fault.value?.at ?? null} format={format} />}
        {code === null && <PlainArea {...props} />}
      </div>
      {fault.value && (
        <span id={id} class="problem" role="alert">
          {t('Not JSON yet, and not saved: line {line}, column {column}.', placeOf(text.value, fault.value.at))} {fault.value.words}
        </span>
      )}
      {passed.value && <p class="problem" role="alert">{t('Somebody else changed this meanwhile.')} <button type="button" class="small" onClick={take}>{t('Show theirs')}</button></p>}
    </>
  );
}
