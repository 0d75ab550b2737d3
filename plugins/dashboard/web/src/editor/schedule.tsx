import { useSignal } from '@preact/signals';
import { Dialog } from '../dialog';
import { localTime } from '../format';
import { t } from '../text';
import type { Actions } from './actions';
import type { Editing } from './state';

export function ScheduleDialog({ editing, set, close }: { editing: Editing; set: Actions['schedule']; close: () => void }) {
  const object = editing.object.value!;
  const live = editing.live.value;
  const publish = useSignal(localTime(object.publish_at));
  const unpublish = useSignal(localTime(object.unpublish_at));
  const problem = useSignal('');
  const time = (text: string) => (text ? new Date(text).getTime() : null);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const [from, to] = [live ? null : time(publish.value), time(unpublish.value)];
    if ((from && from <= Date.now()) || (to && to <= Date.now())) return void (problem.value = t('This time has passed.'));
    if (from && to && to <= from) return void (problem.value = t('It must end after it goes out.'));
    close();
    void set(from, to);
  };
  return (
    <Dialog title={t('Schedule')} onClose={close}>
      <form onSubmit={submit}>
        {!live && <label>{t('Publish at')}<input type="datetime-local" value={publish.value} onInput={(event) => (publish.value = event.currentTarget.value)} /></label>}
        <label>{t('Unpublish at')}<input type="datetime-local" value={unpublish.value} onInput={(event) => (unpublish.value = event.currentTarget.value)} /></label>
        <p class="faint">{t('In your time zone, {zone}. Empty means never.', { zone: Intl.DateTimeFormat().resolvedOptions().timeZone })}</p>
        <div role="alert" class="problem">{problem.value}</div>
        <footer><button type="button" onClick={close}>{t('Cancel')}</button><button class="primary">{t('Set the schedule')}</button></footer>
      </form>
    </Dialog>
  );
}
