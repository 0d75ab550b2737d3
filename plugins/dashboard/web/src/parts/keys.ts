/** Whether the key asks to undo, where nothing else takes it: a text undoes its own typing. */
export function asksToUndo(event: KeyboardEvent): boolean {
  const { target } = event;
  const types = target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea'));
  return (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z' && !event.defaultPrevented && !types;
}
