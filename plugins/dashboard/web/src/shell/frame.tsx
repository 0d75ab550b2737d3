// What stands around every screen of a bucket: the menu, the palette, and what is done when a screen fails.
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { forgetTypes, type ObjectType, session, typesChanged, typesOf } from '../api';
import { Editor } from '../editor/editor';
import { History } from '../history';
import { Home } from '../home';
import { List } from '../list';
import { listen } from '../live';
import { useLoad } from '../load';
import { MediaScreen } from '../media/screen';
import { screens } from '../parts/list';
import { openPalette, PaletteDoor } from '../palette/open';
import { rightsIn, runsServer } from '../rights';
import { address, Link, place } from '../router';
import { pagesOf } from '../settings/pages';
import { t } from '../text';
import { Trash } from '../trash';
import { Boundary } from './boundary';
import { useHeadingFocus } from './focus';
import { screenKey } from './goeson';
import { lazy } from './lazy';
import { NoType, typeAt, useOwnAddress } from './moved';
import { signOf } from './sign';
import { askToSignOut } from './signout';
import { Switcher, SwitcherDialog } from './switcher';
import { useTitle } from './title';

const Modeler = lazy(() => import('../modeler').then((found) => found.Modeler));
const Settings = lazy<{ bucket: string; types: ObjectType[]; page?: string; id?: string }>(() => import('../settings').then((found) => found.Settings));

const PartScreen = lazy<{ bucket: string; slug?: string }>(() => import('../parts/screen').then((found) => found.PartScreen));

const narrow = () => matchMedia('(max-width: 52rem)').matches;
const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

function Menu({ bucket, types }: { bucket: string; types: ObjectType[] }) {
  const [, screen, type] = place.value.path;
  const current = (...parts: string[]) => (parts.join('/') === [screen, type].filter(Boolean).join('/') ? 'page' : undefined);
  const pages = pagesOf(bucket);
  const inside = screen === 'settings';
  return (
    <nav aria-label={t('Content')}>
      <Link to={address(bucket)} aria-current={screen ? undefined : 'page'}>{t('Home')}</Link>
      {types.map((each) => (
        <Link key={each.slug} to={address(bucket, 'objects', each.slug)} aria-current={current('objects', each.slug)}>
          <span class="icon" aria-hidden="true">{signOf(each)}</span><bdi>{each.title}</bdi>
        </Link>
      ))}
      <hr />
      <Link to={address(bucket, 'media')} aria-current={current('media')}>{t('Media')}</Link>
      {screens.map((each) => <Link key={each.slug} to={address(bucket, 'parts', each.slug)} aria-current={current('parts', each.slug)}>{each.title}</Link>)}
      <Link to={address(bucket, 'trash')} aria-current={current('trash')}>{t('Trash')}</Link>
      {rightsIn(bucket).types && <Link to={address(bucket, 'types')} aria-current={screen === 'types' ? 'page' : undefined}>{t('Object types')}</Link>}
      {pages.length > 0 && <Link to={address(bucket, 'settings')} aria-current={inside && !type ? 'page' : undefined}>{t('Manage')}</Link>}
      {inside && pages.map((each) => <Link key={each.name} class="below" to={each.to} aria-current={each.name === type ? 'page' : undefined}>{each.title}</Link>)}
      <Own />
    </nav>
  );
}

/** What every menu ends with: the server, and what is one's own under one's name. */
export function Own() {
  const { first_name: first, last_name: last, email } = session.value!.user;
  const [bucket, screen] = place.value.path;
  return (
    <>
      <hr />
      {runsServer() && !(bucket === '-' && screen === 'server') && <Link to={address('-', 'server')}>{t('Server')}</Link>}
      <details class="own">
        <summary><bdi>{[first, last].filter(Boolean).join(' ') || email}</bdi></summary>
        <Link to={address('-', 'account')}>{t('Account')}</Link>
        <button type="button" class="quiet" onClick={askToSignOut}>{t('Sign out')}</button>
      </details>
    </>
  );
}

/** An address that leads nowhere: mistyped, or of another version. */
function Nowhere({ bucket }: { bucket: string }) {
  useTitle(t('Nothing is here'));
  return (
    <>
      <header class="bar"><h1>{t('Nothing is here')}</h1></header>
      <p role="alert" class="problem">{t('There is no screen at this address.')} <Link to={address(bucket)}>{t('Home')}</Link></p>
    </>
  );
}

function Screen({ bucket, types }: { bucket: string; types: ObjectType[] }) {
  const [, screen, type, id, page] = place.value.path;
  const found = screen === 'objects' ? typeAt(bucket, type, types) : undefined;
  useOwnAddress(found);
  switch (screen) {
    case undefined: return <Home {...{ bucket, types }} />;
    case 'objects':
      if (!found) return <NoType key={id} {...{ bucket, id }} slug={type ?? ''} />;
      if (!id) return <List key={type} {...{ bucket, types }} type={found} />;
      if (!page) return <Editor key={screenKey(place.value.path.join('/'))} {...{ bucket, types, id }} type={found} />;
      return page === 'history' ? <History key={id} {...{ bucket, id }} type={found} /> : <Nowhere bucket={bucket} />;
    case 'media': return <MediaScreen key={bucket} bucket={bucket} />;
    case 'parts': return <PartScreen key={type} {...{ bucket }} slug={type} />;
    case 'trash': return <Trash key={bucket} {...{ bucket, types }} />;
    case 'types':
      if (!rightsIn(bucket).types) return <p role="alert" class="problem">{t('Your role writes content here, and no object types.')}</p>;
      return <Modeler {...{ bucket, types }} slug={type} />;
    case 'settings': return <Settings {...{ bucket, types, id }} page={type} />;
    default: return <Nowhere bucket={bucket} />;
  }
}

/** What stands around a screen, of a bucket or, without one, of the server. */
export function Around({ bucket = '', types = [], brand, menu, children }: { bucket?: string; types?: ObjectType[]; brand: ComponentChildren; menu: ComponentChildren; children: ComponentChildren }) {
  useEffect(() => {
    const open = document.querySelector<HTMLDetailsElement>('.side > details');
    if (open && narrow()) open.open = false;
  }, [place.value]);
  useHeadingFocus();
  return (
    <div class="frame">
      <a class="skip" href="#content">{t('Skip to content')}</a>
      <header class="side">
        <div class="brand"><span class="mark" aria-hidden="true" />{brand}</div>
        <button type="button" class="search" aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'} onClick={openPalette}>
          <span>{t('Search')}</span><kbd aria-hidden="true">{isMac ? '⌘K' : 'Ctrl K'}</kbd>
        </button>
        <details open={!narrow()}><summary>{t('Menu')}</summary>{menu}</details>
      </header>
      <main id="content" tabIndex={-1}>
        <Boundary key={screenKey(place.value.path.join('/'))}>{children}</Boundary>
      </main>
      <SwitcherDialog />
      <PaletteDoor {...{ bucket, types }} />
    </div>
  );
}

export function Frame({ bucket }: { bucket: string }) {
  const { data: types, error, again } = useLoad(() => typesOf(bucket), [bucket], typesChanged.value);
  useEffect(() => listen(bucket, (name) => void ((name === 'reset' || name.startsWith('object_type.')) && forgetTypes(bucket))), [bucket]);
  // Those that are there go on being shown, and what is typed with them; what the server did not answer is asked for again.
  useEffect(() => {
    const timer = error && types ? setTimeout(again, 5000) : undefined;
    return () => clearTimeout(timer);
  }, [error]);
  if (error && !types) {
    return (
      <main class="door">
        <h1>{bucket}</h1>
        <p role="alert" class="problem">{error} <button type="button" class="small" onClick={again}>{t('Try again')}</button></p>
        <Link to={address()}>{t('Other buckets')}</Link>
      </main>
    );
  }
  if (!types) return <p class="waiting" role="status">{t('Loading…')}</p>;
  return (
    <Around {...{ bucket, types }} brand={<Switcher bucket={bucket} />} menu={<Menu {...{ bucket, types }} />}>
      <Screen {...{ bucket, types }} />
    </Around>
  );
}
