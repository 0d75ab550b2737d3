// What happens around the edit of a cell: it opens, it is written behind whoever goes on, somebody else was faster, it is taken back.
import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { type ObjectType, session, wordsOf } from '../api';
import { decide } from '../dialog';
import { brief } from '../editor/model';
import { fail, holdsWords, layers, say, unsay } from '../messages';
import { t } from '../text';
import { refusal } from './cell';
import { equal, mayEdit, type Outcome, type Reach, rawOf, write } from './edit';
import { type Column, valueOf, withValue } from './fields';
import type { Row, Rows } from './rows';

/** Where the keyboard goes after it: on with the cell or its neighbour, or to where it has gone already. */
export type Then = 'stay' | 'next' | 'before' | 'gone';
/** A cell that is edited: its place, its row as it was seen and the value that stood there when that began; what was refused of it before. */
export type Edit = { row: number; column: number; seen: Row; begun: unknown; refused?: { value: unknown; problem: string } };
export type Cells = {
  editing: Signal<Edit | null>;
  begin: (row: number, column: number) => void;
  save: (edit: Edit, column: Column, value: unknown, then: Then) => void;
  leave: () => void;
  /** The row with what is on its way to the server. */
  shown: (row: Row | undefined) => Row | undefined;
  /** The ids of the columns of an object that are on their way. */
  saving: (id: string) => string;
};
type Props = { bucket: string; type: ObjectType; rows: Rows; columns: Column[]; done: (then: Then) => void };
type Job = { edit: Edit; column: Column; value: unknown };

const same = (job: Job, id: string, column: Column) => job.edit.seen.id === id && job.column.id === column.id;

// Also of lists that were left: a page that goes takes its requests along.
let underWay = 0;
addEventListener('beforeunload', (event) => (underWay || holdsWords()) && event.preventDefault());

function told(reach: Reach, field: string, title: string): string {
  if (reach === 'live') return t('{field} of “{title}” is saved, and readers see it.', { field, title });
  if (reach === 'prepared') return t('{field} of “{title}” is saved in the draft over it.', { field, title });
  return t('{field} of “{title}” is saved.', { field, title });
}
const whole = (value: unknown): string => (brief(value) ? `“${brief(value)}”` : t('empty'));
const quoted = (value: unknown): string => (brief(value) ? `“${brief(value).slice(0, 200)}”` : t('empty'));

export function useCells(props: Props): Cells {
  const editing = useSignal<Edit | null>(null);
  const jobs = useSignal<Job[]>([]);
  const release = useRef<(() => void) | null>(null);
  const now = useRef(props);
  now.current = props;
  const isHere = useRef(true);
  const person = useRef(session.peek()?.user.id);
  const isTheirs = () => session.peek()?.user.id === person.current; // or they have signed out, and nothing is told to who comes next
  const chains = useRef(new Map<string, Promise<void>>());
  const failures = useRef<{ job: Job; note: number }[]>([]);
  const { bucket, type, rows } = props;
  const newest = (id: string, column: Column) => jobs.peek().filter((each) => same(each, id, column)).at(-1);
  const close = () => {
    editing.value = null;
    release.current?.();
    release.current = null;
  };
  useEffect(() => close, [rows]);
  useEffect(() => () => void (isHere.current = false), []);
  const open = (edit: Edit) => {
    release.current ??= now.current.rows.hold();
    editing.value = edit;
  };
  const begin = (row: number, place: number) => {
    const seen = rows.at(row);
    const column = props.columns[place - 1];
    const before = editing.peek();
    if (!column?.editable || !seen || (before?.row === row && before.column === place)) return;
    if (!mayEdit(seen, bucket)) return void say(t('It is scheduled: ask somebody who publishes to change it.'));
    const job = newest(seen.id, column);
    open({ row, column: place, seen, begun: job ? job.value : rawOf(valueOf(seen, column)) });
  };
  const leave = () => {
    close();
    props.done('stay');
  };
  const placeOf = ({ edit, column }: Job) => ({ row: now.current.rows.indexOf(edit.seen.id), column: now.current.columns.findIndex((each) => each.id === column.id) + 1 });
  const reopen = (job: Job, problem: string) => open({ ...job.edit, ...placeOf(job), refused: { value: job.value, problem } });
  const renew = (id: string) => now.current.rows.renew(id).catch(() => undefined);

  const after = async (outcome: Outcome, edit: Edit, column: Column, undone = false) => {
    const { id, title } = edit.seen;
    await renew(id);
    if (!isTheirs()) return;
    if (outcome.kind === 'conflict') {
      return void fail(t('It stays as it is: {who} changed {field} after you, to {theirs}.', { who: outcome.who, field: column.title, theirs: quoted(outcome.theirs) }));
    }
    if (undone) return void say(t('{field} of “{title}” is as before.', { field: column.title, title: outcome.kind === 'saved' ? outcome.title : title }));
    if (outcome.kind === 'same') return;
    const back = async () => {
      try {
        await after(await outcome.undo(), edit, column, true);
      } catch (error) {
        fail(wordsOf(error));
      }
    };
    say(told(outcome.reach, column.title, outcome.title), t('Undo'), () => void back());
  };
  const store = async ({ edit: { seen, begun }, column, value }: Job): Promise<Outcome> => {
    const target = { bucket, type, id: seen.id, column };
    // What stood there was on its way to the server, and may have been refused.
    const outcome = await write(target, [begun, rawOf(valueOf(seen, column))], value);
    if (outcome.kind !== 'conflict') return outcome;
    const { who } = outcome;
    const theirs = quoted(outcome.theirs);
    // A question would take the focus from the cell that is edited now, and so end that edit.
    const asks = isHere.current && !editing.peek() && !layers.peek().length;
    const over = asks ? await decide(t('{field} was changed meanwhile', { field: column.title }),
      t('{who} made it {theirs}. Yours is {mine}. Cancel leaves theirs.', { who, theirs, mine: quoted(value) }), t('Save mine')) : null;
    if (over === null) throw new Error(t('{who} made it {theirs}.', { who, theirs }));
    return over ? write(target, [], value, true) : { kind: 'same' };
  };
  const refused = (job: Job, error: unknown) => {
    const { edit: { seen }, column, value } = job;
    if (newest(seen.id, column) !== job || !isTheirs()) return; // something else is written there by now
    const problem = refusal(error);
    const { row, column: place } = placeOf(job);
    const stands = document.activeElement?.matches(`[data-cell="${row}:${place}"]`);
    if (isHere.current && !editing.peek() && stands) return reopen(job, problem);
    const again = () => (isHere.current && !editing.peek() && placeOf(job).row >= 0 && placeOf(job).column ? reopen(job, problem) : carry(job));
    const text = `${t('{field} of “{title}” is not saved: {reason}', { field: column.title, title: seen.title, reason: problem })} ${t('Yours is {mine}.', { mine: whole(value) })}`;
    failures.current.push({ job, note: fail(text, t('Try again'), again, true) });
  };
  const carry = (job: Job) => {
    const { seen: { id } } = job.edit;
    for (const { note } of failures.current.filter((each) => same(each.job, id, job.column))) unsay(note);
    failures.current = failures.current.filter((each) => !same(each.job, id, job.column));
    const letGo = now.current.rows.hold();
    ++underWay;
    jobs.value = [...jobs.peek(), job];
    // One after the other, or the second would find what the first has written.
    const done = (chains.current.get(id) ?? Promise.resolve()).then(async () => {
      try {
        await after(await store(job), job.edit, job.column);
      } catch (error) {
        refused(job, error);
      }
      --underWay;
      jobs.value = jobs.peek().filter((each) => each !== job);
      letGo();
    });
    chains.current.set(id, done);
  };
  /** Nobody waits for the answer: what is typed next goes where the keyboard has gone. */
  const save = (edit: Edit, column: Column, value: unknown, then: Then) => {
    if (editing.peek() === edit) {
      close();
      if (then !== 'gone') props.done(then);
    }
    if (edit.refused || !equal(edit.begun, value)) carry({ edit, column, value });
  };
  const shown = (row: Row | undefined) => row && jobs.value.filter((each) => each.edit.seen.id === row.id).reduce((all, each) => withValue(all, each.column, each.value), row);
  const saving = (id: string) => jobs.value.filter((each) => each.edit.seen.id === id).map((each) => each.column.id).join(' ');
  return { editing, begin, save, leave, shown, saving };
}
