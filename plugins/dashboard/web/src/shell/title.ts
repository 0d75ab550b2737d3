import { useEffect } from 'preact/hooks';

/** The window's title: what is shown, then the program. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · Inkwell` : 'Inkwell';
  }, [title]);
}
