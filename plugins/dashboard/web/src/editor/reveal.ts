// Takes a person to a field of the form, wherever it is folded away.
import { everyField, type Field } from './model';

// A text's editor comes a moment after it is unfolded, and its toolbar stands before what is typed into.
function controlIn(field: Element): HTMLElement | null {
  const typed = field.querySelector<HTMLElement>('[contenteditable=true][role=textbox]');
  const text = field.querySelector('.text-frame');
  return typed ?? (text ? text.querySelector<HTMLElement>('textarea') : field.querySelector<HTMLElement>('input, textarea, select, button'));
}

/** `form` is the element, `path` the server's of a field, such as metafields[2].children[0]. */
export function reveal(form: Element | null | undefined, fields: Field[], path: string): Promise<void> {
  const found = [...everyField(fields)].reverse().find((each) => path === each.path || path.startsWith(`${each.path}.`));
  for (const each of found?.around ?? []) each.open.value = true;
  return new Promise((done) => {
    const attempt = (tries: number) => requestAnimationFrame(() => {
      const field = form?.querySelector(`[data-path="${found?.path ?? path}"]`);
      const control = field && controlIn(field);
      if (!control && tries) return attempt(tries - 1);
      field?.scrollIntoView({ block: 'center' });
      control?.focus({ preventScroll: true });
      done();
    });
    attempt(60);
  });
}
