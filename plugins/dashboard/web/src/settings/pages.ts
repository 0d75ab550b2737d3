// The screens of those who run a bucket, and who sees which: the menu, the palette and the screens ask here.
import { rightsIn } from '../rights';
import { address } from '../router';
import { t } from '../text';

export type Page = { name: string; title: string; about: string; icon: string };
export type Shown = Page & { to: string };

/** Those that the role opens (decision 7), in the order of the menu. */
export function pagesOf(bucket: string): Shown[] {
  const { admin, users, settings, keys } = rightsIn(bucket);
  const all: (Page & { may: boolean })[] = [
    { name: 'users', title: t('Users and roles'), about: t('Who works here, and what they may do; invitations.'), icon: '👥', may: users },
    { name: 'keys', title: t('Keys and tokens'), about: t('What programs read and write this bucket with.'), icon: '🔑', may: keys },
    { name: 'webhooks', title: t('Webhooks'), about: t('Programs that are told what happens here, and every delivery to them.'), icon: '📡', may: admin },
    { name: 'merges', title: t('Merge requests'), about: t('Objects of another bucket that are taken over after a look at every field.'), icon: '🔀', may: admin },
    { name: 'activity', title: t('Activity log'), about: t('Who did what and when, as it happens.'), icon: '📜', may: admin },
    { name: 'transfer', title: t('Import and export'), about: t('The content of this bucket as one file, and back.'), icon: '📦', may: admin },
    { name: 'bucket', title: t('Bucket settings'), about: t('Title, picture, what the read key reads, the trash, the end.'), icon: '⚙', may: settings },
    { name: 'api', title: t('API reference'), about: t('Every address of this server, to try with your keys.'), icon: '📖', may: keys },
  ];
  return all.filter((each) => each.may).map(({ may: _, ...each }) => ({ ...each, to: address(bucket, 'settings', each.name) }));
}

/** Of the administrators of the server. */
export function serverPages(): Shown[] {
  const all: Page[] = [
    { name: 'health', title: t('Health'), about: t('Requests, latency, cache, database and queues over the last hour.'), icon: '♥' },
    { name: 'plugins', title: t('Plugins'), about: t('What runs, why something does not, and the settings.'), icon: '🧩' },
    { name: 'buckets', title: t('All buckets'), about: t('Every bucket of this server.'), icon: '🪣' },
    { name: 'accounts', title: t('Accounts'), about: t('Everybody who can sign in.'), icon: '👤' },
  ];
  return all.map((each) => ({ ...each, to: address('-', 'server', each.name) }));
}
