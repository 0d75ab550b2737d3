// The browser's own dialog: it keeps the focus inside and gives it back.
import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { refocus } from './focus';
import { layers, Messages } from './messages';
import { t } from './text';

/** `bare` shows no title bar: the title is read out alone. */
type Props = { title: string; onClose: () => void; children: ComponentChildren; wide?: boolean; bare?: boolean; class?: string };

const fields = ':is(input, select, textarea, button, a[href]):not(:disabled, [hidden])';

export function Dialog({ title, onClose, children, wide, bare, ...rest }: Props) {
  const element = useRef<HTMLDialogElement>(null);
  const close = useRef<HTMLButtonElement>(null);
  const id = useId();
  const ask = useRef(onClose);
  ask.current = onClose;
  // At once: keys that are pressed while it goes belong to what was there before.
  useLayoutEffect(() => {
    const dialog = element.current;
    const before = document.activeElement as HTMLElement | null;
    dialog?.showModal();
    // The browser begins with the button that closes it, which the next Enter would press.
    if (document.activeElement === close.current) [...dialog!.querySelectorAll<HTMLElement>(fields)].find((each) => each !== close.current)?.focus();
    layers.value = [...layers.value, id];
    // A browser lets its own way of closing be refused a few times and then closes, and its Escape is one of these.
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing || layers.peek().at(-1) !== id) return;
      event.preventDefault();
      if (!event.repeat) ask.current();
    };
    addEventListener('keydown', escape);
    return () => {
      removeEventListener('keydown', escape);
      layers.value = layers.value.filter((each) => each !== id);
      // A browser gives the focus back without the cursor: keys would go nowhere.
      const text = before as HTMLInputElement | null;
      const [from, to] = [text?.selectionStart, text?.selectionEnd ?? null];
      dialog?.close();
      if (!before?.isConnected) return;
      (refocus.get(before) ?? (() => before.focus()))();
      if (typeof from === 'number') text!.setSelectionRange(from, to);
      // A button of a menu that has closed meanwhile has none: the menu takes it.
      if (document.activeElement !== before) before.closest('details')?.querySelector('summary')?.focus();
    };
  }, []);
  // Other ways to close it, such as a telephone's Back.
  const cancel = (event: Event) => {
    // A file chooser in the dialog tells of its cancel too, and the event comes up to here.
    if (event.target !== event.currentTarget || !event.cancelable) return;
    event.preventDefault();
    onClose();
  };
  // The browser has closed it unasked: whoever shows it is asked now, and what is typed in it is there again until then.
  const closed = (event: Event) => {
    const dialog = element.current;
    if (event.target !== dialog || !dialog?.isConnected || dialog.open) return;
    dialog.showModal();
    onClose();
  };
  return (
    <dialog ref={element} class={[wide && 'wide', rest.class].filter(Boolean).join(' ') || undefined} aria-labelledby={id} onCancel={cancel} onClose={closed}>
      <header role="presentation" class={bare ? 'hidden' : undefined}>
        <h2 id={id}>{title}</h2>
        {!bare && <button ref={close} type="button" class="quiet" aria-label={t('Close')} onClick={onClose}>✕</button>}
      </header>
      {children}
      <Messages layer={id} />
    </dialog>
  );
}

type Question = { title: string; text: string; ways: string[]; danger: boolean; answer: (way: string | null | undefined) => void };
const question = signal<Question | null>(null);

/** What is asked about a screen that one leaves, or about something before it, is answered with no. */
export const withdraw = (): void => question.peek()?.answer(undefined);

// Undefined where it was withdrawn.
function put<T extends string>(title: string, text: string, ways: T[], danger: boolean): Promise<T | null | undefined> {
  withdraw();
  return new Promise((resolve) => {
    question.value = {
      title, text, ways, danger,
      answer: (way) => {
        question.value = null;
        resolve(way as T | null | undefined);
      },
    };
  });
}

/** Asks which of `ways` is meant; null is none of them. */
export const choose = async <T extends string>(title: string, text: string, ways: T[], danger = false): Promise<T | null> =>
  (await put(title, text, ways, danger)) ?? null;

/** Whether `yes` was pressed; null where the question was withdrawn, and nobody has answered it. */
export async function decide(title: string, text: string, yes: string): Promise<boolean | null> {
  const way = await put(title, text, [yes], false);
  return way === undefined ? null : way !== null;
}

/** Asks before something that is easily regretted. */
export const confirm = async (title: string, text: string, yes: string, danger = true): Promise<boolean> =>
  (await choose(title, text, [yes], danger)) !== null;

export function Questions() {
  const asked = question.value;
  if (!asked) return null;
  return (
    <Dialog title={asked.title} onClose={() => asked.answer(null)}>
      <p>{asked.text}</p>
      <footer>
        <button type="button" onClick={() => asked.answer(null)}>{t('Cancel')}</button>
        {asked.ways.map((way) => <button key={way} type="button" class={asked.danger ? 'danger' : asked.ways.length === 1 ? 'primary' : undefined} onClick={() => asked.answer(way)}>{way}</button>)}
      </footer>
    </Dialog>
  );
}
