// The page that readers will see, beside the form. It keeps its place while the form is saved again and again.
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { ApiError, bucketPath, type Content, get, send, session, wordsOf } from '../api';
import { fullTime } from '../format';
import { fail, say } from '../messages';
import { t } from '../text';
import { plainPage } from './plain';
import type { Editing } from './state';
import { frameText } from './texts/frame';

type Token = { token: string; url: string | null; expires_at: string };
// A page that reloads itself when it is told keeps its place by itself: it says so with "inkwell:listens".
const listens = 'inkwell:listens';
const saved = 'inkwell:saved';

const scrollOf = (frame: HTMLIFrameElement | null): number => {
  try {
    return frame?.contentWindow?.scrollY ?? 0;
  } catch {
    return 0; // a page of elsewhere: it keeps its place itself, or begins anew
  }
};

// Of an object there are so many tokens that hold; with one for each time the pane is opened, links that people were given would end.
const keyOf = (editing: Editing) => `inkwell:preview:${session.peek()?.user.id ?? ''}:${editing.path}`;

function keptToken(key: string): Token | null {
  const token = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Token | null;
  return token && Date.parse(token.expires_at) > Date.now() ? token : null;
}
function keepToken(key: string, token: Token): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(token));
  } catch {
    // a full store keeps none
  }
}

const makeToken = (editing: Editing): Promise<Token> => send<Token>('POST', `${editing.path}/preview-tokens`, { expires_in: 86_400 });

/** The one of this window, as long as it opens the object. */
async function ownToken(editing: Editing, bucket: string): Promise<Token> {
  const key = keyOf(editing);
  const known = keptToken(key);
  const isGood = known && await get(`${bucketPath(bucket)}/previews/${known.token}?props=id`).then(() => true, (problem) => !isGone(problem));
  if (isGood) return known;
  const made = await makeToken(editing);
  keepToken(key, made);
  return made;
}

const Refused = ({ words, again }: { words: string; again: () => void }) =>
  <p role="alert" class="problem">{words} <button type="button" class="small" onClick={again}>{t('Try again')}</button></p>;

const isGone = (problem: unknown): boolean => problem instanceof ApiError && [404, 410].includes(problem.status);

/** Two frames: what comes is loaded behind what is shown, and takes its place when it is there. `ended` is told of a token that was good once. */
function Page({ token, bucket, round, ended }: { token: Token; bucket: string; round: unknown; ended: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  const front = useRef<HTMLIFrameElement | null>(null);
  const hears = useRef(false);
  const error = useSignal('');
  const tries = useSignal(0);
  const good = useRef(''); // the token by which something was shown
  useEffect(() => {
    const hear = (event: MessageEvent) => {
      if (event.data === listens && event.source === front.current?.contentWindow) hears.current = true;
    };
    addEventListener('message', hear);
    return () => removeEventListener('message', hear);
  }, []);
  useEffect(() => {
    let current = true;
    const load = async () => {
      if (good.current === token.token && Date.parse(token.expires_at) <= Date.now()) return ended();
      if (front.current && hears.current && good.current === token.token) return void front.current.contentWindow?.postMessage(saved, '*');
      const next = document.createElement('iframe');
      next.title = t('Preview');
      // Without scripts where the text is ours to fill; a site's own page runs as it does for readers, but cannot lead this one away.
      next.setAttribute('sandbox', token.url ? 'allow-scripts allow-same-origin allow-forms allow-popups' : 'allow-same-origin');
      if (token.url) next.src = token.url;
      else {
        const { object } = await get<{ object: Content }>(`${bucketPath(bucket)}/previews/${token.token}?show_metafields=true&depth=1`);
        const page = await plainPage(object, bucket);
        if (!current) return;
        next.srcdoc = frameText(page);
      }
      const before = front.current;
      if (before) next.className = 'coming';
      next.onload = () => {
        if (!current && before) return next.remove();
        try {
          next.contentWindow?.scrollTo(0, scrollOf(before));
        } catch {
          // a page of elsewhere
        }
        next.className = '';
        before?.remove();
        front.current = next;
      };
      if (!before) front.current = next;
      box.current?.append(next);
      error.value = '';
      good.current = token.token;
    };
    load().catch((problem) => {
      if (!current) return;
      if (isGone(problem) && good.current === token.token) ended();
      else error.value = wordsOf(problem);
    });
    return () => void (current = false);
  }, [token.token, round, tries.value]);
  return <>{error.value && <Refused words={error.value} again={() => void ++tries.value} />}<div class="page" ref={box} /></>;
}

export function Preview({ editing, bucket }: { editing: Editing; bucket: string }) {
  const token = useSignal<Token | null>(null);
  const error = useSignal('');
  const begin = () => {
    error.value = '';
    ownToken(editing, bucket)
      .then((data) => (token.value = data), (problem) => (error.value = wordsOf(problem)));
  };
  useEffect(begin, []);
  const renew = () => {
    sessionStorage.removeItem(keyOf(editing));
    begin();
  };
  const link = token.value?.url ?? null;
  const copy = async () => {
    const made = makeToken(editing);
    try {
      // The browser allows it by the press, which an answer would come after; over plain HTTP it has no clipboard.
      const text = made.then(({ url }) => new Blob([url ?? ''], { type: 'text/plain' }));
      await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })]);
      say(t('The link is copied. It opens this draft until {time}.', { time: fullTime((await made).expires_at) }));
    } catch {
      const refused = await made.then(() => '', wordsOf);
      fail(refused || t('The browser does not allow copying: open the link in a tab and copy its address.'));
    }
  };
  return (
    <>
      <div class="tools">
        {link && <a class="button small" href={link} target="_blank" rel="noopener">{t('Open in a tab')}</a>}
        {link && <button type="button" class="small" onClick={copy}>{t('Copy the link')}</button>}
        <span class="faint">{editing.dirty.value ? t('Shows what was saved last. Save the draft to see your changes.') : t('Shows the draft as it is saved.')}</span>
      </div>
      {error.value && <Refused words={error.value} again={begin} />}
      {token.value && <Page token={token.value} bucket={bucket} round={editing.object.value} ended={renew} />}
    </>
  );
}
