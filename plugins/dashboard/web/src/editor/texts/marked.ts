// Markdown as readers may see it, for the preview alone: what is stored is Markdown, and a site makes of it what it wants.
import { marked } from 'marked';

export const toHtml = (text: string): string => marked.parse(text, { async: false, gfm: true });
