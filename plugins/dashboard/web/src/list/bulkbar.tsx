// What can be done to the objects that are chosen.
import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { bucketPath, type ObjectType, send, toldToWebhooks } from '../api';
import { confirm } from '../dialog';
import { copyOf } from '../editor/copy';
import { focusAgain } from '../focus';
import { count } from '../format';
import { say } from '../messages';
import { plural, t } from '../text';
import { type Bulk, endingOf, HowFar, sentenceOf } from './bulk';
import type { Choice } from './choice';
import { mayPublish } from './edit';
import { Export } from './export';
import type { Column } from './fields';
import type { Rows } from './rows';
import { SetField } from './setfield';

const copied = 50;
const inTrash = (changed: number): string => plural(changed, '{count} object in the trash.', '{count} objects in the trash.');

type Props = { bucket: string; type: ObjectType; rows: Rows; choice: Choice; bulk: Bulk; all: Column[]; columns: Column[]; order: string };

export function BulkBar({ bucket, type, rows, choice, bulk, all, columns, order }: Props) {
  const dialog = useSignal<'set' | 'export' | null>(null);
  const many = useRef<HTMLElement>(null);
  const ids = choice.ids.value;
  const total = rows.total.value ?? 0;
  const number = choice.all.value ? total : ids.size;
  // While a list is read anew nothing matches yet.
  if (!number && !dialog.value) return null;
  const busy = bulk.busy.value;
  const act = async (action: 'publish' | 'unpublish' | 'delete', question: string, yes: string, told: (changed: number) => string) => {
    const danger = action === 'delete';
    if (choice.all.peek()) {
      const trial = await bulk.work(action, () => bulk.trial({ action }));
      if (!trial || !(await confirm(question, [sentenceOf(trial), endingOf(trial)].filter(Boolean).join(' '), yes, danger))) return;
    } else if (danger && !(await confirm(question, plural(number, '{count} object will be in the trash.', '{count} objects will be in the trash.'), yes))) return;
    await bulk.run({ action }, told);
  };
  // While it works a button takes no focus, and after it is often gone.
  const keeping = (action: () => Promise<unknown>) => async (event: Event) => {
    const pressed = event.currentTarget as HTMLElement;
    await action();
    if (document.activeElement === document.body) focusAgain(pressed);
  };
  const clear = () => {
    focusAgain();
    choice.clear();
  };
  // The button goes, and the focus would with it.
  const chooseAll = () => {
    choice.all.value = true;
    many.current?.focus();
  };
  const duplicate = () => {
    const made: string[] = [];
    return bulk.work('duplicate', async () => {
      try {
        for (const id of ids) made.push(await copyOf(bucket, id));
      } finally {
        if (made.length) {
          const back = () => void bulk.work('undo', async () => {
            await send('POST', `${bucketPath(bucket)}/objects/bulk`, { ids: made, action: 'delete', mode: 'each', ...toldToWebhooks });
            say(inTrash(made.length));
            await rows.reload();
          });
          say(plural(made.length, '{count} object copied, as drafts.', '{count} objects copied, as drafts.'), t('Undo'), back);
          choice.remove([...ids].slice(0, made.length)); // those that are left are what is still to be copied
        }
      }
      await rows.reload();
    }, () => ids.size - made.length);
  };
  return (
    <div class="bulk" role="group" aria-label={t('Chosen objects')} aria-busy={busy}>
      <strong ref={many} tabIndex={-1}>{choice.all.value ? t('All {count} that match', { count: count(total) }) : t('{count} chosen', { count: count(number) })}</strong>
      {!choice.all.value && total > ids.size && <button type="button" class="quiet" onClick={chooseAll}>{t('Choose all {count} that match', { count: count(total) })}</button>}
      {mayPublish(bucket) && (
        <>
          <button type="button" disabled={busy} onClick={keeping(() => act('publish', t('Publish?'), t('Publish'), (changed) => plural(changed, '{count} object published.', '{count} objects published.')))}>{t('Publish')}</button>
          <button type="button" disabled={busy} onClick={keeping(() => act('unpublish', t('Unpublish?'), t('Unpublish'), (changed) => plural(changed, '{count} object unpublished.', '{count} objects unpublished.')))}>{t('Unpublish')}</button>
        </>
      )}
      <button type="button" disabled={busy} aria-haspopup="dialog" onClick={() => (dialog.value = 'set')}>{t('Set a field')}</button>
      {!choice.all.value && number <= copied && !type.singleton && <button type="button" disabled={busy} onClick={keeping(duplicate)}>{t('Duplicate')}</button>}
      {!choice.all.value && order === 'order' && (
        <>
          <button type="button" disabled={busy} onClick={keeping(() => bulk.move('up', -1))}>{t('Move up')}</button>
          <button type="button" disabled={busy} onClick={keeping(() => bulk.move('down', -1))}>{t('Move down')}</button>
          <button type="button" disabled={busy} onClick={keeping(() => bulk.move('top', -1))}>{t('Move to the top')}</button>
        </>
      )}
      <button type="button" disabled={busy} aria-haspopup="dialog" onClick={() => (dialog.value = 'export')}>{t('Export')}</button>
      <button type="button" class="danger" disabled={busy} onClick={keeping(() => act('delete', t('Delete?'), t('Delete'), inTrash))}>{t('Delete')}</button>
      <button type="button" class="quiet" onClick={clear}>{t('Clear')}</button>
      {dialog.value !== 'set' && <HowFar bulk={bulk} />}
      {dialog.value === 'set' && <SetField {...{ bucket, bulk, rows, choice }} columns={all} close={() => (dialog.value = null)} />}
      {dialog.value === 'export' && <Export {...{ bucket, type, bulk, columns, number }} close={() => (dialog.value = null)} />}
    </div>
  );
}
