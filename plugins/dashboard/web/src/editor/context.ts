import type { Signal } from '@preact/signals';
import { createContext } from 'preact';
import type { Media, Problem } from '../api';
import type { Presence } from './presence';

/** What every field of a form needs. */
export type FormContext = {
  bucket: string;
  touched: () => void; // after each change
  problems: Signal<Problem[]>; // of the last save, as the server said them
  readonly?: boolean; // the role reads these objects only
  lang?: string; // of what is written, where the type has languages: spelling and speech follow it
  offer?: (text: string, label: string, act: () => void) => void; // what is said with it goes with the form
  place?: (coming: Promise<Media[]>, put: (arrived: Media[]) => void) => Promise<void>; // files that are on their way, which a save waits for
  presence?: Presence; // of an object that is stored
};

export const Form = createContext<FormContext>(null as unknown as FormContext);
