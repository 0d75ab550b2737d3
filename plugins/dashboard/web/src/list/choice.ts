// Which rows are chosen: by id, so that a list that moves under them changes nothing.
import { signal } from '@preact/signals';
import type { Rows } from './rows';

export class Choice {
  readonly ids = signal<ReadonlySet<string>>(new Set());
  /** Everything that matches, also what is not loaded. */
  readonly all = signal(false);
  private from = -1;

  set(ids: Iterable<string>): void {
    this.ids.value = new Set(ids);
    this.all.value = false;
  }
  clear(): void {
    this.from = -1;
    if (this.ids.peek().size) this.set([]);
    this.all.value = false;
  }
  /** Turns one, or with `extend` makes all between the one turned last and this one as that one is. */
  turn(rows: Rows, index: number, extend = false): void {
    const id = rows.at(index)?.id;
    if (!id) return;
    const next = new Set(this.ids.peek());
    if (extend && this.from >= 0) {
      for (let at = Math.min(this.from, index); at <= Math.max(this.from, index); ++at) {
        const each = rows.at(at)?.id;
        if (each) next.add(each);
      }
    } else {
      if (!next.delete(id)) next.add(id);
      this.from = index;
    }
    this.set(next);
  }
  /** Shift with an arrow: from where it began to here, and nothing else of that stretch. */
  stretch(rows: Rows, before: number, now: number): void {
    if (this.from < 0) this.from = before;
    const next = new Set(this.ids.peek());
    const past = rows.at(before)?.id;
    if (past && Math.abs(now - this.from) < Math.abs(before - this.from)) next.delete(past);
    for (let at = Math.min(this.from, now); at <= Math.max(this.from, now); ++at) {
      const each = rows.at(at)?.id;
      if (each) next.add(each);
    }
    this.set(next);
  }
}
