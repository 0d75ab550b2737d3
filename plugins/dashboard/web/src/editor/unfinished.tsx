// New objects of the type that were begun and not saved: each can be gone on with, or discarded.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { type ObjectType, typesOf } from '../api';
import { ago } from '../format';
import { say } from '../messages';
import { t } from '../text';
import { type Draft, type Drafts, discarded } from './drafts';

/** `left` is called when a button that had the focus is gone. */
export function Unfinished({ bucket, type, drafts, goOn, left }: { bucket: string; type: ObjectType; drafts: Drafts; goOn: (key: string) => void; left: () => void }) {
  const found = useSignal<Draft[]>([]);
  const look = async () => void (found.value = await drafts.others(type, await typesOf(bucket).catch(() => null)));
  useEffect(() => void look(), []);
  if (!found.value.length) return null;
  const discard = async ({ key }: Draft) => {
    const bringBack = discarded(key);
    await look();
    left();
    say(t('What you typed is discarded.'), t('Undo'), () => {
      bringBack();
      void look();
    });
  };
  return (
    <ul class="notice unfinished" aria-label={t('Unfinished')}>
      {found.value.map((draft) => {
        const title = draft.title || t('Without a title');
        return (
          <li key={draft.key}>
            <span>{t('Unfinished: “{title}”, {time}', { title, time: ago(draft.savedAt) })}</span>
            <button type="button" class="small" aria-label={t('Continue “{title}”', { title })} onClick={() => goOn(draft.key)}>{t('Continue')}</button>
            <button type="button" class="quiet small" aria-label={t('Discard “{title}”', { title })} onClick={() => void discard(draft)}>{t('Discard')}</button>
          </li>
        );
      })}
    </ul>
  );
}
