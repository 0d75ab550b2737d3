// Requests to the public API, with the session's cookie and nothing else.
import { effect, signal, untracked } from '@preact/signals';
import type { components } from './api.d';
import { noted } from './curl';
import { asking, endRefusals, expired, isAwaited, refuse } from './ended';
import { readJson, writeJson } from './exact';
import { base, isAnother, nowHere, type Session, session, toldOfPerson } from './person';
import { fieldRefusal, placed, refusal } from './refusal';
import { t } from './text';

/** What the server says its answers hold: made from its own description, and compared with it by a test. */
export type Schemas = components['schemas'];

/** As the form takes one: of a type that is not known, too. */
export type Metafield = {
  id?: string;
  type: string;
  title?: string;
  key?: string;
  help?: string;
  value?: unknown;
  unfinished?: string; // kept in a form, and no part of what is stored
  required?: boolean;
  regex?: string;
  regex_message?: string;
  minlength?: number;
  maxlength?: number;
  options?: { key?: string; value: string }[] | string;
  object_type?: string;
  children?: Metafield[];
  repeater_fields?: Metafield[];
};

export type Content = Omit<Schemas['Object'], 'metafields' | 'bucket' | 'options' | 'created'> & { metafields?: Metafield[] };

export type ObjectType = {
  slug: string;
  created_at?: string; // of one that is stored
  title: string;
  singular: string;
  emoji: string | null;
  metafields: Metafield[];
  options: { slug_field: boolean; content_editor: boolean };
  localization: boolean;
  locales: string[];
  priority_locale: string | null;
  singleton: boolean;
  enforce_validation?: boolean | null; // null: as the server is set
};

export type Media = {
  id: string;
  name: string;
  original_name: string;
  size: number;
  type: string;
  created: string;
  folder: string | null;
  url: string;
  metadata: Record<string, unknown> | null;
  focal_point?: { x: number; y: number };
};

export type BucketRole = Schemas['BucketRole'];
export type User = Schemas['Owner'];
export type { Session };
export type Problem = { path: string; message: string };

export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly problems: Problem[] = [],
  ) {
    super(message);
  }
}

export type Answer<T> = { data: T; version: string };

export { base, session };

/** Whether the last request was answered. */
export const reached = signal(true);

// The version stands in front of the digest: "7-0a4d...".
const versionOf = (response: Response) => /^(?:W\/)?"(\d+)/.exec(response.headers.get('ETag') ?? '')?.[1] ?? '';

const needsSession = (path: string): boolean => path.startsWith('/buckets/') && !path.includes('/previews/');

/** `file` is sent as it is, `body` as JSON. `quiet` is what nobody has pressed, `keepalive` what the server hears of though the page is left right away. */
export type Options = { method?: string; body?: unknown; file?: Blob; version?: string; headers?: Record<string, string>; quiet?: boolean; keepalive?: boolean };

export async function ask<T>(path: string, options: Options = {}): Promise<Answer<T>> {
  const method = options.method ?? 'GET';
  const headers: Record<string, string> = { Accept: 'application/json', ...options.headers };
  if (method !== 'GET') headers['Inkwell-Session'] = '1';
  if (options.version) headers['If-Match'] = `"${options.version}"`;
  if (options.body !== undefined) headers['Content-Type'] = 'application/json';
  noted(method, path, options, headers);
  const began = performance.now();
  const awaited = !options.quiet && isAwaited(method);
  const refused = () => {
    refuse(awaited, began);
    return new ApiError(401, t('Your session has ended: sign in and try again.'));
  };
  // The cookie is somebody else's by now, and what was typed here would be, too.
  if (path !== '/session' && isAnother()) {
    askWhose();
    throw refused();
  }
  const ended = expired.peek();
  let response: Response;
  try {
    response = await fetch(`${base}/v2${path}`, {
      method,
      headers,
      body: options.file ?? (options.body === undefined ? undefined : writeJson(options.body)),
      credentials: 'same-origin',
      keepalive: options.keepalive,
    });
  } catch {
    reached.value = false;
    throw new ApiError(0, t('The server does not answer.'));
  }
  reached.value = true;
  const data = await response.text().then(readJson).catch(() => ({})) as T & { message?: unknown; problems?: Problem[] };
  if (response.ok) {
    // They signed in again in another window. A dialog that is open stays: what is typed of a password would go on in the text behind it.
    if (ended && !asking.peek() && needsSession(path)) endRefusals();
    return { data, version: versionOf(response) };
  }
  if (response.status === 401 && session.value && path !== '/session') throw refused();
  const given: Problem[] = data.problems ?? [];
  const problems = given.map(({ path: at, message }) => ({ path: at, message: fieldRefusal(withoutName(message, at)) }));
  const words = given.reduce((text, each) => withoutName(text, each.path), String(data.message ?? ''));
  throw new ApiError(response.status, sentence(refusal(response.status, words, problems)), given.length ? problems : placed(words));
}

export const get = async <T>(path: string): Promise<T> => (await ask<T>(path)).data;
export const send = async <T>(method: string, path: string, body?: unknown): Promise<T> =>
  (await ask<T>(path, { method, body })).data;

/** Stands in each write of an object or a file: what people do here is told to webhooks. Programs ask for it themselves. */
export const toldToWebhooks = { trigger_webhook: true };

/** A query string; what is undefined or empty is left out, objects become JSON. */
export function search(parameters: Record<string, unknown>): string {
  const out = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined || value === null || value === '') continue;
    out.set(name, typeof value === 'object' ? writeJson(value) : String(value));
  }
  const text = out.toString();
  return text ? `?${text}` : '';
}

export const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

// Some messages begin with the name of the field, which stands at the field already or in front of them.
const withoutName = (text: string, path: string) => text.replace(`'${path}': `, '');

/** What stands alone, of words that may stand within others. */
export function sentence(text: string): string {
  const words = text || t('the server refused the request');
  return words.charAt(0).toUpperCase() + words.slice(1) + (/[.!?]$/.test(words) ? '' : '.');
}

// A page is one person's. For another one it begins anew: what was typed stays on this computer for who typed it.
function become(found: Session): boolean {
  nowHere(found.user.id);
  const isMine = (session.peek() ?? found).user.id === found.user.id;
  if (isMine) session.value = found;
  else location.reload();
  return isMine;
}

async function findWhose(): Promise<void> {
  const found = await get<Session>('/session').catch(() => null);
  if (found && become(found) && expired.peek() && !asking.peek()) endRefusals();
}

// A window that was closed while somebody signed in tells nobody how that ended.
let toAsk: ReturnType<typeof setTimeout> | undefined;
function askWhose(): void {
  toAsk ??= setTimeout(() => {
    toAsk = undefined;
    if (isAnother()) void findWhose();
  }, 2000);
}

toldOfPerson(() => {
  if (isAnother()) location.reload();
  else if (expired.peek()) void findWhose();
});

export async function loadSession(): Promise<void> {
  try {
    become(await get<Session>('/session'));
  } catch (error) {
    if (error instanceof ApiError && error.status !== 401) throw error;
    session.value = null;
  }
}

export async function signIn(email: string, password: string): Promise<void> {
  const before = nowHere('');
  try {
    if (become(await send<Session>('POST', '/session', { email, password }))) endRefusals();
  } catch (error) {
    if (error instanceof ApiError && error.status) nowHere(before);
    else await loadSession().catch(() => nowHere(null)); // who the cookie is of by now, the answer did not say
    throw error;
  }
}

/** Runs `then` when who was signed in is so again; nothing when that is somebody else. */
export function signedInAgain(then: () => void): void {
  const before = session.peek()?.user.id;
  const stop = effect(() => {
    if (expired.value) return;
    queueMicrotask(() => stop());
    if (before && session.peek()?.user.id === before) untracked(then);
  });
}

/** Throws where the server has not heard of it: the cookie, which no script can take away, goes on to open everything here. */
export async function signOut(): Promise<void> {
  await ask('/session', { method: 'DELETE', keepalive: true }).catch((error) => {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
  });
  forgetAnswers();
  session.value = null;
  endRefusals();
}

/** A picture of the media library in another size. */
export const imageOf = (bucket: string, name: string, parameters: string): string =>
  `${base}/v2/images/${bucket}/${encodeURIComponent(name)}?${parameters}`;

export const bucketPath = (bucket: string): string => `/buckets/${encodeURIComponent(bucket)}`;

/** What was read for one person is not shown to the next. */
function forgetAnswers(): void {
  typesOfBuckets.clear();
}

/** Counts how often object types were changed here: who shows them reads them again. */
export const typesChanged = signal(0);
export function forgetTypes(bucket: string): void {
  typesOfBuckets.delete(bucket);
  ++typesChanged.value;
}

/** Counts how often the server has kept or forgotten what this person typed: who lists that reads it again. */
export const keptChanged = signal(0);

const typesOfBuckets = new Map<string, Promise<ObjectType[]>>();
export function typesOf(bucket: string): Promise<ObjectType[]> {
  let types = typesOfBuckets.get(bucket);
  if (!types) {
    types = get<{ object_types: ObjectType[] }>(`${bucketPath(bucket)}/object-types`).then((data) => data.object_types);
    types.catch(() => typesOfBuckets.delete(bucket));
    typesOfBuckets.set(bucket, types);
  }
  return types;
}
