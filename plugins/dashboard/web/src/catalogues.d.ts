// Made by build.mjs from the files in src/catalogues.
declare module 'inkwell:catalogues' {
  export const catalogues: Record<string, () => Promise<{ default: import('./text').Catalogue }>>;
}
