// What happens around the edit of a cell: it opens, it is written, somebody else was faster, it is taken back.
import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { type ObjectType, wordsOf } from '../api';
import { confirm } from '../dialog';
import { brief } from '../editor/model';
import { clearErrors, fail, say } from '../messages';
import { t } from '../text';
import { equal, type Outcome, type Reach, rawOf, write } from './edit';
import { type Column, valueOf } from './fields';
import type { Row, Rows } from './rows';

/** Where the keyboard goes after it: on with the cell or its neighbour, or to where it has gone already. */
export type Then = 'stay' | 'next' | 'before' | 'gone';
export type Cells = {
  editing: Signal<{ row: number; column: number } | null>;
  begin: (row: number, column: number) => void;
  save: (row: Row, column: Column, value: unknown, then: Then) => Promise<void>;
  leave: () => void;
};
type Props = { bucket: string; type: ObjectType; rows: Rows; columns: Column[]; done: (then: Then) => void };

function told(reach: Reach, field: string, title: string): string {
  if (reach === 'live') return t('{field} of “{title}” is saved, and readers see it.', { field, title });
  if (reach === 'prepared') return t('{field} of “{title}” is saved in the draft over it.', { field, title });
  return t('{field} of “{title}” is saved.', { field, title });
}
const quoted = (value: unknown): string => (brief(value) ? `“${brief(value).slice(0, 200)}”` : t('empty'));

export function useCells({ bucket, type, rows, columns, done }: Props): Cells {
  const editing = useSignal<{ row: number; column: number } | null>(null);
  const release = useRef<(() => void) | null>(null);
  const opened = useRef<Row | null>(null); // as it was seen when the edit began
  const close = () => {
    editing.value = opened.current = null;
    release.current?.();
    release.current = null;
  };
  useEffect(() => close, [rows]);
  const begin = (row: number, place: number) => {
    const column = columns[place - 1];
    if (!column?.editable || !rows.at(row)) return;
    release.current ??= rows.hold();
    opened.current = rows.at(row)!;
    editing.value = { row, column: place };
  };
  const leave = () => {
    close();
    done('stay');
  };
  const after = async (outcome: Outcome, id: string, column: Column, undone = false) => {
    if (outcome.kind === 'same') return;
    if (outcome.kind === 'conflict') {
      return fail(t('It stays as it is: {who} changed {field} after you, to {theirs}.', { who: outcome.who, field: column.title, theirs: quoted(outcome.theirs) }));
    }
    const back = async () => {
      try {
        await after(await outcome.undo(), id, column, true);
      } catch (error) {
        fail(wordsOf(error));
      }
    };
    await rows.renew(id).catch(() => undefined);
    if (undone) say(t('{field} of “{title}” is as before.', { field: column.title, title: outcome.title }));
    else say(told(outcome.reach, column.title, outcome.title), t('Undo'), () => void back());
  };
  const save = async (row: Row, column: Column, value: unknown, then: Then) => {
    const before = rawOf(valueOf(opened.current?.id === row.id ? opened.current : row, column));
    if (equal(before, value)) {
      close();
      if (then !== 'gone') done(then);
      return;
    }
    clearErrors();
    const target = { bucket, type, id: row.id, column };
    let outcome = await write(target, before, value);
    if (outcome.kind === 'conflict') {
      const { who, theirs } = outcome;
      const mine = await confirm(t('{field} was changed meanwhile', { field: column.title }),
        t('{who} made it {theirs}. Yours is {mine}. Cancel leaves theirs.', { who, theirs: quoted(theirs), mine: quoted(value) }), t('Save mine'), false);
      outcome = mine ? await write(target, before, value, true) : { kind: 'same' };
      await rows.renew(row.id).catch(() => undefined);
    }
    close();
    if (then !== 'gone') done(then);
    await after(outcome, row.id, column);
  };
  return { editing, begin, save, leave };
}
