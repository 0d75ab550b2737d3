// Forms of operators: fields by name, what the server refuses stands at its field, a button that is not pressed twice.
import { useSignal } from '@preact/signals';
import { type ComponentChildren, createContext, type JSX } from 'preact';
import { useContext, useId, useLayoutEffect, useRef } from 'preact/hooks';
import { ApiError, type Problem, signedInAgain, wordsOf } from '../api';
import { confirm, Dialog } from '../dialog';
import { guardedBy } from '../router';
import { t } from '../text';

const Problems = createContext<Problem[]>([]);

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? '' : '.');
const belongs = (path: string, name: string): boolean => path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`);

export function useProblem(name: string): string {
  return useContext(Problems).filter((each) => belongs(each.path, name)).map((each) => sentence(each.message)).join(' ');
}

export const textOf = (form: FormData, name: string): string => String(form.get(name) ?? '').trim();
export const textsOf = (form: FormData, name: string): string[] => form.getAll(name).map(String);

type FormProps = { action: (form: FormData) => Promise<unknown>; button: string; children: ComponentChildren; cancel?: () => void; label?: string; danger?: boolean; typed?: (control: HTMLInputElement) => void };

/** `action` does it and closes; what it throws is shown here. */
export function Form({ action, button, children, cancel, label, danger, typed }: FormProps) {
  const problems = useSignal<Problem[]>([]);
  const text = useSignal('');
  const busy = useSignal(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy.value) return;
    const element = event.currentTarget as HTMLFormElement;
    busy.value = true;
    problems.value = [];
    text.value = '';
    try {
      await action(new FormData(element));
    } catch (error) {
      const found = error instanceof ApiError ? error.problems : [];
      problems.value = found;
      // Nothing is told of a session that has begun again.
      if (error instanceof ApiError && error.status === 401) signedInAgain(() => void (text.value === wordsOf(error) && (text.value = '')));
      // What stands at its field, which has the focus then, is not said a second time.
      requestAnimationFrame(() => {
        const shown = [...element.querySelectorAll('p.problem')].map((each) => each.textContent ?? '');
        const isShown = found.length > 0 && found.every((each) => shown.some((words) => words.includes(sentence(each.message))));
        if (!isShown) text.value = wordsOf(error);
        element.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid] input')?.focus();
      });
    }
    busy.value = false;
  };
  return (
    <form class="operate" aria-label={label} onSubmit={submit} onInput={({ target }) => (target as HTMLInputElement).type !== 'password' && typed?.(target as HTMLInputElement)}>
      <Problems.Provider value={problems.value}>{children}</Problems.Provider>
      <div role="alert" class="problem">{text}</div>
      <footer>
        {cancel && <button type="button" onClick={cancel}>{t('Cancel')}</button>}
        <button class={danger ? 'danger' : 'primary'} aria-disabled={busy.value}>{button}</button>
      </footer>
    </form>
  );
}

/** Whoever leaves while something is `typed` is asked, by the browser where the page goes; what `through` runs leads elsewhere unasked. */
export function useUnsaved(typed: boolean, question: () => Promise<boolean>) {
  const under = useRef(false);
  // Before the next key: an effect after the paint would let an Escape through on a slow machine.
  useLayoutEffect(() => {
    if (!typed) return;
    const unguarded = guardedBy(async () => under.current || question());
    // One of its own: of a function that is added twice, the first that is removed is the last.
    const warn = (event: Event) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => {
      unguarded();
      removeEventListener('beforeunload', warn);
    };
  }, [typed]);
  const through = (action: FormProps['action']) => async (data: FormData) => {
    under.current = true;
    try {
      await action(data);
    } finally {
      under.current = false;
    }
  };
  return { under, through };
}

/** What is typed into it is not thrown away unasked; what only confirms a danger is. */
export function FormDialog({ title, onClose, wide, action, ...form }: Omit<FormProps, 'cancel' | 'label' | 'typed'> & { title: string; onClose: () => void; wide?: boolean }) {
  const dirty = useSignal(false);
  const question = () => confirm(t('Close without saving?'), t('What you typed is not saved.'), t('Close it'));
  const { under, through } = useUnsaved(dirty.value, question);
  const close = async () => {
    if (under.current) return; // it closes by itself, or stays for what is refused
    if (!dirty.peek() || (await question())) onClose();
  };
  return <Dialog title={title} wide={wide} onClose={close}><Form {...form} action={through(action)} cancel={close} typed={form.danger ? undefined : () => (dirty.value = true)} /></Dialog>;
}

type FieldProps = {
  name: string; label: string; hint?: string; type?: 'text' | 'email' | 'url' | 'password' | 'number' | 'datetime-local'; value?: string; required?: boolean; maxlength?: number; placeholder?: string; autofocus?: boolean;
  autocomplete?: string; readOnly?: boolean; rows?: number; code?: boolean; min?: string;
};

export function Field({ name, label, hint, value, rows, code, ...rest }: FieldProps) {
  const id = useId();
  const problem = useProblem(name);
  const control = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const stored = useRef(value);
  // What was typed and is stored by now is not typed any more: what others store over it shows.
  useLayoutEffect(() => {
    if (value !== stored.current && control.current!.value === (stored.current ?? '')) control.current!.value = value ?? '';
    stored.current = value;
  }, [value]);
  const shared = {
    id, name, ref: control, defaultValue: value, class: code ? 'code' : undefined, 'aria-invalid': problem ? true : undefined,
    'aria-describedby': [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ') || undefined,
    ...rest,
  } as const;
  return (
    <div class="formfield">
      <label for={id} class={rest.required ? 'required' : undefined}>{label}</label>
      {rows ? <textarea {...shared} rows={rows} /> : <input {...shared as JSX.IntrinsicElements['input']} />}
      {hint && <p id={`${id}-hint`} class="faint">{hint}</p>}
      {problem && <p id={`${id}-problem`} class="problem">{problem}</p>}
    </div>
  );
}

export type Option = { value: string; label: string; hint?: string; disabled?: boolean };
type ChoiceProps = { name: string; label: string; options: Option[]; hint?: string };

/** One of some, each with a line that says what it means. */
export function Radios({ name, label, options, hint, value, onChange }: ChoiceProps & { value: string; onChange?: (value: string) => void }) {
  return <Choices {...{ name, label, options, hint }} type="radio" chosen={[value]} onChange={onChange} />;
}
export function Checks({ chosen, ...rest }: ChoiceProps & { chosen: string[]; columns?: boolean }) {
  return <Choices {...rest} type="checkbox" chosen={chosen} />;
}

function Choices({ name, label, options, hint, type, chosen, onChange, columns }: ChoiceProps & {
  type: 'radio' | 'checkbox'; chosen: string[]; onChange?: (value: string) => void; columns?: boolean;
}) {
  const id = useId();
  const problem = useProblem(name);
  return (
    <fieldset class="choosing" data-invalid={problem ? true : undefined} aria-describedby={[hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ') || undefined}>
      <legend>{label}</legend>
      {hint && <p id={`${id}-hint`} class="faint">{hint}</p>}
      <div class={columns ? 'columns' : undefined}>
        {options.map((each, index) => (
          <label class="choice" key={each.value}>
            <input type={type} name={name} value={each.value} defaultChecked={chosen.includes(each.value)} disabled={each.disabled}
              aria-describedby={each.hint ? `${id}-${index}` : undefined} onChange={onChange && (() => onChange(each.value))} />
            <span><span>{each.label}</span>{each.hint && <span id={`${id}-${index}`} class="faint line" aria-hidden="true">{each.hint}</span>}</span>
          </label>
        ))}
      </div>
      {problem && <p id={`${id}-problem`} class="problem">{problem}</p>}
    </fieldset>
  );
}

/** One yes or no, with what it means. */
export function Check({ name, label, hint, checked, disabled }: { name: string; label: string; hint?: string; checked?: boolean; disabled?: boolean }) {
  const id = useId();
  const problem = useProblem(name);
  return (
    <div class="formfield">
      <label class="choice"><input type="checkbox" name={name} value="yes" defaultChecked={checked} disabled={disabled} aria-describedby={hint ? id : undefined} /><span>{label}</span></label>
      {hint && <p id={id} class="faint">{hint}</p>}
      {problem && <p class="problem">{problem}</p>}
    </div>
  );
}

export function Select({ name, label, options, value, hint, onChange }: ChoiceProps & { value?: string; onChange?: (value: string, control: HTMLSelectElement) => void }) {
  const id = useId();
  const problem = useProblem(name);
  return (
    <div class="formfield">
      <label for={id}>{label}</label>
      <select id={id} name={name} aria-invalid={problem ? true : undefined} aria-describedby={problem ? `${id}-problem` : hint ? `${id}-hint` : undefined}
        onChange={onChange && ((event) => onChange(event.currentTarget.value, event.currentTarget))}>
        {options.map((each) => <option key={each.value} value={each.value} selected={each.value === value}>{each.label}</option>)}
      </select>
      {hint && <p id={`${id}-hint`} class="faint">{hint}</p>}
      {problem && <p id={`${id}-problem`} class="problem">{problem}</p>}
    </div>
  );
}
