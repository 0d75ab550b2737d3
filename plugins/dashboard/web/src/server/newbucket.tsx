// A bucket is made: on the screen of all of them, and where there is none yet.
import { loadSession, type Schemas, send } from '../api';
import { say } from '../messages';
import { address, go } from '../router';
import { Field, FormDialog, textOf } from '../settings/form';
import { t } from '../text';

/** It opens at `screen`, or at its home. */
export function NewBucket({ screen, close }: { screen?: string; close: () => void }) {
  const make = async (form: FormData) => {
    const { bucket } = await send<Schemas['BucketAnswer']>('POST', '/buckets', { title: textOf(form, 'title'), slug: textOf(form, 'slug') || undefined });
    await loadSession();
    say(t('“{title}” is there, and you are its administrator.', { title: bucket.title }));
    await go(screen ? address(bucket.slug, screen) : address(bucket.slug));
  };
  return (
    <FormDialog title={t('New bucket')} button={t('Make the bucket')} action={make} onClose={close}>
      <Field name="title" label={t('Title')} required maxlength={1000} autofocus />
      <Field name="slug" label={t('Slug')} hint={t('It stands in every address, and stays. Empty: made from the title.')} maxlength={200} code />
    </FormDialog>
  );
}
