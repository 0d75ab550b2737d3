// The type as text, as the API takes it: written in either view, read in both.
import { useSignal } from '@preact/signals';
import { useContext } from 'preact/hooks';
import { Area } from '../editor/texts/area';
import { t } from '../text';
import { readText, textOf, type TypeForm } from './model';
import { Model } from './parts';

export function JsonView() {
  const { modeling } = useContext(Model);
  const draft = useSignal<{ text: string; of: TypeForm } | null>(null);
  const form = modeling.form.value;
  const text = draft.value && (draft.value.of === form || modeling.unread.value) ? draft.value.text : textOf(form);
  const problem = {
    noObject: () => t('An object type is an object: { … }'),
    unknown: (name: string) => t('An object type has no “{name}”.', { name }),
    noList: () => t('The metafields are a list of objects, each with its type.'),
  };
  const change = (words: string) => {
    try {
      modeling.showText(readText(words, modeling.form.peek(), problem));
      modeling.unread.value = '';
    } catch (error) {
      modeling.unread.value = (error as Error).message;
    }
    draft.value = { text: words, of: modeling.form.peek() };
  };
  const why = modeling.unread.value;
  return (
    <div class="field json" aria-invalid={why ? true : undefined}>
      <label for="type-json">{t('The type as JSON')}</label>
      <Area id="type-json" value={text} set={change} rows={24} code readonly={modeling.busy.value} described={why ? 'type-json-problem' : undefined} />
      {why && <span id="type-json-problem" role="alert" class="problem">{t('This is not read, and not saved: {why}', { why })}</span>}
    </div>
  );
}
