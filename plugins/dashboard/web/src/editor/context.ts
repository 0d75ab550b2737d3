import type { Signal } from '@preact/signals';
import { createContext } from 'preact';
import type { Problem } from '../api';

/** What every field of a form needs. */
export type FormContext = {
  bucket: string;
  touched: () => void; // after each change
  problems: Signal<Problem[]>; // of the last save, as the server said them
};

export const Form = createContext<FormContext>(null as unknown as FormContext);
