import { useEffect, useRef } from 'preact/hooks';

/** Menus in `line` close by Escape, and when somebody goes elsewhere. */
export function useMenus() {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const shut = (event: Event) => {
      for (const menu of line.current?.querySelectorAll('details[open]') ?? []) if (!menu.contains(event.target as Node)) menu.removeAttribute('open');
    };
    addEventListener('pointerdown', shut);
    addEventListener('focusin', shut);
    return () => {
      removeEventListener('pointerdown', shut);
      removeEventListener('focusin', shut);
    };
  }, []);
  const escape = (event: KeyboardEvent) => {
    const menu = event.key === 'Escape' ? (event.target as HTMLElement).closest('details[open]') : null;
    if (!menu) return;
    event.preventDefault();
    menu.removeAttribute('open');
    menu.querySelector('summary')?.focus();
  };
  return { line, escape };
}
