// One object that is edited: what was read, what is typed, and how the two are stored.
import { type Signal, signal } from '@preact/signals';
import { ApiError, ask, bucketPath, type Content, get, type ObjectType, type Problem, search, session, signedInAgain, toldToWebhooks } from '../api';
import { later } from '../load';
import { same } from '../same';
import { t } from '../text';
import { Creation, type Made } from './creation';
import { withChosen } from './defined';
import { Drafts, originOf } from './drafts';
import { KeptHere, KeptThere, type Words } from './kept';
import { countOf, type Form, formBy, formOf, merge } from './model';
import { rekeyed, rekeyFields, rekeyValues } from './rekeyed';
import { Typed } from './typed';

type As = 'draft' | 'publish' | 'unpublish';
type Stored = { object: Content | null; version: string; live: boolean; form: Form };
export type Status = 'new' | 'draft' | 'published';

const onScreen = new Set<Editing>();

export class Editing extends Typed {
  readonly object: Signal<Content | null> = signal(null);
  readonly live = signal(false); // readers see it
  readonly hasDraft = signal(false); // and a draft is prepared over it
  readonly gone = signal(false); // somebody has deleted it
  readonly keeping = signal(''); // what autosave says
  readonly saves: Signal<'' | As> = signal(''); // until it is stored
  readonly unkept = signal(false); // neither the browser nor the server has taken it
  readonly problems: Signal<Problem[]> = signal([]);
  /** What readers saw until the last publishing or unpublishing, if anything, what took its place, since which version, and when that was to. */
  last: { seen: Form | null; now: Form; version: string; planned: number | null } | null = null;
  version = '';
  private id: string;
  // A computer may fail while somebody types on and on.
  private readonly keepLater = later(900, () => {
    if (this.isLeft) return;
    if (!this.underWay) return void this.keep();
    // One at a time: on a slow line they would pile up, and a save waits for them.
    this.keepHere();
    this.keepLater();
  }, 2500);
  private underWay = 0; // autosaves
  private isBehind = false; // somebody else has saved since the version by which the next save asks
  readonly arriving = new Set<Promise<string[]>>(); // files for its fields; each answers the names of what did not come
  isLeft = false;
  isRemoved = false;
  private keptTouches = 0; // those that are kept somewhere
  private sentTouches = -1; // those that the server has
  private sending: Promise<unknown> = Promise.resolve(); // the autosaves that are on their way
  private creation: Creation;
  private readonly person = session.peek()?.user.id ?? ''; // after a sign-out what was typed is still theirs
  private readonly here: KeptHere;
  private readonly there: KeptThere;
  readonly drafts: Drafts;

  /** `inside` is a form in front of another one, `draft` the key of a new object that is gone on with, `title` what one begins with. */
  constructor(readonly bucket: string, public type: ObjectType, id: string, inside = false, private readonly draft = '', private readonly title = '') {
    super(formOf({ title }, type));
    this.id = id;
    this.here = new KeptHere(this.by, this.keyOf(id));
    this.there = new KeptThere(this.by);
    this.creation = new Creation(bucket);
    this.drafts = new Drafts(this.keyOf('new-'), type.slug, inside);
  }

  get status(): Status {
    if (this.id === 'new') return 'new';
    return this.live.value ? 'published' : 'draft';
  }
  get path(): string {
    return `${bucketPath(this.bucket)}/objects/${encodeURIComponent(this.id)}`;
  }
  private keyOf(object: string): string {
    return `inkwell:${this.bucket}:${this.person}:${object}`;
  }

  override touched = (): void => {
    this.dirty.value = true;
    this.keeping.value = '';
    this.touches.value = this.touches.peek() + 1;
    this.keepLater();
  };

  protected override now(form: Form): Form {
    return formBy(this.type, form);
  }

  private async fetch(): Promise<Stored> {
    const [any, readers] = await Promise.all([
      this.hear(ask<{ object: Content }>(`${this.path}?status=any&show_metafields=true&depth=0`)),
      // By a query: readers who see nothing are no error.
      get<{ objects: Content[] }>(`${bucketPath(this.bucket)}/objects${search({ query: { id: this.id }, props: 'id,unpublish_at', total: false })}`)
        .then((data) => data.objects[0]),
    ]);
    // A draft that is prepared over the object has no end; the object's own is still to come.
    const object = readers ? { ...any.data.object, unpublish_at: readers.unpublish_at } : any.data.object;
    // Of what is published already a program may have left the time.
    if (object.status === 'published') object.publish_at = null;
    // The two are not read at one time: it may have been published or unpublished in between.
    return { object, version: any.version, live: !!readers || object.status === 'published', form: formOf(object, this.type) };
  }
  private take({ object, version, live, form }: Stored): Form {
    this.object.value = object;
    this.version = version;
    this.isBehind = false;
    this.live.value = live;
    this.hasDraft.value = live && object?.status === 'draft';
    return form;
  }
  async read(): Promise<Form> {
    return this.take(await this.fetch());
  }
  private async hear<T>(read: Promise<T>): Promise<T> {
    try {
      const answer = await read;
      this.gone.value = false;
      return answer;
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) {
        this.gone.value = true;
        this.keptTouches = -1; // what the server kept of it went along
        if (this.dirty.peek()) this.keepLater();
      }
      throw error;
    }
  }

  /** Reads the object, and lays over it what this person typed and did not save. Answers whether there was something. */
  async open(): Promise<boolean> {
    const isBack = await this.begin();
    if (!this.isLeft) onScreen.add(this);
    return isBack;
  }
  private async begin(): Promise<boolean> {
    if (this.id === 'new') this.here.key = await this.drafts.begin(this.draft);
    else {
      try {
        this.begun = await this.read();
      } catch (error) {
        if (!this.gone.peek() || !this.layGone()) throw error;
        return true;
      }
      this.show(this.begun);
    }
    const kept = await this.kept();
    const [first, second] = kept.filter(({ form, open }) => !same(this.now(form), this.begun) || open?.some((each) => each.elsewhere));
    if (!first) {
      if (kept.length) void this.forget();
      return false;
    }
    this.lay(first);
    if (second) this.join({ theirs: second, known: null });
    this.dirty.value = true;
    void this.settle();
    return this.dirty.peek();
  }

  // What this browser keeps of an object that is no more; the server keeps nothing of it.
  private layGone(): boolean {
    const kept = this.here.read();
    if (!kept) return false;
    this.begun = this.now(kept.object.begun);
    this.show(this.now(kept.object.form));
    return (this.dirty.value = true);
  }
  /** What stands here is no longer about the object that was deleted: the next save makes a new one. */
  async beginAnew(): Promise<void> {
    this.here.forget();
    this.id = 'new';
    this.version = '';
    this.creation = new Creation(this.bucket);
    this.begun = formOf({}, this.type);
    this.here.key = await this.drafts.begin('', false);
    this.take({ object: null, version: '', live: false, form: this.begun });
    this.gone.value = false;
    this.touched();
  }

  /** What was discarded, as unsaved() answered it before. */
  bringBack(typed: Words): void {
    this.lay(typed);
    this.touched();
    // On this computer alone: it would reach the server behind what the next form keeps or discards there.
    if (this.isLeft && !this.keepHere()) void this.keep();
  }
  /** The form in which one goes on with the same by now, this one or a later one. */
  get shown(): Editing | undefined {
    return [...onScreen].find((each) => each.here.key === this.here.key);
  }

  // Not by the time: the clocks of two computers differ, and each may have words that the other one does not have.
  private async kept(): Promise<Words[]> {
    const here = this.here.read()?.object;
    const kept = this.id === 'new' ? null : await this.there.read(`${this.path}/autosave`);
    const there = kept?.object;
    if (there && (!here || here.sent)) {
      this.sentTouches = 0;
      return [there];
    }
    if (!here) return [];
    return !there || here.by === there.by || here.over === kept?.saved_at ? [here] : [here, there];
  }

  /** At once on this machine, then on the server. */
  async keep(): Promise<void> {
    if (this.isSettled()) return this.settle();
    const touches = this.touches.peek();
    const here = this.keepHere();
    const version = this.version ? Number(this.version) : null;
    if (this.id === 'new') return this.keptHere(here, true);
    this.keeping.value = t('Keeping…');
    const sending = this.sending.then(() => this.there.put(`${this.path}/autosave`, version, (news) => {
      this.join(news);
      return this.unsaved();
    }));
    this.sending = sending.catch(() => undefined);
    ++this.underWay;
    try {
      await sending;
      this.keptTouches = Math.max(touches, this.keptTouches);
      this.unkept.value = false;
      this.sentTouches = Math.max(touches, this.sentTouches);
      if (touches === this.touches.peek()) {
        this.here.sent(this.keptWords());
        this.keeping.value = here ? t('Your changes are kept') : t('Your changes are kept on the server; this browser is full');
      }
    } catch (error) {
      const answered = error instanceof ApiError && error.status > 0;
      this.keptHere(here, answered);
      const again = () => this.dirty.peek() && this.keepLater();
      if (!answered) setTimeout(again, 3000);
      else if (error.status === 429 || error.status === 503) setTimeout(again, 5000); // it is only busy
      else if (error.status === 401) signedInAgain(again);
    } finally {
      --this.underWay;
    }
  }
  // At the most.
  private keptHere(isKept: boolean, answered: boolean): void {
    this.unkept.value = !isKept;
    if (isKept) this.keeping.value = answered ? t('Kept on this computer') : t('The server does not answer: kept on this computer');
    else this.keeping.value = answered ? t('Kept nowhere') : t('The server does not answer: kept nowhere');
  }
  /** The form is gone. What it held is kept once, and not later: that would take the place of what the next form has kept or discarded. */
  leave(): void {
    this.isLeft = true;
    onScreen.delete(this);
    this.drafts.end();
    if (this.dirty.peek() && this.keptTouches !== this.touches.peek()) void this.keep();
  }
  /** Answers whether the browser has kept it. */
  keepHere = (): boolean => {
    if (!this.dirty.peek()) return true;
    const news = this.here.news();
    if (news) this.sentTouches = -1;
    this.join(news);
    return this.here.put(this.keptWords());
  };
  private keptWords(): Words {
    const type = this.id === 'new' ? { type: originOf(this.type) } : {};
    return { ...this.unsaved(), ...type, over: this.there.at, sent: this.sentTouches === this.touches.peek() };
  }
  /** Who leaves now loses what was typed. */
  isAtRisk(): boolean {
    return this.dirty.peek() && this.keptTouches !== this.touches.peek() && !this.keepHere();
  }
  async forget(): Promise<void> {
    this.keepLater.cancel();
    this.here.forget();
    this.dirty.value = false;
    this.unkept.value = false;
    await this.sending; // arriving later it would bring back what was forgotten
    if (this.dirty.peek()) return; // typed meanwhile: the next autosave takes its place
    this.keeping.value = '';
    // What is typed next is put there after that.
    if (this.id !== 'new') await (this.sending = this.there.forget(`${this.path}/autosave`));
  }
  // What was typed back, or is stored by now, is not unsaved.
  private isSettled(): boolean {
    return !this.saving.length && !this.conflicts.peek().length && same(this.form(), this.begun);
  }
  /** Whether a save of the draft would store what is stored already. Fields that the type has got since come into the object by a save. */
  get isStored(): boolean {
    const object = this.object.peek();
    if (!object || this.gone.peek() || this.isBehind || !this.isSettled()) return false;
    return (object.locale ?? null) === this.begun.locale && countOf(object.metafields ?? []) === countOf(this.begun.metafields);
  }
  async settle(): Promise<void> {
    if (!this.isSettled()) return;
    if (!this.isBehind) return this.forget();
    // What was typed over what somebody else has saved is typed back: theirs is shown now.
    await this.refresh(true).catch(() => void setTimeout(() => this.dirty.peek() && this.keepLater(), 3000));
  }
  // What was typed is gone, and with it what was to be chosen and what was refused.
  private async drop(): Promise<void> {
    this.conflicts.value = [];
    this.problems.value = [];
    this.show(this.begun);
    await this.forget();
  }
  async revert(): Promise<void> {
    await this.drop();
    // Theirs may be newer than what this form began with.
    if (this.id !== 'new') await this.refresh().catch(() => undefined);
  }

  private body(form: Form): Record<string, unknown> {
    const { slug, locale, ...rest } = form;
    return { ...rest, metafields: withChosen(rest.metafields), ...(slug ? { slug } : {}), ...(this.type.localization && locale ? { locale } : {}) };
  }

  /** What stands in the form, as a new object that is the same thing in another language. */
  inLanguage(locale: string): Record<string, unknown> {
    const body = this.body({ ...this.complete(), slug: this.object.peek()!.slug, locale });
    return { ...body, ...toldToWebhooks, type: this.type.slug, status: 'draft' };
  }

  /** Answers the version that the object has by this. */
  private async write(as: As, form: Form, publishAt: number | null): Promise<string> {
    const body = this.body(form);
    if (this.id === 'new') {
      const status = as === 'publish' ? 'published' : 'draft';
      const made = await this.creation.send({ form, body: { ...body, ...toldToWebhooks, type: this.type.slug, status } });
      this.become(made);
      return made.version;
    }
    if (as === 'draft' && this.live.peek()) {
      return this.prepare(body, this.version);
    }
    // By hand ends what was scheduled: it would go out again by itself.
    const status = as === 'draft' ? {} : { status: as === 'publish' ? 'published' : 'draft', publish_at: publishAt };
    return (await ask(this.path, { method: 'PATCH', body: { ...body, ...status, ...toldToWebhooks, keep_revision: true }, version: this.version })).version;
  }

  private become({ id, version }: Made): void {
    this.here.forget();
    this.drafts.end(true);
    this.id = id;
    this.here.key = this.keyOf(id);
    this.version = version;
  }
  private async takeUp(): Promise<string[]> {
    const made = await this.creation.find();
    if (!made) return [];
    this.become(made);
    return this.goOn(made.form, await this.fetch(), made.version);
  }

  /**
   * Answers the fields of others that were taken over, or null where this person must choose first. `publishAt` is the schedule that an
   * undone publishing had ended.
   */
  async save(as: As, publishAt: number | null = null): Promise<string[] | null> {
    this.keepLater.cancel();
    this.problems.value = [];
    this.saves.value = as;
    const taken = await this.store(as, publishAt).finally(() => (this.saves.value = ''));
    if (taken && !this.dirty.peek()) await this.forget();
    return taken;
  }
  private async store(as: As, publishAt: number | null): Promise<string[] | null> {
    const taken: string[] = [];
    for (let tries = 0; ; ++tries) {
      const sent = this.complete();
      try {
        const seen = as === 'draft' ? null : await this.ofReaders();
        const planned = this.object.peek()?.publish_at ?? null;
        this.saving.push(sent);
        const written = await this.write(as, sent, publishAt);
        taken.push(...this.goOn(sent, await this.fetch(), written));
        this.last = { seen, now: this.begun, version: written, planned };
        return taken;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        // Of several that were not answered any may be stored; what is refused is not.
        if (error.status >= 400 && error.status < 500) this.saving = this.saving.filter((each) => each !== sent);
        this.problems.value = error.problems;
        const made = this.creation.hasMade(error);
        if ((error.status !== 412 && !made) || tries > 4) throw error;
        taken.push(...(await (made ? this.takeUp() : this.mergeWith())));
        if (this.conflicts.value.length) return null;
      }
    }
  }

  private async ofReaders(): Promise<Form | null> {
    if (!this.live.peek()) return null;
    if (!this.hasDraft.peek()) return this.begun;
    return formOf(await get<{ object: Content }>(`${this.path}?show_metafields=true&depth=0`).then((data) => data.object), this.type);
  }

  /**
   * The draft that is prepared gives way to what readers saw until now, which is a draft from here on. What was typed goes into the history
   * with it. Answers false where this person must choose first.
   */
  async withdraw(): Promise<boolean> {
    if (this.dirty.peek() && !(await this.save('draft'))) return false;
    const seen = await this.ofReaders();
    if (!seen) return true;
    const now = this.begun;
    const planned = this.object.peek()?.publish_at ?? null;
    this.saves.value = 'unpublish';
    const version = await this.put(seen, 'draft', this.version).finally(() => (this.saves.value = ''));
    this.last = { seen, now, version, planned };
    await this.comeAfter();
    return true;
  }

  /** Readers see again what they saw before `last`. Answers whether what took its place is a draft over it by now. */
  async putBack({ seen, now, version, planned }: NonNullable<Editing['last']>): Promise<boolean> {
    await this.put(seen!, 'published', version);
    const prepares = !same(seen, now);
    if (prepares) await this.prepareAgain({ ...this.body(now), ...(planned && planned > Date.now() ? { publish_at: planned } : {}) });
    await this.comeAfter();
    return prepares;
  }
  private async put(form: Form, status: 'draft' | 'published', version: string): Promise<string> {
    const body = { ...this.body(form), status, publish_at: null, ...toldToWebhooks, keep_revision: true };
    return (await ask(this.path, { method: 'PATCH', body, version })).version;
  }

  /** Takes up what is stored by now, under what was typed since. */
  async comeAfter(): Promise<void> {
    await this.mergeWith();
    await this.settle();
  }

  /** `sent` is stored: what was typed since stays, over what the server made of the rest. Answers what somebody else did since. */
  private goOn(sent: Form, stored: Stored, written: string): string[] {
    const typed = !same(this.form(), sent);
    const merged = merge(sent, this.form(), stored.form);
    this.begun = this.take(stored);
    this.saving = [];
    this.show(typed ? merged.form : stored.form);
    this.dirty.value = typed || this.conflicts.peek().some((each) => each.elsewhere);
    if (this.dirty.peek()) void (this.isLeft ? this.keep() : this.keepLater());
    // Where nobody else wrote after this save, a value that was stored in another way than it was sent is the server's writing of it.
    if (stored.version === written) return [];
    this.toAsk(merged.conflicts);
    return merged.taken;
  }

  private async mergeWith(): Promise<string[]> {
    const theirs = await this.read(); // all of it: it may have been published, too
    const merged = merge(this.baseOf(this, theirs), this.form(), theirs);
    this.begun = theirs;
    this.saving = [];
    this.show(merged.form);
    this.toAsk(merged.conflicts);
    if (merged.conflicts.length) this.touched(); // kept, too, for who puts the choice off
    return merged.taken;
  }

  /** Somebody else saved: what I have not touched is shown as it is now. Answers the titles of these fields. */
  async refresh(always = false): Promise<string[]> {
    const stored = await this.fetch();
    const before = this.version;
    if (!always && Number(stored.version) <= Number(before)) return []; // a save of this form was faster
    if (this.dirty.peek()) this.keepLater(); // where it was saved from another window, that forgot what was kept
    const merged = merge(this.baseOf(this, stored.form), this.form(), stored.form);
    this.take(stored);
    if (merged.conflicts.length && before) {
      this.version = before; // the next save asks
      this.isBehind = true;
      return [];
    }
    this.begun = stored.form;
    this.saving = [];
    this.show(merged.form);
    // Of an object that was gone when the form was opened there was no version that the next save could ask by.
    if (merged.conflicts.length) this.toAsk(merged.conflicts);
    if (this.dirty.peek()) void this.settle();
    return merged.taken;
  }

  /** The type was changed, by whomever. */
  async retype(type: ObjectType): Promise<string[]> {
    const names = rekeyed(this.type.metafields, type.metafields);
    this.type = type;
    this.begun = this.now({ ...this.begun, metafields: rekeyValues(this.begun.metafields, names) });
    this.fields.value = rekeyFields(this.fields.peek(), names);
    this.show(this.now(this.form()));
    if (this.id !== 'new') return this.refresh(true);
    const begun = formOf({ title: this.title }, type);
    const merged = merge(this.begun, this.form(), begun);
    this.begun = begun;
    this.show(merged.form);
    return [];
  }

  /** Of what readers see as it stands the schedule alone is written, and no field. */
  schedulesAlone(publishAt: number | null): boolean {
    return this.live.peek() && !this.hasDraft.peek() && !publishAt;
  }
  /** Of what readers see already `publishAt` is the time of what is prepared over it. */
  async schedule(publishAt: number | null, unpublishAt: number | null): Promise<void> {
    const live = this.live.peek();
    const alone = this.schedulesAlone(publishAt);
    const sent = alone ? this.form() : this.complete();
    const prepared = { ...this.body(sent), publish_at: publishAt, ...toldToWebhooks };
    const ends = { unpublish_at: unpublishAt, ...toldToWebhooks };
    const endsAnew = unpublishAt !== (this.object.peek()!.unpublish_at ?? null);
    let written = this.version;
    if (!live) written = await this.edit({ ...prepared, ...ends });
    else if (endsAnew) written = await this.edit({ publish_at: null, ...ends }); // which ends the draft
    if (live && !alone) written = endsAnew ? await this.prepareAgain(prepared) : await this.prepare(prepared, this.version);
    if (!alone) this.goOn(sent, await this.fetch(), written);
    else if (endsAnew) await this.mergeWith();
    await this.settle();
  }
  private async edit(body: Record<string, unknown>): Promise<string> {
    return (await ask(this.path, { method: 'PATCH', body, version: this.version })).version;
  }
  private async prepare(body: Record<string, unknown>, version?: string): Promise<string> {
    return (await ask(`${this.path}/revisions?props=id`, { method: 'POST', body: { ...body, ...toldToWebhooks, status: 'draft' }, version })).version;
  }

  // Where that fails, the words of the draft are in this form alone: as if all of them had just been typed.
  private async prepareAgain(prepared: Record<string, unknown>): Promise<string> {
    try {
      return await this.prepare(prepared);
    } catch (error) {
      this.begun = await this.fetch().then((stored) => this.take(stored), () => formOf({}, this.type));
      this.touched();
      throw error;
    }
  }

  /** Answers what was typed and not saved, and went along. */
  async discard(): Promise<Words | null> {
    const unsaved = this.dirty.peek() ? this.unsaved() : null;
    const before = this.form(); // what is typed from here on is not meant
    await ask(`${this.path}/draft`, { method: 'DELETE', version: this.version });
    this.begun = await this.read();
    const typed = !same(this.form(), before);
    this.conflicts.value = [];
    this.problems.value = [];
    this.show(typed ? merge(before, this.form(), this.begun).form : this.begun);
    this.dirty.value = typed && !same(this.form(), this.begun);
    if (!this.dirty.peek()) await this.forget();
    else if (this.isLeft) await this.keep();
    else this.touched();
    return unsaved;
  }

  /** Answers what was typed and not saved. */
  async remove(): Promise<Words | null> {
    this.keepLater.cancel();
    await ask(`${this.path}${search(toldToWebhooks)}`, { method: 'DELETE', version: this.version });
    this.isRemoved = true;
    const typed = this.dirty.peek() ? this.unsaved() : null; // also while that was under way
    this.keepLater.cancel();
    this.here.forget();
    this.dirty.value = false;
    return typed;
  }
  /** For the form that opens next: what remove() answered. */
  handOn(typed: Words | null): void {
    if (typed) this.here.put(typed);
  }

  get currentId(): string {
    return this.id;
  }
}
