// What was opened lately, by each person in each bucket, on this computer.
import { session } from '../api';

export type Recent = { to: string; title: string };

const most = 12;
const keyOf = (bucket: string) => `inkwell:recent:${session.peek()?.user.id ?? ''}:${bucket}`;

export function recentOf(bucket: string): Recent[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(bucket)) ?? '[]');
    return Array.isArray(kept) ? kept.filter((each): each is Recent => typeof each?.to === 'string' && typeof each?.title === 'string') : [];
  } catch {
    return [];
  }
}

export function remember(bucket: string, recent: Recent): void {
  if (!session.peek()) return;
  const next = [recent, ...recentOf(bucket).filter((each) => each.to !== recent.to)].slice(0, most);
  try {
    localStorage.setItem(keyOf(bucket), JSON.stringify(next));
  } catch {
    // a full store remembers nothing
  }
}
