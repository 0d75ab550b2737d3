// What happens around the edit of a cell: it opens, it is written, somebody else was faster, it is taken back.
import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { type ObjectType, wordsOf } from '../api';
import { confirm } from '../dialog';
import { brief } from '../editor/model';
import { clearErrors, fail, say } from '../messages';
import { t } from '../text';
import { refusal } from './cell';
import { equal, type Outcome, type Reach, rawOf, write } from './edit';
import { type Column, valueOf } from './fields';
import type { Row, Rows } from './rows';

/** Where the keyboard goes after it: on with the cell or its neighbour, or to where it has gone already. */
export type Then = 'stay' | 'next' | 'before' | 'gone';
/** A cell that is edited: its place, and its row as it was seen when that began. */
export type Edit = { row: number; column: number; seen: Row };
export type Cells = {
  editing: Signal<Edit | null>;
  begin: (row: number, column: number) => void;
  save: (edit: Edit, column: Column, value: unknown, then: Then) => Promise<void>;
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
  const editing = useSignal<Edit | null>(null);
  const release = useRef<(() => void) | null>(null);
  const close = () => {
    editing.value = null;
    release.current?.();
    release.current = null;
  };
  useEffect(() => close, [rows]);
  const begin = (row: number, place: number) => {
    const seen = rows.at(row);
    const before = editing.peek();
    if (!columns[place - 1]?.editable || !seen || (before?.row === row && before.column === place)) return;
    release.current ??= rows.hold();
    editing.value = { row, column: place, seen };
  };
  /** Another cell may have been opened while this one was saved: that one stays open. */
  const end = (edit: Edit, then: Then) => {
    if (editing.peek() !== edit) return;
    close();
    if (then !== 'gone') done(then);
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
  const store = async ({ seen }: Edit, column: Column, value: unknown, stays: () => boolean): Promise<Outcome> => {
    const before = rawOf(valueOf(seen, column));
    const target = { bucket, type, id: seen.id, column };
    const outcome = await write(target, before, value);
    if (outcome.kind !== 'conflict') return outcome;
    const { who } = outcome;
    const [theirs, mine] = [quoted(outcome.theirs), quoted(value)];
    // A question would take the focus from the cell that is edited now, and so end that edit.
    if (!stays()) throw new Error(t('{who} made it {theirs}. Yours is {mine}.', { who, theirs, mine }));
    const over = await confirm(t('{field} was changed meanwhile', { field: column.title }),
      t('{who} made it {theirs}. Yours is {mine}. Cancel leaves theirs.', { who, theirs, mine }), t('Save mine'), false);
    const settled: Outcome = over ? await write(target, before, value, true) : { kind: 'same' };
    await rows.renew(seen.id).catch(() => undefined);
    return settled;
  };
  const save = async (edit: Edit, column: Column, value: unknown, then: Then) => {
    const { seen } = edit;
    if (equal(rawOf(valueOf(seen, column)), value)) return end(edit, then);
    clearErrors();
    const stays = () => editing.peek() === edit;
    try {
      const outcome = await store(edit, column, value, stays);
      end(edit, then);
      await after(outcome, seen.id, column);
    } catch (error) {
      if (stays()) throw error;
      fail(t('{field} of “{title}” is not saved: {reason}', { field: column.title, title: seen.title, reason: refusal(error) }));
    }
  };
  return { editing, begin, save, leave };
}
