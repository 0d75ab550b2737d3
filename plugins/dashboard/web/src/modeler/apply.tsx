// Brings the fields of a type to the objects that are older than they are, part by part, and says how far it has come.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { type Schemas, send, wordsOf } from '../api';
import { Dialog } from '../dialog';
import { plural, t } from '../text';
import { pathOf } from './modeling';

type Applied = Schemas['ObjectTypeApplied'];

export function Apply({ bucket, slug, title, close }: { bucket: string; slug: string; title: string; close: () => void }) {
  const done = useSignal({ total: 0, examined: 0, changed: 0 });
  const state = useSignal<'runs' | 'done' | 'stopped'>('runs');
  const error = useSignal('');
  const run = async () => {
    let after: string | null = null;
    state.value = 'runs';
    error.value = '';
    done.value = { total: 0, examined: 0, changed: 0 };
    try {
      do {
        const part: Applied = await send<Applied>('POST', `${pathOf(bucket, slug)}/apply`, { limit: 500, ...(after ? { after } : {}) });
        done.value = { total: part.total, examined: done.peek().examined + part.examined, changed: done.peek().changed + part.changed };
        after = part.more ? part.after : null;
      } while (after && state.peek() === 'runs');
      if (state.peek() === 'runs') state.value = 'done';
    } catch (problem) {
      error.value = wordsOf(problem);
      state.value = 'stopped';
    }
  };
  useEffect(() => {
    void run();
    return () => void (state.value = 'stopped');
  }, []);
  const { total, examined, changed } = done.value;
  return (
    <Dialog title={t('Add missing fields to {type}', { type: title })} onClose={close}>
      <p>{t('What an object lacks is added with its first value. What it has stays as it is.')}</p>
      <progress max={Math.max(total, 1)} value={state.value === 'done' ? Math.max(total, 1) : examined} aria-label={t('Looked at')} />
      <p role="status">
        {state.value === 'runs' ? t('{examined} of {total} are looked at', { examined, total }) : plural(changed, '{count} object is completed.', '{count} objects are completed.')}
        {state.value === 'stopped' && !error.value && ` ${t('The others are as they were: it can be begun again.')}`}
      </p>
      {error.value && <p role="alert" class="problem">{error.value}</p>}
      <footer>
        {state.value === 'runs' && <button type="button" onClick={() => (state.value = 'stopped')}>{t('Stop')}</button>}
        {state.value === 'stopped' && <button type="button" onClick={() => void run()}>{t('Go on')}</button>}
        {state.value !== 'runs' && <button type="button" class="primary" onClick={close}>{t('Done')}</button>}
      </footer>
    </Dialog>
  );
}
