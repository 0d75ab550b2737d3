// Which screen an address is: doors that are open to everybody, the account, or a bucket.
import { signal, useSignalEffect } from '@preact/signals';
import { render } from 'preact';
import { useEffect } from 'preact/hooks';
import { loadSession, session, wordsOf } from './api';
import { Dialog, Questions } from './dialog';
import { asking, expired } from './ended';
import { Buckets } from './home';
import { Messages } from './messages';
import { address, go, lastPlace, place } from './router';
import { CopyByHand } from './shell/copy';
import { Frame } from './shell/frame';
import { lazy } from './shell/lazy';
import { SignIn, SignInAgain } from './signin';
import { loadLanguage, t } from './text';

const Invitation = lazy(() => import('./doors/doors').then((found) => found.Invitation));
const Forgotten = lazy(() => import('./doors/doors').then((found) => found.Forgotten));
const NewPassword = lazy(() => import('./doors/doors').then((found) => found.NewPassword));
const Server = lazy(() => import('./server').then((found) => found.Server));
const Account = lazy(() => import('./doors/account').then((found) => found.Account));

/** Why it is not known yet who is signed in. */
const unanswered = signal('');
let again: ReturnType<typeof setTimeout> | undefined;
const askedAgainAfter = 5000;

async function askWho(): Promise<void> {
  clearTimeout(again);
  try {
    await loadSession();
  } catch (error) {
    unanswered.value = wordsOf(error);
    again = setTimeout(askWho, askedAgainAfter);
  }
}

function Unanswered() {
  return (
    <main class="door">
      <h1><span class="mark" aria-hidden="true" />Inkwell</h1>
      <p role="alert" class="problem">{unanswered.value}</p>
      <p class="faint">{t('It is asked again every few seconds.')}</p>
      <p><button type="button" class="primary" onClick={() => void askWho()}>{t('Try again')}</button></p>
    </main>
  );
}

function Shown() {
  const [bucket, door] = place.value.path;
  const known = session.value;
  useEffect(() => {
    if (known && !bucket && known.buckets.length === 1) void go(lastPlace(known.buckets[0]!.slug), { replace: true });
    if (known && bucket === '-' && door === 'server' && !known.user.server_admin) void go(address(), { replace: true });
    if (bucket === '-' && !['account', 'invitation', 'forgotten-password', 'new-password', 'server'].includes(door ?? '')) void go(address(), { replace: true });
  }, [known, bucket]);
  if (bucket === '-' && door === 'invitation') return <Invitation />;
  if (bucket === '-' && door === 'forgotten-password') return <Forgotten />;
  if (bucket === '-' && door === 'new-password') return <NewPassword />;
  if (known === undefined && unanswered.value) return <Unanswered />;
  if (known === undefined) return <p class="waiting" role="status">{t('Loading…')}</p>;
  if (known === null) return <SignIn />;
  if (!bucket) return <Buckets />;
  if (bucket === '-' && door === 'server') return known.user.server_admin ? <Server /> : null;
  if (bucket === '-') return <Account />;
  return <Frame key={bucket} bucket={bucket} />;
}

function App() {
  useSignalEffect(() => {
    if (session.value === null) document.title = `${t('Sign in')} · Inkwell`;
  });
  return (
    <>
      <Shown />
      {session.value && expired.value && asking.value && (
        <Dialog title={t('Sign in again')} onClose={() => (asking.value = false)}>
          <p>{t('Your session has ended. What you typed is still here.')}</p>
          <SignInAgain />
        </Dialog>
      )}
      <Questions />
      <CopyByHand />
      <Messages />
    </>
  );
}

// A file that is dropped where nothing takes it would be opened in place of what is being written.
for (const name of ['dragover', 'drop'] as const) {
  addEventListener(name, (event) => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'none';
  });
}

async function begin(): Promise<void> {
  void askWho();
  await loadLanguage();
  render(<App />, document.getElementById('app')!);
}

void begin();
