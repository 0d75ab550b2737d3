// What a change does to the objects that are there, before it is made.
import { useSignal } from '@preact/signals';
import { useContext, useEffect } from 'preact/hooks';
import { Dialog } from '../dialog';
import { plural, t } from '../text';
import { type Counted, counted, countObjects, type Effect } from './impact';
import { Model } from './parts';

type Props = { effects: Effect[]; added: string[]; mayApply: boolean; save: (apply: boolean, move: boolean) => void; close: () => void };

export function Plan({ effects, added, mayApply, save, close }: Props) {
  const { modeling } = useContext(Model);
  const { slug } = modeling.stored.peek();
  const seen = useSignal<Counted[]>(effects.map((each) => ({ ...each })));
  const total = useSignal<number | null>(null);
  const apply = useSignal(false);
  const moves = mayApply && effects.some((each) => each.moves);
  const move = useSignal(true);
  useEffect(() => {
    countObjects(modeling.bucket, slug).then((found) => (total.value = found), () => undefined);
    void counted(modeling.bucket, slug, effects, (so_far) => (seen.value = so_far));
  }, []);
  const waits = seen.value.some((each) => each.count === undefined && !each.error);
  const harms = seen.value.some((each) => each.danger && each.count !== 0);
  return (
    <Dialog title={t('What this changes')} wide onClose={close}>
      <ul class="rows stack plan">
        {seen.value.map((each) => (
          <li key={each.key}>
            <strong>{each.title}</strong>
            {each.count !== undefined && <span class={each.danger && each.count > 0 ? 'problem' : 'faint'}>{each.count === 0 ? t('No object is concerned.') : each.told(each.count)}</span>}
            {each.error && <span class="problem">{t('The objects could not be counted: {why}', { why: each.error })}</span>}
            {each.count === undefined && !each.error && <span class="faint">{t('Counting…')}</span>}
          </li>
        ))}
        {added.length > 0 && (
          <li key="added">
            <strong>{plural(added.length, '{fields} is new', '{fields} are new', { fields: added.map((each) => `“${each}”`).join(', ') })}</strong>
            {total.value !== null && <span class="faint">{plural(total.value, '{count} object is there, and does not get it by itself.', '{count} objects are there, and do not get it by themselves.')}</span>}
            {mayApply && !!total.value && <label class="choice"><input type="checkbox" checked={apply.value} onChange={(event) => (apply.value = event.currentTarget.checked)} />{t('Add what is new to the objects that are there')}</label>}
          </li>
        )}
      </ul>
      {moves && !!total.value && <label class="choice"><input type="checkbox" checked={move.value} onChange={(event) => (move.value = event.currentTarget.checked)} />{t('Take what objects have along to the new keys')}</label>}
      <p role="status" class="faint">{waits ? t('The objects are being counted…') : t('Nothing is changed yet.')}</p>
      <footer>
        <button type="button" onClick={close}>{t('Cancel')}</button>
        <button type="button" class={harms ? 'danger' : 'primary'} onClick={() => save(apply.value, moves && move.value)}>{t('Save the type')}</button>
      </footer>
    </Dialog>
  );
}
