// Who is who in a bucket. Admins are told all members at once; others are told who wrote an object, by its activity.
import { bucketPath, get, session } from './api';
import { t } from './text';

type Person = { id: string; first_name: string; last_name: string; email?: string };
type Written = { id: string; modified_by: string | null };
type Activity = { activity: { actor: { user?: Person } }[] };

export const nameOfPerson = ({ first_name: first, last_name: last, email }: Omit<Person, 'id'>): string => [first, last].filter(Boolean).join(' ') || email || '';

// What one person was told is not shown to the next who signs in here.
const kept = new Map<string, Promise<Map<string, string>>>();

const keyOf = (bucket: string): string => `${bucket} ${session.value?.user.id}`;

/** The names that are known, by account: to admins those of all members. */
export function peopleOf(bucket: string): Promise<Map<string, string>> {
  const key = keyOf(bucket);
  let people = kept.get(key);
  if (!people) {
    const seesAll = session.value?.buckets.find((each) => each.slug === bucket)?.role === 'admin';
    const read = seesAll ? get<{ users: Person[] }>(`${bucketPath(bucket)}/users`).then((data) => data.users, () => []) : Promise.resolve([]);
    people = read.then((users) => new Map(users.map((each) => [each.id, nameOfPerson(each)])));
    kept.set(key, people);
  }
  return people;
}

/** The names of those who wrote the objects, by account. One request for each person who is not known yet. */
export async function writersOf(bucket: string, objects: Written[]): Promise<Map<string, string>> {
  const people = await peopleOf(bucket);
  const asked = new Map<string, string>();
  for (const { id, modified_by: who } of objects) {
    if (who && who !== session.value?.user.id && !people.has(who) && !asked.has(who)) asked.set(who, id);
  }
  await Promise.all([...asked].map(async ([who, object]) => {
    const { activity } = await get<Activity>(`${bucketPath(bucket)}/objects/${object}/activity?limit=10`).catch((): Activity => ({ activity: [] }));
    const user = activity.map((each) => each.actor.user).find((each) => each?.id === who);
    if (user) people.set(who, nameOfPerson(user));
  }));
  return people;
}

/** "You", a name, or "somebody else" where it is not told. */
function whoIs(id: string | null | undefined, people: Map<string, string> | undefined): string {
  if (!id) return '';
  return id === session.value?.user.id ? t('you') : people?.get(id) || t('somebody else');
}

/** A time, and whose doing it was. */
export function byWhom(when: string, id: string | null | undefined, people: Map<string, string> | undefined): string {
  const who = whoIs(id, people);
  return who ? t('{when}, by {who}', { when, who }) : when;
}

/** Somebody came or went. */
export const forgetPeople = (bucket: string): void => void kept.delete(keyOf(bucket));
