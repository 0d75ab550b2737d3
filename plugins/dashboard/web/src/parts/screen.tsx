// A screen that a plugin adds to a bucket.
import { useSignal } from '@preact/signals';
import { send } from '../api';
import { rounded } from '../exact';
import { Heading } from '../settings/parts';
import { languageNow, t } from '../text';
import { screens } from './list';
import { Part } from './part';

const nothing = () => undefined;
const host = { ask: (method: string, path: string, body?: unknown) => send<unknown>(method, path, body).then(rounded) };

export function PartScreen({ bucket, slug }: { bucket: string; slug?: string }) {
  const found = screens.find((each) => each.slug === slug);
  const broken = useSignal('');
  if (!found) return <><Heading title={t('Parts of plugins')} /><p role="alert" class="problem">{t('No plugin that runs has such a screen.')}</p></>;
  return (
    <>
      <Heading title={found.title} />
      {broken.value
        ? <p class="problem" role="alert">{t('The screen “{title}” has failed: {reason}.', { title: found.title, reason: broken.value })}</p>
        : <Part listed={found} title={found.title} state={{ bucket, language: languageNow() }} host={host} changed={nothing} undo={nothing} failed={(reason) => (broken.value = reason)} />}
    </>
  );
}
