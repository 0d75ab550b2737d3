// What the screens of the modeler are made of.
import type { ComponentChildren } from 'preact';
import { createContext } from 'preact';
import { useContext, useId } from 'preact/hooks';
import type { ObjectType } from '../api';
import type { FieldType } from './model';
import { type Modeling, problemAt } from './modeling';
import { nameOfMember } from './words';

export type Here = { modeling: Modeling; fieldTypes: FieldType[]; types: ObjectType[] };
export const Model = createContext<Here>(null as unknown as Here);

export type Control = { 'id': string; 'aria-describedby': string | undefined; 'aria-invalid': boolean | undefined };

/** A control with its label, and what the server said about the place `path`. */
export function Labelled({ label, path, hint, warning, class: name, children }: { label: string; path: string; hint?: string; warning?: string; class?: string; children: (control: Control) => ComponentChildren }) {
  const { modeling } = useContext(Model);
  const id = useId();
  const message = problemAt(modeling.problems.value, path);
  const described = [message && `${id}-problem`, (warning || hint) && `${id}-hint`].filter(Boolean).join(' ') || undefined;
  return (
    <div class={['field', name].filter(Boolean).join(' ')}>
      <label for={id}>{label}</label>
      {children({ id, 'aria-describedby': described, 'aria-invalid': message ? true : undefined })}
      {(warning || hint) && <span id={`${id}-hint`} class={warning ? 'warned' : 'faint'}>{warning || hint}</span>}
      {message && <span id={`${id}-problem`} class="problem">{label} {message}</span>}
    </div>
  );
}

/** A yes or no. */
export function Check({ label, hint, checked, set }: { label: string; hint?: string; checked: boolean; set: (checked: boolean) => void }) {
  const id = useId();
  return (
    <>
      <label class="choice"><input type="checkbox" checked={checked} aria-describedby={hint ? id : undefined} onChange={(event) => set(event.currentTarget.checked)} />{label}</label>
      {hint && <span id={id} class="faint ofchoice">{hint}</span>}
    </>
  );
}

/** What the server said about a place that has no control of its own. */
export function Told({ path }: { path: string }) {
  const { modeling } = useContext(Model);
  const message = problemAt(modeling.problems.value, path);
  return message ? <span class="problem" tabIndex={-1} data-invalid>{nameOfMember(path.split('.').at(-1)!)} {message}</span> : null;
}
