// What roles and permissions mean, as people read it.
import { t } from '../text';

export const roles = ['admin', 'developer', 'editor', 'contributor'] as const;
export type RoleName = (typeof roles)[number];

export const aboutRole = (role: RoleName): string => ({
  admin: t('Everything in this bucket.'),
  developer: t('Object types, content and media; not users, webhooks or the bucket itself.'),
  editor: t('All content and media.'),
  contributor: t('Content of the object types that are chosen below; uploads files.'),
})[role];

export const nameOfPermission = (permission: string): string =>
  ({ users: t('Manages users'), settings: t('Changes title and picture of the bucket'), sort_metafields: t('Sorts the fields of an object') })[permission] ?? permission;

/** From the least to the most. */
export const rankOf = (role: string): number => ['contributor', 'editor', 'developer', 'admin'].indexOf(role);
