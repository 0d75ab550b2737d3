// The screens of those who run a bucket: which one an address is, and what all of them have in common.
import { useEffect } from 'preact/hooks';
import type { ObjectType } from '../api';
import { go, Link, address } from '../router';
import { lazy } from '../shell/lazy';
import { t } from '../text';
import { pagesOf } from './pages';
import { Heading } from './parts';

export type ScreenProps = { bucket: string; types: ObjectType[]; id?: string };

const screens = {
  api: lazy<ScreenProps>(() => import('./api').then((found) => found.Api)),
  merges: lazy<ScreenProps>(() => import('./merges').then((found) => found.Merges)),
  users: lazy<ScreenProps>(() => import('./users').then((found) => found.Users)),
  keys: lazy<ScreenProps>(() => import('./keys').then((found) => found.Keys)),
  webhooks: lazy<ScreenProps>(() => import('./webhooks').then((found) => found.Webhooks)),
  activity: lazy<ScreenProps>(() => import('./activity').then((found) => found.Activity)),
  transfer: lazy<ScreenProps>(() => import('./transfer').then((found) => found.Transfer)),
  bucket: lazy<ScreenProps>(() => import('./bucket').then((found) => found.BucketSettings)),
};

export function Settings({ page, ...props }: ScreenProps & { page?: string }) {
  const pages = pagesOf(props.bucket);
  const found = pages.find((each) => each.name === page);
  const only = !page && pages.length === 1 ? pages[0]!.to : '';
  useEffect(() => {
    if (only) void go(only, { replace: true });
  }, [only]);
  const Shown = found && screens[found.name as keyof typeof screens];
  if (Shown) return <Shown key={`${page}/${props.id ?? ''}`} {...props} />;
  if (page) return <><Heading title={t('Manage')} /><p role="alert" class="problem">{t('There is no such screen here, or your role does not open it.')} <Link to={address(props.bucket)}>{t('Home')}</Link></p></>;
  return (
    <>
      <Heading title={t('Manage')} />
      <ul class="overview">
        {pages.map((each) => (
          <li key={each.name} class="card">
            <Link to={each.to}><span class="icon" aria-hidden="true">{each.icon}</span>{each.title}</Link>
            <p class="faint">{each.about}</p>
          </li>
        ))}
      </ul>
    </>
  );
}
