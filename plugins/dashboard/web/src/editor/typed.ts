// What stands in a form: what is typed, what it began with, and what is to be chosen between the two and what others wrote.
import { type Signal, signal } from '@preact/signals';
import type { Metafield } from '../api';
import { writeJson } from '../exact';
import { same } from '../same';
import { t } from '../text';
import { newId, type News, type Words } from './kept';
import { type Basics, type Conflict, everyField, type Field, fieldOf, type Form, isAbout, merge, placesOf, plain, put, shown, stillOpen } from './model';

export class Unfinished extends Error {
  constructor(readonly path: string, { type, title = '' }: Metafield) {
    super(type === 'number' || type === 'date' ? t('“{title}” is not complete yet. Correct it or empty it, then save again.', { title })
      : t('“{title}” is not JSON yet. Correct it or empty it, then save again.', { title }));
  }
}

const wordsOf = ({ path, theirs, unfinished = '' }: Pick<Conflict, 'path' | 'theirs' | 'unfinished'>): string => writeJson([path, unfinished, theirs]);

export abstract class Typed {
  readonly basics: { [name in keyof Basics]: Signal<Basics[name]> };
  readonly fields: Signal<Field[]> = signal([]);
  readonly dirty = signal(false);
  readonly conflicts: Signal<Conflict[]> = signal([]);
  readonly typedElsewhere: Signal<Conflict[]> = signal([]); // by this person, in another window, where something else stands here
  readonly touches = signal(0);
  protected readonly by = newId();
  // Words of other windows that were chosen against: there they stand until somebody decides there, too.
  private readonly declined = new Set<string>();
  /** What saves have sent and not heard of yet: each may be stored by now. */
  saving: Form[] = [];

  constructor(public begun: Form) {
    const { metafields, ...basics } = begun;
    this.basics = Object.fromEntries(Object.entries(basics).map(([name, value]) => [name, signal(value)])) as Typed['basics'];
    this.fields.value = metafields.map(fieldOf);
  }

  /** After each change. */
  abstract touched: () => void;
  /** As the type has it now: what is kept may be older. */
  protected abstract now(form: Form): Form;

  form(): Form {
    const basics = Object.fromEntries(Object.entries(this.basics).map(([name, each]) => [name, each.peek()])) as Basics;
    return structuredClone({ ...basics, metafields: this.fields.peek().map(plain) });
  }

  /** What the form holds, to be stored; JSON, a number or a date that is not finished is none. */
  complete(): Form {
    for (const { field, path } of everyField(this.fields.peek())) {
      if (!field.unfinished.peek()) continue;
      field.judged.value = true;
      throw new Unfinished(path, field.def);
    }
    return this.form();
  }

  /** Shows `form`, and leaves alone what is equal, so that nobody loses the place where they type. */
  show(form: Form): void {
    for (const name of Object.keys(this.basics) as (keyof Basics)[]) {
      (this.basics[name] as Signal<unknown>).value = form[name];
    }
    this.fields.value = shown(this.fields.peek(), form.metafields);
  }

  unsaved(): Words {
    return { form: this.form(), begun: this.begun, open: this.conflicts.peek(), ...(this.saving.length ? { saving: this.saving } : {}) };
  }

  // What stands there as this person's own save has sent it is nobody else's: what was typed after it is typed over it.
  protected baseOf({ begun, saving = [] }: Pick<Words, 'begun' | 'saving'>, stored: Form): Form {
    const base = structuredClone(this.now(begun));
    const now = placesOf(stored);
    for (const sent of saving) {
      for (const [path, { value }] of placesOf(this.now(sent))) if (same(now.get(path)?.value, value)) put(base, path, value, true);
    }
    return base;
  }

  // What this person keeps of the object in another window stands here too from now on, unless something else was typed here.
  protected join(news: News | null): void {
    if (!news) return;
    const theirs = merge(this.baseOf(news.theirs, this.begun), this.now(news.theirs.form), this.begun).form;
    const held = placesOf(this.form());
    for (const { path, value, unfinished } of placesOf(theirs).values()) {
      const own = held.get(path);
      if (own && this.declined.has(wordsOf({ path, theirs: value, unfinished }))) put(theirs, path, own.value, true, own.unfinished);
    }
    const merged = merge(news.known ? this.now(news.known) : this.begun, this.form(), theirs);
    this.show(merged.form);
    const displaced = merged.conflicts.map((each) => ({ ...each, elsewhere: news.theirs.by ?? 'another window' }));
    // What had displaced words there has done so here by now, unless this form's own stand here again.
    const isOwn = (each: Conflict) => each.elsewhere === this.by && displaced.some(({ path }) => path === each.path);
    const open = this.conflicts.peek();
    const others = (news.theirs.open ?? []).filter((each) => each.elsewhere && !isOwn(each) && !this.declined.has(wordsOf(each)) && !open.some((known) => isAbout(known, each)));
    if (!displaced.length && !others.length) return;
    this.typedElsewhere.value = displaced.length ? displaced : others;
    this.conflicts.value = stillOpen({ form: merged.form, conflicts: displaced }, [...open, ...others], this.begun);
  }

  /** `found`, and what was typed elsewhere: that is asked until one of the two is chosen. */
  protected toAsk(found: Conflict[]): void {
    const elsewhere = this.conflicts.peek().filter((each) => each.elsewhere);
    this.conflicts.value = stillOpen({ form: this.form(), conflicts: found }, elsewhere, this.begun);
  }

  // Over what is stored, and under what was typed since.
  protected lay({ form, open, ...words }: Words): void {
    const merged = merge(this.baseOf(words, this.begun), this.now(form), this.begun);
    const since = merge(this.begun, merged.form, this.form());
    for (const each of since.conflicts) put(since.form, each.path, each.theirs, true, each.unfinished);
    this.show(since.form);
    this.conflicts.value = stillOpen(merged, open ?? [], this.begun);
  }

  /** What is to be chosen, by what the form holds now: somebody may have typed since the choice was put off. */
  toChoose(): Conflict[] {
    return (this.conflicts.value = stillOpen({ form: this.form(), conflicts: [] }, this.conflicts.peek(), this.begun));
  }

  /** `theirs` take the place of what the form holds. */
  choose(theirs: Conflict[]): void {
    this.decline(this.conflicts.peek().filter((each) => each.elsewhere), theirs);
    this.putIn(theirs);
    this.conflicts.value = [];
    this.touched();
  }
  // Of each place all but what is chosen there.
  private decline(open: Conflict[], chosen: Conflict[]): void {
    const ours = placesOf(this.form());
    for (const each of open) {
      const own = ours.get(each.path);
      if (!own) continue;
      const mine = wordsOf({ path: each.path, theirs: own.value, unfinished: own.unfinished });
      const taken = chosen.find(({ path }) => path === each.path);
      this.declined.add(wordsOf(each)).add(mine).delete(taken ? wordsOf(taken) : mine);
    }
  }
  private putIn(theirs: Conflict[]): void {
    const form = this.form();
    for (const each of theirs) put(form, each.path, each.theirs, true, each.unfinished);
    this.show(form);
  }

  /** What was typed in another window takes the place of what stands here; what others did is still to be chosen. */
  takeOther(typed: Conflict[]): void {
    const open = this.conflicts.peek();
    this.decline(typed, typed);
    this.putIn(typed);
    this.conflicts.value = open.filter((each) => !typed.some((taken) => isAbout(taken, each)));
    this.touched();
  }
}
