// The dialog that makes a filter: a field, an operator that fits it, a value.
import { type Signal, signal, useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { bucketPath, get, search } from '../api';
import { Dialog } from '../dialog';
import { Form } from '../editor/context';
import { ManyRelations } from '../editor/relations';
import { count } from '../format';
import { useLoad } from '../load';
import { DateControl, NumberControl } from '../number';
import { t } from '../text';
import { notYet } from './cell';
import { type Column, optionsOf } from './fields';
import { type Filter, type Operator, operatorsOf, wordsOfOperator } from './query';

type Value = string | number | bigint | boolean;
type Made = Exclude<Filter, { query: object }>;
type Props = { bucket: string; type: string; columns: Column[]; filter: Made | null; done: (filter: Made) => void; close: () => void };

/** Relations are picked by the component of forms, which asks for one. */
export function OutsideForms({ bucket, children }: { bucket: string; children: preact.ComponentChildren }) {
  return <Form.Provider value={{ bucket, touched: () => undefined, problems: signal([]) }}>{children}</Form.Provider>;
}

export function Builder({ bucket, type, columns, filter, done, close }: Props) {
  const id = useId();
  const column = useSignal(columns.find((each) => each.id === filter?.column) ?? columns[0]!);
  const operator = useSignal<Operator>(filter?.operator ?? operatorsOf(column.value)[0]!);
  const values = useSignal<Value[]>(filter?.values ?? (column.value.kind === 'switch' ? [true] : []));
  const unfinished = [useSignal(''), useSignal('')];
  const problem = useSignal('');
  const clear = () => unfinished.forEach((each) => (each.value = '')); // what was typed goes with its control
  const choose = (next: Column) => {
    clear();
    column.value = next;
    operator.value = operatorsOf(next)[0]!;
    values.value = next.kind === 'switch' ? [true] : [];
  };
  const turn = (next: Operator) => {
    clear();
    const several = ['in', 'all', 'none'];
    if (several.includes(next) !== several.includes(operator.value)) values.value = column.value.kind === 'switch' ? [true] : [];
    operator.value = next;
  };
  const asked = operator.value === 'set' || operator.value === 'unset' ? 0 : operator.value === 'between' ? 2 : 1;
  const add = (event: Event) => {
    event.preventDefault();
    if (unfinished.some((each) => each.value)) return void (problem.value = notYet(column.value));
    const given = values.value.filter((value) => value !== '');
    if (given.length < asked) return void (problem.value = asked === 2 ? t('Give both ends.') : t('Give a value.'));
    done({ column: column.value.id, operator: operator.value, values: asked ? given : [] });
  };
  return (
    <Dialog title={t('Filter')} onClose={close}>
      <form onSubmit={add} noValidate>
        <label for={`${id}-field`}>{t('Field')}
          <select id={`${id}-field`} value={column.value.id} onChange={(event) => choose(columns.find((each) => each.id === event.currentTarget.value)!)}>
            {columns.map((each) => <option key={each.id} value={each.id}>{each.title}</option>)}
          </select>
        </label>
        <label for={`${id}-operator`}>{t('Condition')}
          <select id={`${id}-operator`} value={operator.value} onChange={(event) => turn(event.currentTarget.value as Operator)}>
            {operatorsOf(column.value).map((each) => <option key={each} value={each}>{wordsOfOperator(each, column.value)}</option>)}
          </select>
        </label>
        {asked > 0 && <Values key={`${column.value.id} ${operator.value}`} {...{ bucket, type, unfinished }} column={column.value} operator={operator.value}
          values={values.value} set={(next) => { values.value = next; problem.value = ''; }} />}
        {problem.value && <p class="problem" role="alert">{problem.value}</p>}
        <footer>
          <button type="button" onClick={close}>{t('Cancel')}</button>
          <button type="submit" class="primary">{filter ? t('Change filter') : t('Add filter')}</button>
        </footer>
      </form>
    </Dialog>
  );
}

type ValuesProps = { unfinished: Signal<string>[]; bucket: string; type: string; column: Column; operator: Operator; values: Value[]; set: (values: Value[]) => void };

function Values({ bucket, type, column, operator, values, set, unfinished }: ValuesProps) {
  const put = (place: number, value: Value) => set(operator === 'between' ? (place ? [values[0] ?? '', value] : [value, values[1] ?? '']) : [value]);
  if (column.kind === 'object' || column.kind === 'objects') {
    return (
      <OutsideForms bucket={bucket}>
        <fieldset class="group plainbox"><legend>{t('Value')}</legend>
          <ManyRelations id="filter-objects" label={column.title} type={column.def!.object_type ?? ''} value={values.join()}
            set={(text) => set(text ? text.split(',') : [])} />
        </fieldset>
      </OutsideForms>
    );
  }
  if (operator === 'in' || operator === 'all' || operator === 'none' || column.kind === 'switch') {
    return <Offered {...{ bucket, type, column, values, set }} one={column.kind === 'switch'} />;
  }
  const input = (place: number, label: string) => {
    const value = String(values[place] ?? '');
    return (
      <label>{label}
        {column.kind === 'number' ? <NumberControl value={values[place]} set={(next) => put(place, next)} unfinished={unfinished[place]!} />
          : column.kind === 'date' || column.kind === 'time' ? <DateControl value={value} set={(next) => put(place, next)} unfinished={unfinished[place]!} />
            : <input type="text" value={value} onInput={(event) => put(place, event.currentTarget.value)} />}
      </label>
    );
  };
  if (operator !== 'between') return input(0, t('Value'));
  return <div class="ends">{input(0, t('From'))}{input(1, t('To'))}</div>;
}

/** The values that there are, with how many objects have each. Options that no object has stand behind them. */
function Offered({ bucket, type, column, values, set, one }: Omit<ValuesProps, 'operator' | 'unfinished'> & { one: boolean }) {
  const { data, error } = useLoad(() => get<{ values: { value: Value; count: number }[]; limit: number }>(
    `${bucketPath(bucket)}/objects/values${search({ field: column.id, type, status: 'any', limit: 100 })}`), [column.id]);
  const counts = new Map((data?.values ?? []).filter((each) => each.value !== '').map((each) => [each.value, each.count]));
  const rest = column.kind === 'switch' ? [true, false] : optionsOf(column);
  const offered = [...new Set<Value>([...(column.kind === 'switch' ? [true, false] : []), ...counts.keys(), ...rest, ...values])];
  const turn = (value: Value) => set(one ? [value] : values.includes(value) ? values.filter((each) => each !== value) : [...values, value]);
  return (
    <fieldset class="group plainbox offered"><legend>{t('Value')}</legend>
      {error && <p class="problem" role="alert">{error}</p>}
      {offered.map((value) => (
        <label key={String(value)} class="choice">
          <input type={one ? 'radio' : 'checkbox'} name="filter-values" checked={values.includes(value)} onChange={() => turn(value)} />
          <span>{typeof value === 'boolean' ? (value ? t('Yes') : t('No')) : String(value)}</span>
          <span class="faint">{count(counts.get(value) ?? 0)}</span>
        </label>
      ))}
      {data && !offered.length && <p class="faint">{t('No object has a value yet.')}</p>}
      {data && data.values.length === data.limit && <p class="faint">{t('These are the {count} most frequent ones. “contains” finds others.', { count: data.limit })}</p>}
    </fieldset>
  );
}
