// What the dashboard and the parts of plugins say to each other: share/doc/writing-a-plugin.md.
/** What an editor is told, once and after every change. */
export type EditorState = {
  value: unknown; // a copy
  field: Record<string, unknown>; // the metafield without its value: title, key, required, and what its type defines
  readonly: boolean;
  locale: string | null; // of what is written
  language: string; // of the person
};
/** What a screen is told. */
export type ScreenState = { bucket: string; language: string };
export type State = EditorState | ScreenState;

/** Beside the state, unless in a frame: a request to the interface with the session of the person. */
export type Host = { ask: (method: string, path: string, body?: unknown) => Promise<unknown> };

export interface PartElement extends HTMLElement {
  update(state: State, host?: Host): void;
}

/** Between a frame and the page around it. */
export type ToFrame = { inkwell: 1; state: State };
export type FromFrame = { inkwell: 1 } & ({ ready: true } | { value: unknown } | { height: number } | { undo: true } | { failed: string });

/** How long a part may take until it is there. */
export const patience = 5000;
export const maxCharacters = 1_000_000;
