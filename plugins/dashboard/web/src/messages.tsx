// What happened, said on the screen and to screen readers: role=status, errors role=alert. Behind an open dialog nothing can be
// read or pressed, so messages are shown inside the topmost one.
import { effect, signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { reached, session } from './api';
import { asking, expired } from './ended';
import { focusAgain, refocus } from './focus';
import { t } from './text';

type Note = { id: number; text: string; error: boolean; label?: string; act?: () => void; onlyWay?: boolean; typed?: boolean; reading?: boolean };
const notes = signal<Note[]>([]);
let last = 0;
const most = 2; // ways back, beside the newest

/** The dialogs that are open, the newest last. */
export const layers = signal<string[]>([]);

export const unsay = (id: number): void => void (notes.value = notes.peek().filter((note) => note.id !== id));
/** Where it is still there. */
export const reword = (id: number, text: string): void => void (notes.value = notes.peek().map((note) => (note.id === id ? { ...note, text } : note)));

const idOf = (id: number): string => `note-${id}`;
// Who has the pointer or the focus at it is about to press something.
function expire(id: number): void {
  if (document.getElementById(idOf(id))?.matches(':hover, :focus-within')) setTimeout(() => expire(id), 3000);
  else unsay(id);
}
// What the server did not answer, of who did not say what it was: when the next thing is done that is no news.
const isNameless = (note: Note): boolean => note.text === t('The server does not answer.');

/**
 * Answers what unsay() takes. What can be done stays beside what is only told; what can be done about the next thing takes its place, unless
 * it is the only way back to what somebody typed.
 */
export function say(text: string, label?: string, act?: () => void, onlyWay = false): number {
  const id = ++last;
  const stays = (note: Note) => (note.error && !isNameless(note)) || (!note.error && note.text !== text && (note.onlyWay || (note.act && !act)));
  const before = notes.value.filter(stays);
  const older = new Set(before.filter((note) => note.onlyWay).slice(0, -most));
  notes.value = [...before.filter((note) => !older.has(note)), { id, text, error: false, label, act, onlyWay }];
  setTimeout(() => expire(id), act ? 30_000 : 6_000);
  return id;
}

/** Answers what unsay() takes. `typed`: it holds words that are nowhere else. */
export function fail(text: string, label?: string, act?: () => void, typed = false): number {
  notes.value = [...notes.value.filter((note) => note.text !== text), { id: ++last, text, error: true, label, act, typed }];
  return last;
}
/** Of what was to be read, and not done: it goes by itself when the server answers again. */
export function failToRead(text: string): void {
  notes.value = [...notes.value.filter((note) => note.text !== text), { id: ++last, text, error: true, reading: true }];
}
/** Whether words would be lost with the messages. */
export const holdsWords = (): boolean => notes.peek().some((note) => note.typed);

// What is told to one person, and what they typed that stands in it, is not for the next at this computer.
let person: string | undefined;
effect(() => {
  const now = session.value?.user.id;
  if (person && person !== now) notes.value = [];
  person = now;
});

// That the server does not answer is no news once it does. What was not done meanwhile is.
effect(() => {
  if (reached.value) notes.value = notes.peek().filter((note) => !note.reading || !isNameless(note));
});

/** Not what holds something that somebody typed, to be tried again. */
export const clearErrors = (): void => void (notes.value = notes.value.filter((note) => !note.error || note.act));

function NoteLine({ note, leave }: { note: Note; leave: () => void }) {
  const line = useRef<HTMLDivElement>(null);
  // However it goes, the focus does not go with it.
  useLayoutEffect(() => () => void (line.current?.contains(document.activeElement) && leave()), []);
  const dismiss = () => {
    leave();
    unsay(note.id);
  };
  const act = () => {
    dismiss();
    note.act?.();
  };
  return (
    <div ref={line} id={idOf(note.id)} class={note.error ? 'note error' : 'note'}>
      <span>{note.text}</span>
      {note.act && <button type="button" onClick={act}>{note.label}</button>}
      <button type="button" class="quiet" aria-label={t('Dismiss')} onClick={dismiss}>✕</button>
    </div>
  );
}

// It takes no key, and no line from under the eyes of who writes.
function Ended() {
  const bar = useRef<HTMLSpanElement>(null);
  const before = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const at = document.activeElement;
    const line = bar.current?.parentElement?.getBoundingClientRect();
    if (at && at !== document.body && line && at.getBoundingClientRect().bottom > line.top) at.scrollIntoView({ block: 'nearest' });
  }, []);
  // The dialog gives the focus back to what has it when it opens, and the button is gone by then.
  const signIn = () => {
    const at = before.current;
    if (at?.isConnected) (refocus.get(at) ?? (() => at.focus()))();
    asking.value = true;
  };
  return (
    <>
      <span ref={bar}>{t('Your session has ended. What you typed is still here.')}</span>
      <button type="button" class="primary" onClick={signIn} onFocus={(event) => (before.current = event.relatedTarget as HTMLElement | null)}>
        {t('Sign in')}
      </button>
    </>
  );
}

/** One in the page and one in each dialog; the regions are there before anything is said, or readers would not hear it. */
export function Messages({ layer = '' }: { layer?: string }) {
  const isTop = (layers.value.at(-1) ?? '') === layer;
  const shown = isTop ? notes.value : [];
  // A message that is answered goes, and the focus would with it.
  const before = useRef<HTMLElement | null>(null);
  const entered = (event: FocusEvent) => {
    const from = event.relatedTarget as HTMLElement | null;
    if (!(event.currentTarget as HTMLElement).contains(from)) before.current = from;
  };
  const leave = () => focusAgain(before.current);
  return (
    <>
      <div class="ended" role="status">{isTop && session.value && expired.value && !asking.value && <Ended />}</div>
      <div class="notes" onFocusIn={entered}>
        <div role="status">
          {shown.filter((note) => !note.error).map((note) => <NoteLine key={note.id} {...{ note, leave }} />)}
        </div>
        <div role="alert">
          {shown.filter((note) => note.error).map((note) => <NoteLine key={note.id} {...{ note, leave }} />)}
        </div>
      </div>
    </>
  );
}
