// Which rows are chosen: by id, so that a list that moves under them changes nothing.
import { signal } from '@preact/signals';
import type { Rows } from './rows';

export class Choice {
  readonly ids = signal<ReadonlySet<string>>(new Set());
  /** Everything that matches, also what is not loaded. */
  readonly all = signal(false);
  private from = '';

  set(ids: Iterable<string>): void {
    this.ids.value = new Set(ids);
    this.all.value = false;
  }
  clear(): void {
    this.from = '';
    if (this.ids.peek().size) this.set([]);
    this.all.value = false;
  }
  /** Those that something was done to; what was chosen meanwhile stays. */
  remove(ids: Iterable<string>): void {
    const next = new Set(this.ids.peek());
    for (const id of ids) next.delete(id);
    if (next.size) this.set(next);
    else this.clear();
  }
  /** Turns one; with `extend`, all from the one turned last to this one become as this one does. */
  turn(rows: Rows, index: number, extend = false): void {
    const id = rows.at(index)?.id;
    if (!id) return;
    const next = new Set(this.ids.peek());
    const on = !next.has(id);
    const from = extend ? rows.indexOf(this.from) : -1;
    for (const each of between(rows, from < 0 ? index : from, index)) next[on ? 'add' : 'delete'](each);
    this.from = id;
    this.set(next);
  }
  /** Shift with an arrow: from where it began to here, and nothing else of that stretch. */
  stretch(rows: Rows, before: number, now: number): void {
    const past = rows.at(before)?.id;
    if (rows.indexOf(this.from) < 0) this.from = past ?? '';
    const from = rows.indexOf(this.from);
    const next = new Set(this.ids.peek());
    if (past && Math.abs(now - from) < Math.abs(before - from)) next.delete(past);
    for (const each of between(rows, from < 0 ? now : from, now)) next.add(each);
    this.set(next);
  }
}

const between = (rows: Rows, one: number, other: number): string[] =>
  Array.from({ length: Math.abs(one - other) + 1 }, (_, at) => rows.at(Math.min(one, other) + at)?.id ?? '').filter(Boolean);
