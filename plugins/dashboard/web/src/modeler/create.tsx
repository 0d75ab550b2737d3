// A new type, or one like another: asks for its name, and what the server says of it stands there.
import { bucketPath, forgetTypes, type ObjectType, send } from '../api';
import { say } from '../messages';
import { address, go } from '../router';
import { Field, FormDialog, textOf } from '../settings/form';
import { asStored, t } from '../text';
import { formOf } from './model';

export function CreateType({ bucket, like, close }: { bucket: string; like?: ObjectType; close: () => void }) {
  const create = async (form: FormData) => {
    const { slug: _, ...rest } = like ? formOf(like) : { slug: '' };
    const singular = textOf(form, 'singular');
    const own = { title: textOf(form, 'title'), ...(singular ? { singular } : {}), emoji: textOf(form, 'emoji') || null };
    const { object_type: made } = await send<{ object_type: ObjectType }>('POST', `${bucketPath(bucket)}/object-types`, { ...rest, ...own });
    forgetTypes(bucket);
    close();
    await go(address(bucket, 'types', made.slug)); // who has not saved the type before is asked, and may stay
    say(t('The type “{type}” is there.', { type: made.title }));
  };
  return (
    <FormDialog title={like ? t('A type like {type}', { type: like.title }) : t('New object type')} button={t('Create the type')} action={create} onClose={close}>
      <Field name="title" label={t('Name in the plural')} value={like && asStored(t('{type} (copy)', { type: like.title }))} required maxlength={1000} autofocus />
      <Field name="singular" label={t('Name in the singular')} value={like?.singular} maxlength={1000} />
      <Field name="emoji" label={t('Emoji')} value={like?.emoji ?? ''} />
    </FormDialog>
  );
}
