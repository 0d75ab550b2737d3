// The screens of the server's administrators: they belong to no bucket.
import { session } from '../api';
import { address, lastPlace, Link, place } from '../router';
import { serverPages } from '../settings/pages';
import { Around, Own } from '../shell/frame';
import { lazy } from '../shell/lazy';
import { t } from '../text';

const screens = {
  buckets: lazy<{ id?: string }>(() => import('./buckets').then((found) => found.AllBuckets)),
  accounts: lazy<{ id?: string }>(() => import('./accounts').then((found) => found.Accounts)),
  health: lazy<{ id?: string }>(() => import('./health').then((found) => found.Health)),
  plugins: lazy<{ id?: string }>(() => import('./plugins').then((found) => found.Plugins)),
};

export function Server() {
  const [, , page = 'health', id] = place.value.path;
  const pages = serverPages();
  const buckets = session.value?.buckets ?? [];
  const Shown = screens[page as keyof typeof screens];
  return (
    <Around brand={<strong class="ofbucket">{t('Server')}</strong>} menu={(
      <nav aria-label={t('Server')}>
        {pages.map((each) => <Link key={each.name} to={each.to} aria-current={each.name === page ? 'page' : undefined}><span class="icon" aria-hidden="true">{each.icon}</span>{each.title}</Link>)}
        <hr />
        <Link to={buckets.length === 1 ? lastPlace(buckets[0]!.slug) : address()}>{t('To the content')}</Link>
        <Own />
      </nav>
    )}>
      {Shown ? <Shown key={`${page}/${id ?? ''}`} id={id} /> : <p role="alert" class="problem">{t('There is no such screen here.')}</p>}
    </Around>
  );
}
