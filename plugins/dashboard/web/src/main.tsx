import { render } from 'preact';
import { useEffect } from 'preact/hooks';
import { expired, loadSession, session, signOut, typesOf, wordsOf } from './api';
import { Dialog, Questions } from './dialog';
import { Editor } from './editor/editor';
import { History } from './history';
import { Buckets, Home } from './home';
import { List } from './list';
import { useLoad } from './load';
import { MediaScreen } from './media/screen';
import { fail, Messages } from './messages';
import { address, go, Link, place } from './router';
import { SignIn, SignInAgain } from './signin';
import { Trash } from './trash';

function Frame({ bucket }: { bucket: string }) {
  const [, screen, type, id, page] = place.value.path;
  const { data: types, error } = useLoad(() => typesOf(bucket), [bucket]);
  const buckets = session.value!.buckets;
  useEffect(() => {
    const open = document.querySelector<HTMLDetailsElement>('.side details');
    if (open && matchMedia('(max-width: 52rem)').matches) open.open = false;
  }, [place.value]);
  if (error) return <main class="door"><h1>{bucket}</h1><p role="alert" class="problem">{error}</p><Link to={address()}>Other buckets</Link></main>;
  if (!types) return <p class="waiting" role="status">Loading…</p>;
  const found = types.find((each) => each.slug === type);
  const current = (...parts: string[]) => (parts.join('/') === [screen, type].filter(Boolean).join('/') ? 'page' : undefined);
  const links = (
    <nav aria-label="Content">
      <Link to={address(bucket)} aria-current={screen ? undefined : 'page'}>Home</Link>
      {types.map((each) => (
        <Link key={each.slug} to={address(bucket, 'objects', each.slug)} aria-current={current('objects', each.slug)}>
          <span class="icon" aria-hidden="true">{each.emoji ?? '📄'}</span>{each.title}
        </Link>
      ))}
      <hr />
      <Link to={address(bucket, 'media')} aria-current={current('media')}>Media</Link>
      <Link to={address(bucket, 'trash')} aria-current={current('trash')}>Trash</Link>
      <hr />
      <span class="faint who">{session.value!.user.email}</span>
      <button type="button" class="quiet" onClick={signOut}>Sign out</button>
    </nav>
  );
  return (
    <div class="frame">
      <a class="skip" href="#content">Skip to content</a>
      <header class="side">
        <div class="brand">
          <span class="mark" aria-hidden="true" />
          {buckets.length > 1 ? (
            <select aria-label="Bucket" value={bucket} onChange={(event) => go(address(event.currentTarget.value))}>
              {buckets.map((each) => <option key={each.slug} value={each.slug}>{each.title}</option>)}
            </select>
          ) : <strong>{buckets[0]?.title ?? bucket}</strong>}
        </div>
        <details open={!matchMedia('(max-width: 52rem)').matches}><summary>Menu</summary>{links}</details>
      </header>
      <main id="content" tabIndex={-1}>
        {!screen && <Home {...{ bucket, types }} />}
        {screen === 'objects' && found && !id && <List key={type} {...{ bucket, types }} type={found} />}
        {screen === 'objects' && found && id && !page && <Editor key={`${type}/${id}`} {...{ bucket, types, id }} type={found} />}
        {screen === 'objects' && found && id && page === 'history' && <History key={id} {...{ bucket, id }} type={found} />}
        {screen === 'objects' && !found && <p role="alert" class="problem">There is no object type “{type}” here.</p>}
        {screen === 'media' && <MediaScreen key={bucket} bucket={bucket} />}
        {screen === 'trash' && <Trash key={bucket} {...{ bucket, types }} />}
      </main>
    </div>
  );
}

function App() {
  const [bucket] = place.value.path;
  const known = session.value;
  useEffect(() => {
    if (known && !bucket && known.buckets.length === 1) void go(address(known.buckets[0]!.slug), { replace: true });
  }, [known, bucket]);
  return (
    <>
      {known === undefined && <p class="waiting" role="status">Loading…</p>}
      {known === null && <SignIn />}
      {known && !bucket && <Buckets />}
      {known && bucket && <Frame key={bucket} bucket={bucket} />}
      {known && expired.value && (
        <Dialog title="Sign in again" onClose={() => (expired.value = false)}>
          <p>Your session has ended. What you typed is still here.</p>
          <SignInAgain />
        </Dialog>
      )}
      <Questions />
      <Messages />
    </>
  );
}

render(<App />, document.getElementById('app')!);
loadSession().catch((error) => fail(wordsOf(error)));
