// The live stream, once for the whole browser: browsers open six connections to a server with HTTP/1.1, and a stream in each tab would
// take them all. Of the tabs that are looked at, the one that holds a lock listens and tells the others. A server with too many
// streams answers 503; then everybody is told now and then that something may have changed, and it is tried again.
import { effect, signal, untracked } from '@preact/signals';
import { base, bucketPath, search } from './api';

export type Told = { id: string; type: string; object?: string; kind?: string; action?: string; actor?: { id: string | null } };
/** `name` is that of the event: object.edited, presence, progress, `ready` ... and `reset` when anything may have changed. */
export type Listener = (name: string, data: Told) => void;
type Message = { name: string; data: Told; at?: string };

const pollEvery = 15_000;
const tryAgainEvery = 60_000;
const kinds = ['object', 'object_type', 'media', 'media_folder', 'revision', 'merge'];
const events = [...kinds.flatMap((kind) => ['created', 'edited', 'deleted', 'closed', 'completed'].map((action) => `${kind}.${action}`)), 'presence', 'progress', 'reset'];
const anything: Told = { id: '', type: '' };

const begun = signal(0); // how often a stream was, or this computer was connected again, which a stream may live through
addEventListener('online', () => void (begun.value = begun.peek() + 1));

/** Runs `then` when the server, which did not answer, may do so: a stream begins, or this computer is connected. Answers what ends the waiting. */
export function onceAnswered(then: () => void): () => void {
  const before = begun.peek();
  const stop = effect(() => {
    if (begun.value === before) return;
    queueMicrotask(() => stop());
    untracked(then);
  });
  return stop;
}

class Live {
  readonly listeners = new Set<Listener>();
  private readonly channel: BroadcastChannel | null;
  private source: EventSource | null = null;
  private give: (() => void) | null = null; // the lock back
  private asked: AbortController | null = null;
  private timers: ReturnType<typeof setTimeout>[] = [];
  private at = ''; // the place in the stream, for whoever listens next
  private missed = false;

  constructor(private readonly bucket: string) {
    this.channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(`inkwell:live:${base}:${bucket}`) : null;
    if (this.channel) this.channel.onmessage = (event) => this.hear(event.data as Message);
  }

  start(): void {
    // After the first paint and what it asks for.
    this.timers.push(setTimeout(() => this.turn(), 600));
    document.addEventListener('visibilitychange', this.turn);
  }
  stop(): void {
    document.removeEventListener('visibilitychange', this.turn);
    this.rest();
    this.channel?.close();
  }

  private turn = (): void => {
    if (document.hidden) {
      this.rest();
      this.missed = true;
      return;
    }
    if (this.missed) this.hear({ name: 'reset', data: anything });
    this.missed = false;
    this.wait();
  };

  private rest(): void {
    this.asked?.abort();
    this.asked = null;
    this.timers.splice(0).forEach(clearTimeout);
    this.source?.close();
    this.source = null;
    this.give?.();
    this.give = null;
  }

  private wait(): void {
    if (this.asked) return;
    this.asked = new AbortController();
    if (!navigator.locks) return this.listen(); // an old browser: each tab for itself
    const held = () => new Promise<void>((resolve) => {
      this.give = resolve;
      this.listen();
    });
    navigator.locks.request(`inkwell:live:${base}:${this.bucket}`, { signal: this.asked.signal }, held).catch(() => undefined);
  }

  private listen(): void {
    this.source?.close();
    const query = search({ status: 'any', last_event_id: this.at });
    const source = (this.source = new EventSource(`${base}/v2${bucketPath(this.bucket)}/changes${query}`));
    const tell = (event: MessageEvent) => this.tell({ name: event.type, data: { ...anything, ...JSON.parse(event.data || '{}') }, at: event.lastEventId });
    for (const name of events) source.addEventListener(name, tell);
    let begun = !this.at;
    // Some events are sent once and kept nowhere: their readers read again when the stream begins.
    source.addEventListener('ready', (event: MessageEvent) => {
      this.tell({ name: 'ready', data: anything, at: event.lastEventId });
      // And what happened between the first reads and the first listening is in no event.
      if (begun) this.tell({ name: 'reset', data: anything });
      begun = false;
    });
    // A browser comes again after a lost connection, but not after a refusal.
    source.onerror = () => source.readyState === EventSource.CLOSED && this.poll(Math.floor(tryAgainEvery / pollEvery));
  }

  private poll(rounds: number): void {
    this.timers.push(setTimeout(() => {
      this.tell({ name: 'reset', data: anything });
      if (rounds > 1) this.poll(rounds - 1);
      else this.listen();
    }, pollEvery));
  }

  private tell(message: Message): void {
    this.channel?.postMessage(message);
    this.hear(message);
  }
  private hear({ name, data, at }: Message): void {
    if (at) this.at = at;
    if (name === 'ready') begun.value = begun.peek() + 1;
    for (const listener of this.listeners) listener(name, data);
  }
}

const streams = new Map<string, Live>();

/** Tells `listener` what happens in the bucket, until the answer is called. */
export function listen(bucket: string, listener: Listener): () => void {
  let live = streams.get(bucket);
  if (!live) {
    streams.set(bucket, (live = new Live(bucket)));
    live.start();
  }
  const own = live;
  own.listeners.add(listener);
  return () => {
    own.listeners.delete(listener);
    // Whoever shows the next screen listens at once: a stream is not closed and opened in between.
    setTimeout(() => {
      if (own.listeners.size || streams.get(bucket) !== own) return;
      streams.delete(bucket);
      own.stop();
    }, 1000);
  };
}
