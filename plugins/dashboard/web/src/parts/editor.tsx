// The editor that a plugin brings with its type of metafield. Label, help, problems, undo, autosave and conflicts are the form's.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import { wordsOf } from '../api';
import { Form } from '../editor/context';
import { type Field } from '../editor/model';
import { same } from '../same';
import { languageNow, t } from '../text';
import type { EditorState } from './contract';
import { copyOf } from './guest';
import type { Listed } from './list';
import { Part } from './part';

type Props = { listed: Listed; field: Field; labelled: string; described?: string; set: (value: unknown) => void; json: () => ComponentChildren };

const maxSteps = 100;

export function StrangersEditor({ listed, field, labelled, described, set, json }: Props) {
  const { readonly, lang } = useContext(Form);
  const broken = useSignal('');
  const refused = useSignal('');
  const before = useSignal<unknown[]>([]);
  const state: EditorState = {
    value: field.value.value ?? '', field: field.def as Record<string, unknown>, readonly: !!readonly, locale: lang ?? null, language: languageNow(),
  };
  const changed = (given: unknown) => {
    if (readonly) return;
    try {
      const value = copyOf(given);
      refused.value = '';
      if (same(value, field.value.peek())) return;
      before.value = [...before.peek(), field.value.peek()].slice(-maxSteps);
      set(value);
    } catch (reason) {
      refused.value = wordsOf(reason);
    }
  };
  const undo = () => {
    const last = before.peek().at(-1);
    if (!before.peek().length) return;
    before.value = before.peek().slice(0, -1);
    set(last);
  };
  if (broken.value) {
    return (
      <>
        <p class="problem" role="alert">{t('The editor of “{type}” has failed: {reason}. The value is as it was, and edited as JSON here.', { type: field.def.type, reason: broken.value })}</p>
        {json()}
      </>
    );
  }
  const describe = (element: HTMLElement) => {
    element.setAttribute('aria-labelledby', labelled);
    if (described) element.setAttribute('aria-describedby', described);
    else element.removeAttribute('aria-describedby');
    if (lang) element.lang = lang;
    if (element.tagName !== 'IFRAME') element.role = 'group';
  };
  return (
    <>
      <Part {...{ listed, describe, changed, undo }} title={field.def.title ?? field.def.type} state={state} failed={(reason) => (broken.value = reason || t('it says no more'))} />
      {refused.value && <span class="problem" role="alert">{t('Not taken over: {reason}.', { reason: refused.value })}</span>}
      {before.value.length > 0 && !readonly && <button type="button" class="quiet small" onClick={undo}>{t('Undo in {title}', { title: field.def.title ?? '' })}</button>}
    </>
  );
}
