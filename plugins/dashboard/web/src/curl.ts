// What the present screen asked the server for, as lines for a terminal: whatever a screen does, a script can do too.
import type { Options } from './api';
import { writeJson } from './exact';

type Noted = { method: string; path: string; headers: Record<string, string>; body?: unknown; file?: boolean };

const mostReads = 8;
let reads: Noted[] = [];
let write: Noted | null = null;

// What a screen does by itself, again and again, is not what its person did.
const ofItself = /\/(presence|autosave)$/;

export function noted(method: string, path: string, options: Options, all: Record<string, string>): void {
  if (ofItself.test(path) || path === '/session') return;
  // The cookie's header means nothing beside a token.
  const { Accept: _, 'Inkwell-Session': __, ...headers } = all;
  const entry = { method, path, headers, body: options.body, file: !!options.file };
  if (method !== 'GET') return void (write = entry);
  reads = [...reads.filter((each) => each.path !== path), entry].slice(-mostReads);
}

/** Another screen is shown: it begins with nothing asked. */
export function nothingNoted(): void {
  reads = [];
  write = null;
}

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

// Passwords go nowhere, not even into one's own clipboard.
const hidden = (name: string, value: unknown): unknown => (/password/.test(name) && typeof value === 'string' ? '***' : value);

function line(origin: string, { method, path, headers, body, file }: Noted): string {
  const [plain, query] = path.split('?') as [string, string?];
  const parts = [`curl -s${query ? ' -G' : ''}${method === 'GET' ? '' : ` -X ${method}`} ${quote(`${origin}/v2${plain}`)}`];
  parts.push('-H "Authorization: Bearer $INKWELL_TOKEN"');
  for (const [name, value] of Object.entries(headers)) parts.push(`-H ${quote(`${name}: ${value}`)}`);
  for (const [name, value] of new URLSearchParams(query)) parts.push(`--data-urlencode ${quote(`${name}=${value}`)}`);
  if (body !== undefined) parts.push(`-d ${quote(writeJson(body, undefined, hidden))}`);
  if (file) parts.push('--data-binary @FILE');
  return parts.join(' \\\n  ');
}

/** The reads of this screen in their order, and the last write. `origin` is the server with the path in front, if it has one. */
export function curlLines(origin: string): string[] {
  return [...reads, ...(write ? [write] : [])].map((each) => line(origin, each));
}
