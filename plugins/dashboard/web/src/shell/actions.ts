// What can be done on the screen that is shown, for the palette: its own list, and the buttons of its bar.
import { useEffect } from 'preact/hooks';

export type Action = { name: string; run: () => void };

const registered = new Map<symbol, () => Action[]>();

/** A screen says what can be done on it beside the buttons of its bar; asked when the palette opens. */
export function useActions(actions: () => Action[]): void {
  useEffect(() => {
    const id = Symbol('actions');
    registered.set(id, actions);
    return () => void registered.delete(id);
  });
}

// The buttons of a bar are there already, with their names: nobody has to say them twice.
function ofTheBar(): Action[] {
  const found = document.querySelectorAll<HTMLElement>('main .bar :is(button, a[href]), main [data-actions] :is(button, a[href])');
  return [...found]
    .filter((each) => !(each as HTMLButtonElement).disabled && !each.closest('.crumbs, [hidden], dialog'))
    .map((each) => ({ name: (each.getAttribute('aria-label') ?? each.textContent ?? '').trim(), run: () => each.click() }))
    .filter((each) => /\p{L}/u.test(each.name));
}

export function actionsNow(): Action[] {
  const all = [...[...registered.values()].flatMap((each) => each()), ...ofTheBar()];
  return all.filter((each, index) => all.findIndex((other) => other.name === each.name) === index);
}
