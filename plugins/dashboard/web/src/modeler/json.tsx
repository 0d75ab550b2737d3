// The type as text, as the API takes it: written in either view, read in both.
import { useContext } from 'preact/hooks';
import { Area } from '../editor/texts/area';
import { t } from '../text';
import type { Kind } from './kinds';
import { readText, textOf } from './model';
import { Model } from './parts';

const nameOfKind = (kind: Kind): string => ({
  text: t('a text'), texts: t('a list of texts'), flag: t('true or false'), flags: t('an object of true and false'), number: t('a number'), choices: t('a list of objects, each with a text as value'),
})[kind];

export function JsonView() {
  const { modeling } = useContext(Model);
  const form = modeling.form.value;
  const written = modeling.written.value;
  const text = written && (written.of === form || modeling.unread.value) ? written.text : textOf(form);
  const problem = {
    noObject: () => t('An object type is an object: { … }'),
    unknown: (name: string) => t('An object type has no “{name}”.', { name }),
    noList: () => t('The metafields are a list of objects, each with its type.'),
    misfit: (place: string, kind: Kind) => t('“{place}” is to be {kind}.', { place, kind: nameOfKind(kind) }),
  };
  const change = (words: string) => {
    try {
      modeling.showText(readText(words, modeling.form.peek(), problem));
      modeling.unread.value = '';
    } catch (error) {
      modeling.unread.value = (error as Error).message;
    }
    modeling.written.value = { text: words, of: modeling.form.peek() };
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
