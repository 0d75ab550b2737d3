import { useSignal } from '@preact/signals';
import { Dialog } from '../dialog';
import { localTime } from '../format';
import { t } from '../text';
import type { Actions } from './actions';
import type { Editing } from './state';

export function ScheduleDialog({ editing, set, close }: { editing: Editing; set: Actions['schedule']; close: () => void }) {
  const object = editing.object.value!;
  const live = editing.live.value;
  // Of what readers see already the changes go out, where there are any.
  const goesOut = !live || editing.hasDraft.value || editing.dirty.value;
  const publish = useSignal(localTime(object.publish_at));
  const unpublish = useSignal(localTime(object.unpublish_at));
  const problem = useSignal('');
  // What was not touched stays to the second.
  const time = (text: string, before: number | null = null) => (text === localTime(before) ? before : text ? new Date(text).getTime() : null);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const [from, to] = [goesOut ? time(publish.value, object.publish_at) : null, time(unpublish.value, object.unpublish_at)];
    if ((from && from <= Date.now()) || (to && to <= Date.now())) return void (problem.value = t('This time has passed.'));
    if (from && to && to <= from) return void (problem.value = t('It must end after it goes out.'));
    close();
    void set(from, to);
  };
  return (
    <Dialog title={t('Schedule')} onClose={close}>
      <form onSubmit={submit}>
        {goesOut && <label>{live ? t('Publish the changes at') : t('Publish at')}<input type="datetime-local" value={publish.value} onInput={(event) => (publish.value = event.currentTarget.value)} /></label>}
        <label>{t('Unpublish at')}<input type="datetime-local" value={unpublish.value} onInput={(event) => (unpublish.value = event.currentTarget.value)} /></label>
        <p class="faint">{t('In your time zone, {zone}. Empty means never.', { zone: Intl.DateTimeFormat().resolvedOptions().timeZone })}</p>
        <div role="alert" class="problem">{problem.value}</div>
        <footer><button type="button" onClick={close}>{t('Cancel')}</button><button class="primary">{t('Set the schedule')}</button></footer>
      </form>
    </Dialog>
  );
}
