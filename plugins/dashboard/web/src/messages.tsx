// What happened, said on the screen and to screen readers: role=status, errors role=alert.
import { signal } from '@preact/signals';

type Note = { id: number; text: string; error: boolean; label?: string; act?: () => void };
const notes = signal<Note[]>([]);
let last = 0;

const drop = (id: number) => (notes.value = notes.value.filter((note) => note.id !== id));

export function say(text: string, label?: string, act?: () => void): void {
  const id = ++last;
  notes.value = [...notes.value.filter((note) => note.error), { id, text, error: false, label, act }];
  setTimeout(() => drop(id), act ? 30_000 : 6_000);
}

export function fail(text: string): void {
  notes.value = [...notes.value.filter((note) => note.text !== text), { id: ++last, text, error: true }];
}

export const clearErrors = (): void => void (notes.value = notes.value.filter((note) => !note.error));

function NoteLine({ note }: { note: Note }) {
  const act = () => {
    drop(note.id);
    note.act?.();
  };
  return (
    <div class={note.error ? 'note error' : 'note'}>
      <span>{note.text}</span>
      {note.act && <button type="button" onClick={act}>{note.label}</button>}
      <button type="button" class="quiet" aria-label="Dismiss" onClick={() => drop(note.id)}>✕</button>
    </div>
  );
}

export function Messages() {
  return (
    <div class="notes">
      <div role="status">
        {notes.value.filter((note) => !note.error).map((note) => <NoteLine key={note.id} note={note} />)}
      </div>
      <div role="alert">
        {notes.value.filter((note) => note.error).map((note) => <NoteLine key={note.id} note={note} />)}
      </div>
    </div>
  );
}
