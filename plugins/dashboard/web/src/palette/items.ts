// What the palette offers: what is known here at once, and what the server finds.
import { bucketPath, get, type ObjectType, type Schemas, search, session } from '../api';
import { rightsIn, runsServer } from '../rights';
import { screens } from '../parts/list';
import { address, go, lastPlace } from '../router';
import type { Action } from '../shell/actions';
import { copyAsCurl } from '../shell/copy';
import { pagesOf, serverPages } from '../settings/pages';
import { recentOf, remember } from '../shell/recent';
import { signOf } from '../shell/sign';
import { askToSignOut } from '../shell/signout';
import { t } from '../text';

export type Item = { value: string; label: string; group: string; note: string; icon: string; run: () => void };

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Every word typed begins a word of `text`: "new art" finds "New Article". */
export function fits(text: string, words: string): boolean {
  const parts = plain(text).split(/[^\p{L}\p{N}]+/u);
  return plain(words).split(/\s+/).filter(Boolean).every((word) => parts.some((part) => part.startsWith(word)));
}

function placesOf(bucket: string, types: ObjectType[]): Item[] {
  const place = (label: string, to: string, icon: string, note = ''): Item => ({ value: `to:${to}`, label, group: t('Go to'), note, icon, run: () => void go(to) });
  const others = (session.value?.buckets ?? []).filter((each) => each.slug !== bucket);
  const server = runsServer() ? serverPages().map((each) => place(each.title, each.to, each.icon, t('Server'))) : [];
  const elsewhere = [place(t('Account'), address('-', 'account'), '☺'), ...server, ...others.map((each) => place(each.title, lastPlace(each.slug), '⇄', t('Bucket')))];
  if (!bucket) return elsewhere;
  return [
    place(t('Home'), address(bucket), '⌂'),
    ...types.map((type) => place(type.title, address(bucket, 'objects', type.slug), signOf(type))),
    ...types.filter((type) => !type.singleton && rightsIn(bucket).write(type.slug)).map((type) => place(t('New {type}', { type: type.singular }), address(bucket, 'objects', type.slug, 'new'), '+')),
    place(t('Media'), address(bucket, 'media'), '🖼'),
    ...screens.map((each) => place(each.title, address(bucket, 'parts', each.slug), '◧')),
    place(t('Trash'), address(bucket, 'trash'), '🗑'),
    ...(rightsIn(bucket).types ? [place(t('Object types'), address(bucket, 'types'), '▤')] : []),
    ...pagesOf(bucket).map((each) => place(each.title, each.to, each.icon, t('Manage'))),
    ...elsewhere,
  ];
}

function actions(here: Action[]): Item[] {
  const always: Action[] = [{ name: t('Copy as curl'), run: () => void copyAsCurl() }, { name: t('Sign out'), run: () => void askToSignOut() }];
  return [...here, ...always].map((each) => ({ value: `do:${each.name}`, label: each.name, group: t('On this screen'), note: '', icon: '▸', run: each.run }));
}

const recent = (bucket: string): Item[] =>
  recentOf(bucket).slice(0, 6).map((each) => ({ value: `recent:${each.to}`, label: each.title, group: t('Opened lately'), note: '', icon: '↺', run: () => void go(each.to) }));

/** What is known without asking anybody. `here` is what the screen said when the palette opened. */
export function localItems(bucket: string, types: ObjectType[], words: string, here: Action[]): Item[] {
  const all = [...recent(bucket), ...actions(here), ...placesOf(bucket, types)];
  return words.trim() ? all.filter((each) => fits(each.label, words)) : all;
}

export async function foundItems(bucket: string, types: ObjectType[], words: string): Promise<Item[]> {
  const q = words.trim().split(/\s+/).slice(0, 10).join(' ').slice(0, 200);
  const { results } = await get<Schemas['SearchAnswer']>(`${bucketPath(bucket)}/search${search({ q, kinds: 'objects,media', status: 'any', limit: 12 })}`);
  return results.map((each) => {
    const type = types.find((known) => known.slug === each.type);
    if (each.kind === 'media') {
      const to = `${address(bucket, 'media')}${search({ q: each.title })}`;
      return { value: `media:${each.id}`, label: each.title, group: t('Media'), note: each.type, icon: '🖼', run: () => void go(to) };
    }
    const to = address(bucket, 'objects', each.type, each.id);
    const run = () => {
      remember(bucket, { to, title: each.title });
      void go(to);
    };
    const note = [type?.singular ?? each.type, each.status === 'draft' ? t('Draft') : ''].filter(Boolean).join(' · ');
    return { value: `object:${each.id}`, label: each.title, group: t('Content'), note, icon: type ? signOf(type) : '', run };
  });
}
