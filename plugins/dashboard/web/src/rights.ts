// What the role lets its bearer do here. The server decides; this spares people buttons that it would refuse.
import { session } from './api';
import { t } from './text';

export type Rights = {
  /** Objects of this type are written, not only read. */
  write: (type: string) => boolean;
  /** What readers see is changed: publishing, and deleting what is published. */
  publish: boolean;
  /** Files that are there are described, moved and deleted. Everybody uploads. */
  media: boolean;
  /** Folders of files are made; to name one anew changes its files. */
  folders: boolean;
  emptyTrash: boolean;
  /** Object types are written: what content is made of. */
  types: boolean;
  /** Everything that is the bucket's and not its content's: webhooks, merges, tokens, the audit, files of content. */
  admin: boolean;
  /** The bucket's users: admins, and who has the permission. */
  users: boolean;
  /** Title and picture of the bucket. */
  settings: boolean;
  /** The keys of the bucket are shown. */
  keys: boolean;
};

/** Reads a signal: a component that asks is drawn again when the role changes. */
export function rightsIn(bucket: string): Rights {
  const role = session.value?.buckets.find((each) => each.slug === bucket);
  const publish = role?.publishing_restrictions !== 'draft_only';
  const contributor = role?.role === 'contributor';
  const admin = role?.role === 'admin';
  return {
    write: (type) => !contributor || !!role?.object_types?.includes(type),
    publish,
    media: publish && !contributor,
    folders: !contributor,
    emptyTrash: publish && !contributor,
    types: role?.role === 'admin' || role?.role === 'developer',
    admin,
    users: admin || !!role?.additional_permissions.includes('users'),
    settings: admin || !!role?.additional_permissions.includes('settings'),
    keys: admin || role?.role === 'developer',
  };
}

export const nameOfRole = (role: string): string =>
  ({ admin: t('Administrator'), developer: t('Developer'), editor: t('Editor'), contributor: t('Contributor') })[role] ?? role;

/** The administrators of the server, whatever their roles in buckets are. */
export const runsServer = (): boolean => !!session.value?.user.server_admin;
