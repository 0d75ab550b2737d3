// The form of one object, generated from its metafields.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useContext, useEffect, useId, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { ApiError, type ObjectType, type Problem, session, signedInAgain, typesOf, wordsOf } from '../api';
import { confirm, Dialog } from '../dialog';
import { ago, fullTime } from '../format';
import { useChanges, useLoad } from '../load';
import { FilePick } from '../media/pick';
import { say } from '../messages';
import { rightsIn } from '../rights';
import { address, type Guard, guardedBy, Link } from '../router';
import { same } from '../same';
import { ofTelephones, useMedia } from '../shell/media';
import { useMenus } from '../shell/menus';
import { remember } from '../shell/recent';
import { t } from '../text';
import { type Actions, useActions } from './actions';
import { Form } from './context';
import { Conflicts } from './conflicts';
import { DropForm, placing } from './drop';
import { Counter, FieldList } from './fields';
import { Gone } from './gone';
import { nameOfLocale } from './languages';
import { type Basics as BasicValues, basicTitles, titleAt } from './model';
import { closePane, Pane, PaneButtons, pane } from './pane';
import { People, usePresence } from './presence';
import { ScheduleDialog } from './schedule';
import { Editing } from './state';
import { keysText } from './texts/bar';
import { HtmlText } from './texts/html';
import { Unfinished } from './unfinished';

const longestTitle = 1000; // of the server

type Props = { bucket: string; types: ObjectType[]; type: ObjectType; id: string };

/** Reads what is edited and what was typed before; answers nothing until that is there. `guard` takes what is asked before it is left. */
function useOpened(make: () => Editing, guard: (ask: Guard) => () => void): { editing?: Editing; back: boolean; error: string; again: () => void } {
  const editing = useMemo(make, []);
  const back = useSignal<boolean | null>(null);
  const error = useSignal('');
  const late = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const opening = useRef(false); // a second answer would come over what is typed after the first
  const again = () => {
    clearTimeout(late.current);
    if (opening.current || back.peek() !== null) return;
    opening.current = true;
    editing.open().then((found) => (back.value = found), (problem) => {
      opening.current = false;
      error.value = wordsOf(problem);
      // The server did not answer: it will, some time.
      if (problem instanceof ApiError && !problem.status && !editing.isLeft) late.current = setTimeout(again, 3000);
      if (problem instanceof ApiError && problem.status === 401) signedInAgain(() => editing.isLeft || again());
    });
  };
  useEffect(() => {
    again();
    const keep = () => editing.keepHere();
    const warn = (event: Event) => editing.isAtRisk() && event.preventDefault();
    addEventListener('pagehide', keep);
    addEventListener('beforeunload', warn);
    const unguarded = guard(() => mayLeave(editing));
    return () => {
      unguarded();
      clearTimeout(late.current);
      removeEventListener('pagehide', keep);
      removeEventListener('beforeunload', warn);
      editing.leave();
    };
  }, []);
  return { editing: back.value === null ? undefined : editing, back: !!back.value, error: back.value === null ? error.value : '', again };
}

const mayLeave = async (editing: Editing): Promise<boolean> =>
  !editing.isAtRisk() || confirm(t('Leave without saving?'), t('Neither this browser nor the server has kept what you typed.'), t('Leave'));

export function Editor(props: Props) {
  const draft = useSignal('');
  return <Opened key={draft.value} {...props} draft={draft.value} goOn={(key) => (draft.value = key)} />;
}

function Opened({ bucket, type, id, draft, goOn }: Props & { draft: string; goOn: (key: string) => void }) {
  const { editing, back, error, again } = useOpened(() => new Editing(bucket, type, id, false, draft), guardedBy);
  if (error) {
    return (
      <>
        <header class="bar"><div class="heading">
          <p class="crumbs"><Link to={address(bucket, 'objects', type.slug)}>{type.title}</Link></p>
          <h1 dir="auto">{type.singular}</h1>
        </div></header>
        <p role="alert" class="problem">{error} <button type="button" class="small" onClick={again}>{t('Try again')}</button></p>
      </>
    );
  }
  if (!editing) return <p class="waiting" role="status">{t('Loading…')}</p>;
  return <Sheet {...{ editing, back, bucket, type, goOn }} />;
}

/** Makes a related object without leaving the form: the same form, in a dialog. It begins with `title`. */
export function CreateInPlace({ bucket, type, title, done, close }: { bucket: string; type: string; title: string; done: (id: string) => void; close: () => void }) {
  const { data: types, error } = useLoad(() => typesOf(bucket), [bucket]);
  const found = types?.find((each) => each.slug === type);
  const draft = useSignal('');
  const guard = useRef<Guard | null>(null);
  const leave = async () => {
    if (!guard.current || (await guard.current())) close();
  };
  return (
    <Dialog title={found ? t('New {name}', { name: found.singular }) : type} onClose={leave} wide>
      {error && <p role="alert" class="problem">{error}</p>}
      {found && <NewInPlace key={draft.value} {...{ bucket, guard, title }} type={found} saved={done} draft={draft.value} goOn={(key) => (draft.value = key)} />}
    </Dialog>
  );
}

type InPlace = { bucket: string; type: ObjectType; title: string; saved: (id: string) => void; draft: string; goOn: (key: string) => void; guard: { current: Guard | null } };

function NewInPlace({ draft, guard, title, ...rest }: InPlace) {
  const { editing, back } = useOpened(() => new Editing(rest.bucket, rest.type, 'new', true, draft, draft ? '' : title), (ask) => {
    guard.current = ask;
    return () => void (guard.current = null);
  });
  return editing ? <Sheet {...{ editing, back, ...rest }} /> : null;
}

// What was chosen is gone with the menu: the focus goes back to what opened it.
function closeMenu(event: MouseEvent) {
  const menu = (event.currentTarget as HTMLElement).parentElement as HTMLDetailsElement;
  menu.open = false;
  menu.querySelector('summary')?.focus();
}

// What nobody sees does not end: the server takes the end away when its time comes, unless it was published by then.
const ends = (isSeen: boolean, time: string): string => (isSeen ? t('Ends {time}', { time }) : t('Would end {time} if published', { time }));
const goesOut = (live: boolean, time: string): string => (live ? t('Changes go out {time}', { time }) : t('Goes out {time}', { time }));

function StatusBadge({ editing }: { editing: Editing }) {
  const object = editing.object.value;
  if (editing.gone.value) return <span class="badge draft">{t('Deleted')}</span>;
  if (!object) return <span class="badge draft">{t('New')}</span>;
  return (
    <>
      {editing.live.value ? <span class="badge live">{t('Published')}</span> : <span class="badge draft">{t('Draft')}</span>}
      {editing.hasDraft.value && <span class="badge draft">{t('Draft changes')}</span>}
      {object.publish_at && <span class="badge plan">{goesOut(editing.live.value, fullTime(object.publish_at))}</span>}
      {object.unpublish_at && <span class="badge plan">{ends(editing.live.value || !!object.publish_at, fullTime(object.unpublish_at))}</span>}
    </>
  );
}

// `back`: what was typed before stands in the form again.
type SheetProps = { editing: Editing; back: boolean; bucket: string; type: ObjectType; saved?: (id: string) => void; goOn: (draft: string) => void };

function Sheet({ editing, back, bucket, type, saved, goOn }: SheetProps) {
  const scheduling = useSignal(false);
  const titleId = useId();
  const { basics } = editing;
  const actions = useActions(editing, bucket, type, titleId, back, saved);
  const { busy, putOff, asked, save } = actions;
  const isNew = editing.status === 'new';
  const presence = usePresence(bucket, saved ? 'new' : editing.currentId);
  const rights = rightsIn(bucket);
  // What will reach readers by itself is written by those who publish.
  const isScheduled = !rights.publish && !!editing.object.value?.publish_at && !editing.gone.value;
  const mayWrite = rights.write(type.slug) && !isScheduled;
  const mayPublish = mayWrite && rights.publish;

  useEffect(() => {
    const keys = (event: KeyboardEvent) => {
      const draft = event.key === 's' || (event.key === 'S' && !event.shiftKey); // by Caps Lock
      if (!(event.ctrlKey || event.metaKey) || (!draft && event.key !== 'Enter')) return;
      event.preventDefault();
      // The form in front is meant, and there may be one in front of that.
      const front = [...document.querySelectorAll('dialog[open]')].at(-1) ?? null;
      if (document.getElementById(titleId)?.closest('dialog') !== front) return;
      if (mayWrite) void save(draft || !mayPublish ? 'draft' : 'publish');
    };
    addEventListener('keydown', keys);
    if (!saved) document.title = `${basics.title.value || t('New {name}', { name: type.singular })} · Inkwell`;
    return () => removeEventListener('keydown', keys);
  });
  const told = (taken: string[]) => void (taken.length && say(t('Somebody else changed {fields}.', { fields: taken.join(', ') })));
  const missed = useRef(false); // while something is on its way
  const refresh = () => {
    missed.current = !!busy.value;
    if (isNew || missed.current) return;
    editing.refresh().then(told, () => undefined);
  };
  useChanges(bucket, type.slug, (event) => (!event.id || event.id === editing.currentId) && refresh());
  useEffect(() => {
    if (!busy.value && missed.current) refresh();
  }, [busy.value]);
  const shownType = useRef(type);
  useEffect(() => {
    if (same(shownType.current, type)) return;
    shownType.current = type;
    editing.retype(type).then(told, () => undefined);
  }, [type]);
  // By its title as it is stored: what is typed may be discarded.
  useEffect(() => () => {
    const object = editing.object.peek();
    if (!saved && object && !editing.gone.peek() && !editing.isRemoved) remember(bucket, { to: address(bucket, 'objects', type.slug, editing.currentId), title: object.title });
  }, []);
  // The page, or the dialog, was there before its form, and took the focus itself.
  useLayoutEffect(() => {
    if (saved || isNew) document.getElementById(titleId)?.focus();
  }, []);
  // A button that the role no longer has goes, and the focus would with it.
  const mayed = useRef('');
  useLayoutEffect(() => {
    if (mayed.current && document.activeElement === document.body) document.getElementById(titleId)?.focus();
    mayed.current = `${mayWrite} ${mayPublish}`;
  }, [mayWrite, mayPublish]);
  const set = <T,>(name: { value: T }, value: T) => {
    name.value = value;
    // What the server refused was another value.
    editing.problems.value = editing.problems.peek().filter(({ path }) => (basics[path as keyof BasicValues] as unknown) !== name);
    editing.touched();
  };
  const focus = (event: FocusEvent) => presence.go((event.target as HTMLElement).closest<HTMLElement>('[data-path]')?.dataset.path ?? null);
  const corrected = (problem: Problem) => void (editing.problems.value = editing.problems.peek().filter((each) => each !== problem));
  const problemOf = (name: string) => editing.problems.value.find((problem) => problem.path === name)?.message;
  const titleLength = [...basics.title.value].length;
  const titleProblem = problemOf('title') ?? (titleLength > longestTitle && t('has {length} characters, at most {most} are allowed', { length: titleLength, most: longestTitle }));
  const beside = saved || isNew || !editing.object.value ? '' : pane.value;
  // Where there is room for it, what is not the text stands beside the text.
  const aside = useMedia('(min-width: 88rem)') && !beside && !saved;
  return (
    <Form.Provider value={{ bucket, touched: editing.touched, problems: editing.problems, corrected, presence: saved ? undefined : presence, readonly: !mayWrite, place: placing(editing), offer: actions.offer,
      lang: (type.localization && basics.locale.value) || undefined }}>
      <Header {...{ editing, bucket, type, actions, titleId, mayWrite, mayPublish }} inner={!!saved} schedule={() => (scheduling.value = true)}
        people={<People presence={presence} titleOf={(path) => titleAt(editing.fields.peek(), path) || basicTitles()[path as keyof BasicValues] || ''} />} />
      <div class={beside ? 'split' : undefined}>
        <div onFocusIn={focus}>
          <DropForm editing={editing} bucket={bucket}>
            {isNew && mayWrite && <Unfinished {...{ bucket, type, goOn }} drafts={editing.drafts} left={() => document.getElementById(titleId)?.focus()} />}
            {editing.gone.value && mayWrite && <Gone {...{ editing, bucket, actions }} left={() => document.getElementById(titleId)?.focus()} />}
            {!mayWrite && (
              <p class="notice" role="note">
                {isScheduled && rights.write(type.slug) ? t('It is scheduled: ask somebody who publishes to change it.') : t('Your role reads {what} here and does not write them.', { what: type.title })}
              </p>
            )}
            {!(isNew && !mayWrite) && <div class="whole">
              <div class="sheet">
                <div class="field big" data-path="title">
                  <label for={titleId}>{t('Title')}</label>
                  <input id={titleId} type="text" dir="auto" value={basics.title.value} required readOnly={!mayWrite} aria-describedby={titleProblem ? `${titleId}-problem` : undefined} aria-invalid={titleProblem ? true : undefined} onInput={(event) => set(basics.title, event.currentTarget.value)} />
                  <Counter value={basics.title} most={longestTitle} />
                  {titleProblem && <span id={`${titleId}-problem`} class="problem">{t('Title')} {titleProblem}</span>}
                </div>
                <Basics {...{ editing, type, set, problemOf }} part={aside ? 'text' : 'all'} />
                <FieldList fields={editing.fields.value} path="" />
              </div>
              {aside && <div class="aside"><Basics {...{ editing, type, set, problemOf }} part="side" /></div>}
            </div>}
          </DropForm>
        </div>
        {beside && <Pane {...{ editing, bucket, type }} close={closePane} />}
      </div>
      {scheduling.value && <ScheduleDialog {...{ editing, actions }} close={() => (scheduling.value = false)} />}
      {editing.conflicts.value.length > 0 && !busy.value && !putOff.value && (
        <Conflicts conflicts={editing.conflicts.value} own={editing.object.value?.modified_by === session.value?.user.id} saves={!!asked.current} close={() => (putOff.value = true)}
          choose={(theirs) => { editing.choose(theirs); if (asked.current) void save(asked.current); }} />
      )}
    </Form.Provider>
  );
}

type HeaderProps = Omit<SheetProps, 'back' | 'goOn'> & { actions: Actions; titleId: string; mayWrite: boolean; mayPublish: boolean; inner: boolean; schedule: () => void; people: ComponentChildren };

function Header({ editing, bucket, type, actions, titleId, mayWrite, mayPublish, inner, schedule, people }: HeaderProps) {
  const { busy, save, discard, drop, duplicate, remove, putOff } = actions;
  const { line, escape } = useMenus();
  const working = !!busy.value;
  const object = editing.object.value;
  const isThere = !!object && !editing.gone.value;
  const mayDelete = mayWrite && (mayPublish || !(editing.live.value || object?.publish_at));
  const title = editing.basics.title.value || t('New {name}', { name: type.singular });
  const small = useMedia(ofTelephones);
  const panes = !inner && object && <PaneButtons localized={type.localization} />;
  const hasMore = isThere || (small && !!panes) || (mayPublish && editing.live.value) || (mayWrite && editing.hasDraft.value) || editing.dirty.value;
  const more = useRef<HTMLDetailsElement>(null);
  // An empty menu goes, and the focus would with what was pressed in it.
  useLayoutEffect(() => {
    const at = document.activeElement;
    if (!hasMore && (at === document.body || more.current?.contains(at))) document.getElementById(titleId)?.focus();
  }, [hasMore]);
  const rests = editing.dirty.value ? editing.keeping.value || t('Not saved') : '';
  // What is as ever is not read out, or it would be at each pause in typing.
  const isUsual = [t('Not saved'), t('Keeping…'), t('Your changes are kept'), t('Kept on this computer')].includes(rests);
  const sending = { '': '', draft: t('Saving…'), publish: t('Publishing…'), unpublish: t('Unpublishing…') }[editing.saves.value];
  return (
    <header class="bar sticky ofform">
      {!inner && (
        <div class="heading">
          <p class="crumbs"><Link to={address(bucket, 'objects', type.slug)}>{type.title}</Link></p>
          <h1 dir="auto">{title}</h1>
          <p class="state"><StatusBadge editing={editing} /> <span class="faint" aria-live="polite">{sending || (!isUsual && rests)}</span>{!sending && isUsual && <span class="faint">{rests}</span>}{!sending && !rests && object && <span class="faint">{t('Saved {time}', { time: ago(object.modified_at) })}</span>}</p>
        </div>
      )}
      <div class="actions" ref={line} onKeyDown={escape}>
        {inner ? <span class="faint" aria-live="polite">{sending}</span> : people}
        {editing.conflicts.value.length > 0 && putOff.value && <button type="button" class="danger" onClick={() => { editing.toChoose(); putOff.value = false; }}>{t('Choose between two versions')}</button>}
        {!small && panes}
        {mayWrite && <button type="button" aria-disabled={working} title={keysText('Ctrl+S')} onClick={() => save('draft')}>{t('Save draft')}</button>}
        {mayPublish && <button type="button" class="primary" title={keysText('Ctrl+Enter')} aria-disabled={working} onClick={() => save('publish')}>{t('Publish')}</button>}
        {!inner && (mayWrite || hasMore) && (
          <details ref={more} class={hasMore ? 'more' : 'more blank'}>
            <summary aria-label={t('More actions')}>⋯</summary>
            <div class="menu" onClick={closeMenu}>
              {small && panes}
              {mayPublish && isThere && <button type="button" aria-disabled={working} onClick={schedule}>{t('Schedule')}</button>}
              {mayPublish && editing.live.value && <button type="button" aria-disabled={working} onClick={() => save('unpublish')}>{t('Unpublish')}</button>}
              {editing.hasDraft.value && mayWrite && <button type="button" aria-disabled={working} onClick={discard}>{t('Discard draft')}</button>}
              {editing.dirty.value && <button type="button" aria-disabled={working} onClick={() => working || drop()}>{t('Undo my changes')}</button>}
              {isThere && mayWrite && !type.singleton && <button type="button" aria-disabled={working} onClick={() => void duplicate()}>{t('Duplicate')}</button>}
              {isThere && <Link to={address(bucket, 'objects', type.slug, editing.currentId, 'history')}>{t('History')}</Link>}
              {isThere && mayDelete && <button type="button" class="danger" aria-disabled={working} onClick={remove}>{t('Delete')}</button>}
            </div>
          </details>
        )}
      </div>
    </header>
  );
}

/** `part` is what of them is drawn here: the text, or what stands beside it where there is room. */
export function Basics({ editing, type, set, problemOf, part = 'all' }: {
  part?: 'all' | 'text' | 'side';
  editing: Editing; type: ObjectType; set: <T>(name: { value: T }, value: T) => void; problemOf: (name: string) => string | undefined;
}) {
  const id = useId();
  const { readonly } = useContext(Form);
  const { basics } = editing;
  const titles = basicTitles();
  return (
    <>
      {part !== 'text' && type.options.slug_field && (
        <div class="field" data-path="slug">
          <label for={`${id}-slug`}>{titles.slug}</label>
          <input id={`${id}-slug`} type="text" class="code" value={basics.slug.value} readOnly={readonly} placeholder={editing.status === 'new' && !readonly ? t('made from the title') : undefined} spellcheck={false} onInput={(event) => set(basics.slug, event.currentTarget.value)}
            aria-describedby={problemOf('slug') ? `${id}-slug-problem` : undefined} aria-invalid={problemOf('slug') ? true : undefined} />
          {problemOf('slug') && <span id={`${id}-slug-problem`} class="problem">{titles.slug} {problemOf('slug')}</span>}
        </div>
      )}
      {part !== 'text' && type.localization && (
        <div class="field" data-path="locale">
          <label for={`${id}-locale`}>{titles.locale}</label>
          <select id={`${id}-locale`} disabled={readonly} value={basics.locale.value ?? ''} onChange={(event) => set(basics.locale, event.currentTarget.value || null)}>
            {type.locales.map((code) => <option key={code} value={code}>{nameOfLocale(code)}</option>)}
          </select>
        </div>
      )}
      {part !== 'side' && type.options.content_editor && (
        <div class="field" data-path="content">
          <label id={`${id}-content-label`} for={`${id}-content`} onClick={() => document.getElementById(`${id}-content`)?.focus()}>{titles.content}</label>
          <HtmlText id={`${id}-content`} labelled={`${id}-content-label`} value={basics.content.value} now={() => basics.content.value} set={(value) => set(basics.content, value)} title={titles.content} {...{ readonly }} />
        </div>
      )}
      {part !== 'text' && <fieldset class="field" data-path="thumbnail" disabled={readonly}>
        <legend>{titles.thumbnail}</legend>
        <FilePick id={`${id}-thumbnail`} label={titles.thumbnail} value={basics.thumbnail.value ?? ''} set={(value) => set(basics.thumbnail, value || null)} />
      </fieldset>}
    </>
  );
}
