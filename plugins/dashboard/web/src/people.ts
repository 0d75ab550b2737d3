// Who is who in a bucket, as far as this person may see it.
import { bucketPath, get, session } from './api';
import { t } from './text';

type Person = { id: string; first_name: string; last_name: string; email: string };
const peopleOfBuckets = new Map<string, Promise<Map<string, string>>>();

export const nameOfPerson = ({ first_name: first, last_name: last, email }: Omit<Person, 'id'>): string => [first, last].filter(Boolean).join(' ') || email;

/** Names by account. Those who do not manage users see their own alone. */
export function peopleOf(bucket: string): Promise<Map<string, string>> {
  let people = peopleOfBuckets.get(bucket);
  if (!people) {
    const seesAll = session.value?.buckets.find((each) => each.slug === bucket)?.role === 'admin';
    const read = seesAll ? get<{ users: Person[] }>(`${bucketPath(bucket)}/users`).then((data) => data.users, () => []) : Promise.resolve([]);
    people = read.then((users) => new Map(users.map((each) => [each.id, nameOfPerson(each)])));
    peopleOfBuckets.set(bucket, people);
  }
  return people;
}

/** "You", a name, or nothing where it is not known. */
export function whoIs(id: string | null | undefined, people: Map<string, string> | undefined): string {
  if (!id) return '';
  return id === session.value?.user.id ? t('you') : people?.get(id) ?? t('somebody else');
}

/** Somebody came or went. */
export const forgetPeople = (bucket: string): void => void peopleOfBuckets.delete(bucket);
