// A type is deleted; its objects stay, and nobody finds them in the dashboard.
import { forgetTypes, type ObjectType, send } from '../api';
import { confirm } from '../dialog';
import { say } from '../messages';
import { plural, t } from '../text';
import { countObjects } from './impact';
import { keysOf } from './model';
import { pathOf } from './modeling';

/** Asks, with what it means told, and deletes. Answers whether it did. */
export async function removeType(bucket: string, type: ObjectType, types: ObjectType[]): Promise<boolean> {
  const total = await countObjects(bucket, type.slug);
  const refer = types.filter((each) => each.slug !== type.slug && [...keysOf(each.metafields).values()].some((field) => field.object_type === type.slug));
  const told = [
    total ? plural(total, '{count} object of the type stays in the bucket, and no form shows it any more.', '{count} objects of the type stay in the bucket, and no form shows them any more.') : t('It has no objects.'),
    refer.length ? t('Fields of {types} refer to it, and find nothing then.', { types: refer.map((each) => each.title).join(', ') }) : '',
  ].filter(Boolean).join(' ');
  if (!(await confirm(t('Delete the type “{type}”?', { type: type.title }), told, t('Delete the type')))) return false;
  await send('DELETE', pathOf(bucket, type.slug));
  forgetTypes(bucket);
  say(t('The type “{type}” is deleted.', { type: type.title }));
  return true;
}
