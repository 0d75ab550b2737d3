// What is said over a form whose object somebody deleted: what was typed is still there, and there are two ways on.
import { bucketPath, send } from '../api';
import { t } from '../text';
import type { Actions } from './actions';
import type { Editing } from './state';

/** `left` is called when the button that had the focus is gone. */
export function Gone({ editing, bucket, actions, left }: { editing: Editing; bucket: string; actions: Actions; left: () => void }) {
  const title = editing.basics.title.value;
  const working = !!actions.busy.value;
  const restore = () => actions.run('restore', async () => {
    await send('POST', `${bucketPath(bucket)}/trash/${editing.currentId}/restore`);
    await editing.refresh();
    left();
    return t('“{title}” is restored.', { title });
  });
  const anew = async () => {
    await editing.beginAnew();
    await actions.save('draft');
  };
  return (
    <div class="notice gone" role="alert">
      <p>{editing.dirty.value ? t('“{title}” was deleted meanwhile. What you typed is still here.', { title }) : t('“{title}” was deleted meanwhile.', { title })}</p>
      <p class="tools">
        <button type="button" aria-disabled={working} onClick={() => void restore()}>{t('Restore')}</button>
        <button type="button" aria-disabled={working} onClick={() => void (working || anew())}>{t('Save as a new object')}</button>
      </p>
    </div>
  );
}
