// What is told about a form. Once the form is left its notes name the object: something else stands before who reads them then.
import { useEffect, useRef } from 'preact/hooks';
import { fail, reword, say, unsay } from '../messages';
import type { Editing } from './state';

/** `away` is told once the form is left; without it the note goes with the form. */
export type Told = { here: string; away?: string };

// Refusals stand until the same is done, in their form or in the next one of the object.
let refusals: { note: number; form: Editing; path: string; kind: string }[] = [];

const kindOf = (name: string): string => (['draft', 'publish', 'unpublish'].includes(name) ? 'save' : name);

export function useTold(editing: Editing) {
  const notes = useRef<{ id: number; away?: string }[]>([]);
  const put = ({ here, away }: Told, note: (text: string) => number): number => {
    if (editing.isLeft) return note(away ?? here);
    const id = note(here);
    notes.current.push({ id, away });
    return id;
  };
  useEffect(() => () => {
    for (const { id, away } of notes.current) {
      if (away) reword(id, away);
      else unsay(id);
    }
  }, []);
  return {
    say: (told: Told, label?: string, act?: () => void, onlyWay = false): number => put(told, (text) => say(text, label, act, onlyWay)),
    refuse: (name: string, told: Told, label?: string, act?: () => void): void => {
      const note = put(told, (text) => fail(text, label, act));
      refusals.push({ note, form: editing, path: editing.path, kind: kindOf(name) });
    },
    /** `name` is done now. */
    forgive: (name: string): void => {
      const isIt = ({ form, path, kind }: (typeof refusals)[number]) =>
        kind === kindOf(name) && (form === editing || (editing.currentId !== 'new' && path === editing.path));
      for (const { note } of refusals.filter(isIt)) unsay(note);
      refusals = refusals.filter((each) => !isIt(each));
    },
  };
}
