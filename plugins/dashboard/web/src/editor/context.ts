import type { ReadonlySignal } from '@preact/signals';
import { createContext } from 'preact';
import type { Media, Problem } from '../api';
import type { Presence } from './presence';

/** What every field of a form needs. */
export type FormContext = {
  bucket: string;
  touched: () => void; // after each change
  problems: ReadonlySignal<Problem[]>; // of the last save, as the server said them
  corrected?: (problem: Problem) => void; // something else stands at its place now
  readonly?: boolean; // the role reads these objects only
  trial?: boolean; // nothing of the form is stored, so nothing is uploaded or made for it
  lang?: string; // of what is written, where the type has languages: spelling and speech follow it
  offer?: (text: string, label: string, act: () => void) => void; // what is said with it goes with the form
  place?: (files: File[], coming: Promise<Media[]>, put: (arrived: Media[]) => void) => Promise<void>; // `coming` are `files`, for which a save waits
  presence?: Presence; // of an object that is stored
};

export const Form = createContext<FormContext>(null as unknown as FormContext);
