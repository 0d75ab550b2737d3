import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Dialog } from '../dialog';
import { localTime } from '../format';
import { t } from '../text';
import type { Actions } from './actions';
import type { Editing } from './state';

export function ScheduleDialog({ editing, actions: { busy: working, schedule: set }, close }: { editing: Editing; actions: Actions; close: () => void }) {
  const busy = !!working.value;
  const object = editing.object.value!;
  const live = editing.live.value;
  // Of what readers see already the changes go out, where there are any.
  const goesOut = !live || editing.hasDraft.value || editing.dirty.value;
  const publish = useSignal(localTime(object.publish_at));
  const unpublish = useSignal(localTime(object.unpublish_at));
  const problem = useSignal('');
  const here = useRef(true);
  useEffect(() => () => void (here.current = false), []);
  // What somebody else has set meanwhile is shown where nothing was chosen.
  const seen = useRef(object);
  useEffect(() => {
    if (publish.peek() === localTime(seen.current.publish_at)) publish.value = localTime(object.publish_at);
    if (unpublish.peek() === localTime(seen.current.unpublish_at)) unpublish.value = localTime(object.unpublish_at);
    seen.current = object;
  }, [object]);
  // What was not touched stays to the second.
  const time = (text: string, before: number | null = null) => (text === localTime(before) ? before : text ? new Date(text).getTime() : null);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    const [from, to] = [goesOut ? time(publish.value, object.publish_at) : null, time(unpublish.value, object.unpublish_at)];
    if ((from && from <= Date.now()) || (to && to <= Date.now())) return void (problem.value = t('This time has passed.'));
    if (from && to && to <= from) return void (problem.value = t('It must end after it goes out.'));
    problem.value = '';
    // What is chosen stays until it is accepted; a refusal that comes after it was closed is told outside.
    const shows = (refused: string) => {
      if (here.current) problem.value = refused;
      return here.current;
    };
    if (await set(from, to, shows) && here.current) close();
  };
  return (
    <Dialog title={t('Schedule')} onClose={close}>
      <form onSubmit={submit}>
        {goesOut && <label>{live ? t('Publish the changes at') : t('Publish at')}<input type="datetime-local" value={publish.value} onInput={(event) => (publish.value = event.currentTarget.value)} /></label>}
        <label>{t('Unpublish at')}<input type="datetime-local" value={unpublish.value} onInput={(event) => (unpublish.value = event.currentTarget.value)} /></label>
        <p class="faint">{t('In your time zone, {zone}. Empty means never.', { zone: Intl.DateTimeFormat().resolvedOptions().timeZone })}</p>
        <div role="alert" class="problem">{problem.value}</div>
        <footer><button type="button" onClick={close}>{t('Cancel')}</button><button class="primary" aria-disabled={busy}>{t('Set the schedule')}</button></footer>
      </form>
    </Dialog>
  );
}
