// Which columns are shown, in which order. The address has them, and this computer keeps them for the type.
import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { setQuery } from '../router';
import { t } from '../text';
import { type Column, usualColumns } from './fields';

const keyOf = (bucket: string, type: string) => `inkwell:columns:${bucket}:${type}`;

export function kept(bucket: string, type: string): string | null {
  try {
    return localStorage.getItem(keyOf(bucket, type));
  } catch {
    return null;
  }
}

/** The columns of a text such as "status,metadata.price", in its order; without one the usual ones. */
export function chosenColumns(all: Column[], text: string | null): Column[] {
  if (text === null) return usualColumns(all);
  return text.split(',').flatMap((id) => all.find((each) => each.id === id && !each.many) ?? []);
}

export function Columns({ bucket, type, all, chosen }: { bucket: string; type: string; all: Column[]; chosen: Column[] }) {
  const list = useRef<HTMLDivElement>(null);
  const touched = useRef('');
  const put = (next: Column[], column: Column) => {
    touched.current = column.id;
    const text = next.map((each) => each.id).join() || 'none';
    try {
      localStorage.setItem(keyOf(bucket, type), text);
    } catch {
      // A browser that keeps nothing: the address has them.
    }
    setQuery({ columns: text });
  };
  const usual = () => {
    localStorage.removeItem(keyOf(bucket, type));
    setQuery({ columns: undefined });
  };
  const move = (from: number, to: number) => {
    const next = [...chosen];
    const [column] = next.splice(from, 1);
    next.splice(to, 0, column!);
    put(next, column!);
  };
  const others = all.filter((each) => !each.many && !chosen.includes(each));
  const open = useSignal(false);
  // A column stands elsewhere now, and what was pressed is gone or can be pressed no more: its check box has the focus.
  useLayoutEffect(() => {
    const at = document.activeElement;
    if (touched.current && (!list.current?.contains(at) || at?.matches(':disabled'))) list.current?.querySelector<HTMLElement>(`[name="${touched.current}"]`)?.focus();
    touched.current = '';
  }, [chosen]);
  return (
    <details class="more" onToggle={(event) => (open.value = event.currentTarget.open)}>
      <summary>{t('Columns')}</summary>
      {open.value && <div class="menu columns" ref={list}>
        <ol aria-label={t('Columns that are shown')}>
          {chosen.map((column, index) => (
            <li key={column.id}>
              <label class="choice"><input type="checkbox" name={column.id} checked onChange={() => put(chosen.filter((each) => each !== column), column)} />{column.title}</label>
              <button type="button" class="quiet" disabled={index === 0} aria-label={t('Move {field} forward', { field: column.title })} onClick={() => move(index, index - 1)}>↑</button>
              <button type="button" class="quiet" disabled={index === chosen.length - 1} aria-label={t('Move {field} back', { field: column.title })} onClick={() => move(index, index + 1)}>↓</button>
            </li>
          ))}
        </ol>
        {others.map((column) => (
          <label key={column.id} class="choice"><input type="checkbox" name={column.id} checked={false} onChange={() => put([...chosen, column], column)} />{column.title}</label>
        ))}
        <button type="button" class="quiet small" onClick={usual}>{t('Usual columns')}</button>
      </div>}
    </details>
  );
}
