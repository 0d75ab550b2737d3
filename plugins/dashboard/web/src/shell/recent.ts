// What was opened lately, for each bucket, on this computer.
export type Recent = { to: string; title: string };

const most = 12;
const keyOf = (bucket: string) => `inkwell:recent:${bucket}`;

export function recentOf(bucket: string): Recent[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(bucket)) ?? '[]');
    return Array.isArray(kept) ? kept.filter((each): each is Recent => typeof each?.to === 'string' && typeof each?.title === 'string') : [];
  } catch {
    return [];
  }
}

export function remember(bucket: string, recent: Recent): void {
  const next = [recent, ...recentOf(bucket).filter((each) => each.to !== recent.to)].slice(0, most);
  try {
    localStorage.setItem(keyOf(bucket), JSON.stringify(next));
  } catch {
    // a full store remembers nothing
  }
}

const ofAnObject = /^[0-9a-f]{24}$/;
/** An object that is left was opened: its title stands in the window's. */
export function left(path: string[], to: string): void {
  const [bucket, screen, , id, page] = path;
  const title = document.title.replace(/ · Inkwell$/, '');
  if (bucket && screen === 'objects' && id && ofAnObject.test(id) && !page && title !== 'Inkwell') remember(bucket, { to, title });
}
