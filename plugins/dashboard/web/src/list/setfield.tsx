// The dialog that gives one field of many objects a value. The server is asked what it would do before it is done.
import { useSignal } from '@preact/signals';
import { useEffect, useId } from 'preact/hooks';
import { confirm, Dialog } from '../dialog';
import { OneRelation } from '../editor/relations';
import { focusAgain } from '../focus';
import { count } from '../format';
import { useLater } from '../load';
import { useUnsaved } from '../settings/form';
import { plural, t } from '../text';
import { type Bulk, endingOf, HowFar, type Results, sentenceOf } from './bulk';
import { OutsideForms } from './builder';
import { Control, notYet, refusal } from './cell';
import type { Choice } from './choice';
import { mayPublish } from './edit';
import type { Column } from './fields';
import type { Rows } from './rows';

type Props = { bucket: string; bulk: Bulk; rows: Rows; choice: Choice; columns: Column[]; close: () => void };

export function SetField({ bucket, bulk, rows, choice, columns, close }: Props) {
  const id = useId();
  const settable = columns.filter((each) => each.editable || (each.kind === 'object' && each.id.split('.').length === 2));
  const column = useSignal<Column | null>(null);
  const value = useSignal<unknown>('');
  const unfinished = useSignal('');
  const trial = useSignal<Results | null>(null);
  const problem = useSignal('');
  const round = useSignal(0);
  const set = () => ({ metadata: { [column.peek()!.id.slice('metadata.'.length)]: value.peek() } });
  const ask = useLater(300, async () => {
    const asked = round.peek();
    try {
      const answer = await bulk.trial({ action: 'set', set: set() });
      if (asked === round.peek()) trial.value = answer;
    } catch (error) {
      if (asked === round.peek()) problem.value = refusal(error);
    }
  });
  useEffect(() => {
    round.value++;
    trial.value = null;
    problem.value = '';
    if (unfinished.value) problem.value = notYet(column.value!);
    else if (column.value) ask();
  }, [column.value, value.value, unfinished.value]);
  const choose = (next: Column | undefined) => {
    column.value = next ?? null;
    unfinished.value = '';
    value.value = next?.kind === 'switch' ? true : next?.kind === 'choices' ? [] : '';
  };
  const done = async (event: Event) => {
    event.preventDefault();
    if (!trial.value?.changed || bulk.busy.peek()) return;
    const field = column.value!.title;
    await bulk.run({ action: 'set', set: set() }, (number) => plural(number, '{count} object changed: {field}.', '{count} objects changed: {field}.', { field }), close);
    if (document.activeElement === document.body) focusAgain(); // the bar of what was chosen is gone
  };
  // What is chosen of few ways is chosen again; what was typed or put together is not.
  const typed = !!unfinished.value || (typeof value.value !== 'boolean' && String(value.value) !== '');
  const question = () => confirm(t('Close without saving?'), t('What you typed is not saved.'), t('Close it'));
  useUnsaved(typed, question);
  const leave = async () => {
    if (bulk.busy.peek()) return; // it closes by itself, or stays for what is refused
    if (!typed || (await question())) close();
  };
  const here = rows.loaded().filter((row) => choice.all.value || choice.ids.value.has(row.id));
  const ending = endingOf(trial.value);
  const live = here.some((row) => row.live || row.status === 'published');
  const changed = trial.value?.changed ?? 0;
  const empties = value.value === '' || (Array.isArray(value.value) && !value.value.length);
  const yes = !changed ? t('Change') : empties ? plural(changed, 'Empty {count} object', 'Empty {count} objects') : plural(changed, 'Change {count} object', 'Change {count} objects');
  const effect = (results: Results) => (empties && changed
    ? plural(changed, '“{field}” will be emptied in {count} object.', '“{field}” will be emptied in {count} objects.', { field: column.value!.title }) : sentenceOf(results));
  return (
    <Dialog title={choice.all.value ? t('Set a field of all that match') : t('Set a field of {count} chosen', { count: count(choice.ids.value.size) })} onClose={() => void leave()}>
      <form onSubmit={done} noValidate>
        <label for={`${id}-field`}>{t('Field')}
          <select id={`${id}-field`} value={column.value?.id ?? ''} onChange={(event) => choose(settable.find((each) => each.id === event.currentTarget.value))}>
            <option value="">{t('Choose a field')}</option>
            {settable.map((each) => <option key={each.id} value={each.id}>{each.title}</option>)}
          </select>
        </label>
        {column.value && (
          <div class="field"><span aria-hidden="true">{t('New value')}</span>
            {column.value.kind === 'object'
              ? <OutsideForms bucket={bucket}><OneRelation id={`${id}-value`} label={column.value.title} type={column.value.def!.object_type ?? ''}
                  value={String(value.value)} set={(next) => (value.value = next)} /></OutsideForms>
              : <Control key={column.value.id} {...{ unfinished }} column={column.value} label={t('New value')} value={value.value} set={(next) => (value.value = next)} />}
          </div>
        )}
        <p role="status">{trial.value ? effect(trial.value) : column.value && !problem.value ? t('Asking what would change…') : ''}</p>
        {problem.value && <p class="problem" role="alert">{problem.value}</p>}
        {column.value && live && mayPublish(bucket) && <p class="faint">{t('What is published changes for readers at once.')}</p>}
        {column.value && ending && <p class="faint">{ending}</p>}
        <HowFar bulk={bulk} />
        <footer>
          <button type="button" onClick={() => void leave()}>{t('Cancel')}</button>
          <button type="submit" class={empties ? 'danger' : 'primary'} disabled={!changed} aria-disabled={bulk.busy.value}>{yes}</button>
        </footer>
      </form>
    </Dialog>
  );
}
