// Which parts plugins bring: it stands in the page.
export type Listed = { file?: string; sandboxed?: boolean; contract: number };
export type ListedScreen = Listed & { slug: string; title: string };

const text = document.querySelector<HTMLMetaElement>('meta[name=inkwell-parts]')?.content;
const { editors, screens } = JSON.parse(text || '{"editors":{},"screens":[]}') as { editors: Record<string, Listed>; screens: ListedScreen[] };

export const editorOf = (type: string): Listed | undefined => (Object.hasOwn(editors, type) ? editors[type] : undefined);
export { screens };
