// Who else has this object open, and in which field. It is shown; nothing is ever locked by it.
import { type Signal, signal, useComputed, useSignal } from '@preact/signals';
import { useContext, useEffect, useMemo, useRef } from 'preact/hooks';
import { ask, base, bucketPath, get, search, session } from '../api';
import { listen } from '../live';
import { t } from '../text';
import { Form } from './context';

export type Person = { id: string; first_name: string; last_name: string; avatar_url?: string | null };
/** `field` is the server's path of a field, such as metafields[2], or null. */
export type Place = { object: string; field: string | null; user: Person; since: string };
type Told = Partial<Place> & { here?: boolean };

// The server forgets who was not heard of for 45 seconds.
const every = 20_000;

export class Presence {
  readonly others: Signal<Place[]> = signal([]);
  private field: string | null = null;
  private heard = 0;
  private timer: ReturnType<typeof setInterval> | undefined;
  private hush: (() => void) | undefined;
  private soon: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly bucket: string, private readonly object: string) {}

  start(): void {
    this.hush = listen(this.bucket, (name, data) => {
      if (name === 'presence') this.hear(data as Told);
      else if (name === 'ready' || name === 'reset') void this.read();
    });
    void this.read();
    void this.tell();
    this.timer = setInterval(() => document.hidden || void this.tell(), every);
    addEventListener('pagehide', this.leave);
  }
  stop(): void {
    this.hush?.();
    clearInterval(this.timer);
    clearTimeout(this.soon);
    removeEventListener('pagehide', this.leave);
    this.leave();
  }
  /** Says where this person is now; the way through several fields is one message. */
  go(field: string | null): void {
    if (field === this.field || this.object === 'new') return;
    this.field = field;
    clearTimeout(this.soon);
    this.soon = setTimeout(() => void this.tell(), 300);
  }

  private get path(): string {
    return `${bucketPath(this.bucket)}/presence`;
  }
  // What is only shown to others is no reason to disturb this person: failures are silent.
  private tell(): Promise<unknown> {
    return ask(this.path, { method: 'POST', body: { object: this.object, field: this.field }, quiet: true }).catch(() => undefined);
  }
  private async read(): Promise<void> {
    const heard = this.heard;
    const found = await get<{ presence: Place[] }>(`${this.path}${search({ object: this.object })}`).catch(() => null);
    if (found && heard !== this.heard) return this.read(); // the list may be older than what was heard
    if (found) this.others.value = found.presence.filter((each) => this.isOther(each));
  }
  private hear(place: Told): void {
    if (place.object !== this.object || !place.user?.id || !this.isOther(place as Place)) return;
    ++this.heard;
    const rest = this.others.value.filter((each) => each.user.id !== place.user!.id);
    this.others.value = place.here ? [...rest, place as Place] : rest;
  }
  private isOther = (place: Place): boolean => place.user.id !== session.value?.user.id;
  // A page that closes waits for no answer.
  private leave = (): void => {
    const address = `${base}/v2${this.path}${search({ object: this.object })}`;
    void fetch(address, { method: 'DELETE', keepalive: true, headers: { 'Inkwell-Session': '1' } }).catch(() => undefined);
  };
}

/** Of the object that is open; an object that is new is nobody else's. */
export function usePresence(bucket: string, id: string): Presence {
  const presence = useMemo(() => new Presence(bucket, id), [bucket, id]);
  useEffect(() => {
    if (id === 'new') return;
    presence.start();
    return () => presence.stop();
  }, [presence]);
  return presence;
}

const nameOf = (user: Person): string => [user.first_name, user.last_name].filter(Boolean).join(' ') || t('Somebody');
const initialsOf = (user: Person): string => [user.first_name, user.last_name].map((name) => [...(name ?? '')][0] ?? '').join('').toUpperCase() || '?';

function Face({ user, words }: { user: Person; words: string }) {
  return (
    <span class="face" title={words}>
      {user.avatar_url ? <img src={user.avatar_url} alt="" width={28} height={28} /> : <span aria-hidden="true">{initialsOf(user)}</span>}
      <span class="hidden">{words}</span>
    </span>
  );
}

/** To be heard, and once: who comes and who goes, not in which field they are. */
function Comings({ others }: { others: Person[] }) {
  const before = useRef<Person[]>([]);
  const told = useSignal('');
  const lacks = (list: Person[]) => ({ id }: Person) => !list.some((each) => each.id === id);
  useEffect(() => {
    const news = [
      ...others.filter(lacks(before.current)).map((each) => t('{name} has opened it too.', { name: nameOf(each) })),
      ...before.current.filter(lacks(others)).map((each) => t('{name} has closed it.', { name: nameOf(each) })),
    ];
    before.current = others;
    if (news.length) told.value = news.join(' ');
  });
  return <span class="hidden" aria-live="polite">{told.value}</span>;
}

export function People({ presence, titleOf }: { presence: Presence; titleOf: (field: string) => string }) {
  const others = presence.others.value;
  return (
    <>
      <Comings others={others.map(({ user }) => user)} />
      {others.length > 0 && (
        <ul class="faces" aria-label={t('Also here')}>
          {others.map(({ user, field }) => {
            const title = field && titleOf(field);
            return <li key={user.id}><Face user={user} words={title ? t('{name} is in {field}', { name: nameOf(user), field: title }) : t('{name} is here', { name: nameOf(user) })} /></li>;
          })}
        </ul>
      )}
    </>
  );
}

/** Beside the label of a field that others are in. */
export function PlaceMark({ path }: { path: string }) {
  const { presence } = useContext(Form);
  const here = useComputed(() => (presence?.others.value ?? []).filter((each) => each.field === path));
  if (!here.value.length) return null;
  return <span class="faces small">{here.value.map(({ user }) => <Face key={user.id} user={user} words={t('{name} is here', { name: nameOf(user) })} />)}</span>;
}
