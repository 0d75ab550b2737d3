// The grid: a window of rows over all of them, and a keyboard that walks it.
import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { ObjectType } from '../api';
import { address, go, setQuery } from '../router';
import { t } from '../text';
import type { Choice } from './choice';
import { type Column, tickWidth } from './fields';
import { Line } from './line';
import type { Rows } from './rows';
import { useCells } from './saving';

/** A row is as high as two lines of this text, so that a bigger text of the browser keeps its room. */
export const rowHeight = Math.round(parseFloat(getComputedStyle(document.documentElement).fontSize) * 2.8);
const step = 8;

/** The cell that has the keyboard; `id` is its object, which it stays with when the rows move. */
export type Place = { row: number; column: number; id?: string | undefined };

type Props = {
  bucket: string; type: ObjectType; columns: Column[]; rows: Rows; choice: Choice; order: string;
  move: (by: number) => void;
  /** Puts a row beside another; where the order is not by hand there is none. */
  drop?: ((id: string, side: 'before' | 'after', beside: string) => Promise<void>) | undefined;
  at: Signal<Place>;
};

function Heading({ column, order }: { column: Column; order: string }) {
  if (!column.sortable) return <th scope="col" data-kind={column.kind}>{column.title}</th>;
  const sorted = order === column.id ? 'ascending' : order === `-${column.id}` ? 'descending' : undefined;
  const turn = () => setQuery({ order_by: sorted === 'ascending' ? `-${column.id}` : column.id });
  return (
    <th scope="col" data-kind={column.kind} aria-sort={sorted}>
      <button type="button" class="sort" onClick={turn}>{column.title}<span aria-hidden="true">{sorted === 'ascending' ? ' ↑' : sorted ? ' ↓' : ''}</span></button>
    </th>
  );
}

/** Which rows are drawn: steps of some, so that most frames of a scroll draw nothing, and the row that has the keyboard. */
function useWindow(rows: Rows, total: number) {
  const box = useRef<HTMLDivElement>(null);
  const view = useSignal({ from: 0, size: 32 });
  const measure = () => {
    const element = box.current;
    if (!element) return;
    const from = Math.max(0, Math.floor(element.scrollTop / rowHeight / step) * step - step);
    const size = Math.min(56, Math.ceil(element.clientHeight / rowHeight / step) * step + 3 * step);
    const before = view.peek();
    if (from !== before.from || size !== before.size) view.value = { from, size };
  };
  useEffect(() => {
    measure();
    addEventListener('resize', measure);
    return () => removeEventListener('resize', measure);
  }, []);
  const from = Math.max(0, Math.min(view.value.from, total - view.value.size));
  const to = Math.min(total, from + view.value.size);
  useEffect(() => rows.need(from, to, Math.floor((box.current?.scrollTop ?? 0) / rowHeight)), [rows, from, to]);
  useEffect(() => {
    rows.moved = (before, now) => {
      box.current!.scrollTop += (now - before) * rowHeight;
      measure();
    };
  }, [rows]);
  const reveal = (row: number) => {
    const element = box.current!;
    const head = element.querySelector('thead')!.offsetHeight;
    const top = row * rowHeight;
    const low = top + rowHeight - (element.clientHeight - head);
    if (top < element.scrollTop) element.scrollTop = top;
    else if (low > element.scrollTop) element.scrollTop = low;
    measure();
  };
  return { box, from, to, measure, reveal };
}

/** A row that is dragged: which one, over which row, on which side of it. */
function useDragging(rows: Rows, drop: Props['drop']) {
  const taken = useRef('');
  const over = useSignal<{ id: string; side: 'before' | 'after' } | null>(null);
  const rowOf = (event: Event) => {
    const index = (event.target as HTMLElement).closest('tbody tr')?.querySelector<HTMLElement>('[data-cell]')?.dataset.cell?.split(':')[0];
    return index === undefined ? undefined : rows.at(Number(index));
  };
  const begin = (event: DragEvent) => {
    const row = drop && rowOf(event);
    if (!row || !event.dataTransfer) return;
    taken.current = row.id;
    event.dataTransfer.effectAllowed = 'move';
    event.dataTransfer.setData('text/plain', row.title);
  };
  const move = (event: DragEvent) => {
    const row = taken.current ? rowOf(event) : undefined;
    if (!row) return;
    event.preventDefault();
    const box = (event.target as HTMLElement).closest('tr')!.getBoundingClientRect();
    const side = event.clientY < box.top + box.height / 2 ? 'before' : 'after';
    const before = over.peek();
    if (before?.id !== row.id || before.side !== side) over.value = { id: row.id, side };
  };
  const end = () => {
    taken.current = '';
    over.value = null;
  };
  const put = (event: DragEvent) => {
    const [id, where] = [taken.current, over.peek()];
    end();
    if (!id || !where || !drop) return;
    event.preventDefault();
    if (where.id !== id) void drop(id, where.side, where.id);
  };
  return { over, handlers: drop ? { onDragStart: begin, onDragOver: move, onDragEnd: end, onDrop: put } : {} };
}

export function Table({ bucket, type, columns, rows, choice, order, move, drop, at }: Props) {
  rows.round.value;
  const total = rows.total.value ?? 0;
  const { box, from, to, measure, reveal } = useWindow(rows, total);
  const focusing = useRef<'' | 'walks' | 'stays'>('');
  const last = columns.length;
  const row = Math.max(0, Math.min(at.value.row, total - 1));
  const column = Math.min(at.value.column, last);
  const cellAt = () => box.current?.querySelector<HTMLElement>(`[data-cell="${at.peek().row}:${at.peek().column}"]`);
  const stand = (atRow: number, atColumn: number) => (at.value = { row: atRow, column: atColumn, id: rows.at(atRow)?.id });
  const walk = (nextRow: number, nextColumn: number) => {
    const before = at.peek();
    stand(Math.max(0, Math.min(nextRow, total - 1)), Math.max(0, Math.min(nextColumn, last)));
    focusing.current = 'walks';
    reveal(at.peek().row);
    if (before.row === at.peek().row && before.column === at.peek().column) cellAt()?.focus({ preventScroll: true });
  };
  const { over, handlers } = useDragging(rows, drop);
  const under = over.value;
  const cells = useCells({ bucket, type, rows, columns, done: (then) => walk(at.peek().row, at.peek().column + (then === 'next' ? 1 : then === 'before' ? -1 : 0)) });
  const focused = !!document.activeElement?.closest('tbody [data-cell]'); // still: the row at the end may go
  useLayoutEffect(() => {
    const { id } = at.peek();
    const here = rows.at(row)?.id;
    if (id === here && row === at.peek().row) return;
    const now = id ? rows.indexOf(id) : -1;
    if (now < 0 && !here) return;
    if (focused) focusing.current ||= 'stays';
    stand(now < 0 ? row : now, column);
  });
  useLayoutEffect(() => {
    if (!focusing.current) return;
    const cell = cellAt();
    if (!cell) return;
    cell.focus({ preventScroll: true });
    if (focusing.current === 'walks') cell.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    focusing.current = '';
  });
  const open = () => {
    const found = rows.at(row);
    if (found) void go(address(bucket, 'objects', type.slug, found.id));
  };
  const keys = (event: KeyboardEvent) => {
    if ((event.target as HTMLElement).closest('thead')) return;
    const page = Math.max(1, Math.floor((box.current!.clientHeight - rowHeight) / rowHeight) - 1);
    const all = event.ctrlKey || event.metaKey;
    const down = (by: number) => {
      if (event.altKey) return move(by);
      const next = Math.max(0, Math.min(row + by, total - 1));
      if (event.shiftKey) choice.stretch(rows, row, next);
      walk(next, column);
    };
    const forward = getComputedStyle(box.current!).direction === 'rtl' ? -1 : 1;
    const actions: Record<string, (() => void) | undefined> = {
      ArrowDown: () => down(1), ArrowUp: () => down(-1), PageDown: () => down(page), PageUp: () => down(-page),
      ArrowRight: () => walk(row, column + forward), ArrowLeft: () => walk(row, column - forward),
      Home: () => walk(all ? 0 : row, 0), End: () => walk(all ? total - 1 : row, last),
      ' ': () => choice.turn(rows, row, event.shiftKey),
      a: all ? () => choice.set(rows.loaded().map((each) => each.id)) : undefined,
      Enter: () => (column === 1 ? open() : column === 0 ? choice.turn(rows, row) : cells.begin(row, column)),
      F2: () => cells.begin(row, column),
      Escape: choice.ids.peek().size ? () => choice.clear() : undefined,
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  };
  const clicked = (event: MouseEvent) => {
    const cell = (event.target as HTMLElement).closest<HTMLElement>('[data-cell]');
    if (!cell || (event.target as HTMLElement).closest('.celleditor')) return;
    const [toRow, toColumn] = cell.dataset.cell!.split(':').map(Number) as [number, number];
    stand(toRow, toColumn);
    if (event.type === 'dblclick') return cells.begin(toRow, toColumn);
    if ((event.target as HTMLElement).matches('input')) return choice.turn(rows, toRow, event.shiftKey);
    const link = (event.target as HTMLElement).closest('a');
    if (!link) return cell.focus({ preventScroll: true });
    if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void go(link.getAttribute('href')!);
  };
  const here = rows.loaded();
  const ids = choice.ids.value;
  const allHere = useMemo(() => here.length > 0 && here.every((each) => ids.has(each.id)), [rows.round.value, ids]);
  const shown = Array.from({ length: to - from }, (_, index) => from + index);
  if (total && row < from) shown.unshift(row);
  if (total && row >= to) shown.push(row);
  const width = tickWidth + columns.reduce((sum, each) => sum + each.width, 0);
  const editing = cells.editing.value;
  const lines = shown.flatMap((index, place) => {
    const gap = index - (place ? shown[place - 1]! + 1 : 0);
    const found = cells.shown(rows.at(index));
    const line = <Line key={index} {...{ bucket, type, columns, index, cells }} row={found} chosen={!!found && ids.has(found.id)}
      active={index === row ? column : -1} editing={editing?.row === index ? editing : null}
      marked={!!found && rows.marked.value.has(found.id)} saving={found ? cells.saving(found.id) : ''} drags={!!drop} side={under && found?.id === under.id ? under.side : ''} />;
    return gap ? [<Gap key={`to ${index}`} rows={gap} columns={last + 1} />, line] : [line];
  });
  const rest = total - 1 - (shown[shown.length - 1] ?? total - 1);
  return (
    <div class="list" ref={box} role="region" aria-label={type.title} onScroll={measure} style={{ '--row': `${rowHeight}px` }}>
      <table role="grid" aria-label={type.title} aria-rowcount={total + 1} aria-colcount={last + 1} aria-multiselectable="true"
        aria-describedby="list-keys" onKeyDown={keys} onClick={clicked} onDblClick={clicked} {...handlers} style={{ minWidth: `${width}px` }}>
        <colgroup><col class="tick" />{columns.map((each, index) => <col key={each.id} style={index ? { width: `${each.width}px` } : undefined} />)}</colgroup>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" class="tick"><input type="checkbox" aria-label={t('Choose all that are loaded')} checked={allHere}
              onChange={(event) => choice.set(event.currentTarget.checked ? here.map((each) => each.id) : [])} /></th>
            {columns.map((each) => <Heading key={each.id} column={each} order={order} />)}
          </tr>
        </thead>
        <tbody>{lines}{rest > 0 && <Gap key="rest" rows={rest} columns={last + 1} />}</tbody>
      </table>
      <p id="list-keys" hidden>{t('Arrows move, Space chooses, Enter opens a title and edits another cell, F2 edits.')}</p>
    </div>
  );
}

const Gap = ({ rows, columns }: { rows: number; columns: number }) => (
  <tr aria-hidden="true" class="gap"><td class="space" colSpan={columns} style={{ height: `${rows * rowHeight}px` }} /></tr>
);
