// Two people changed the same fields: each is shown as both have it, and one is chosen.
import { useSignal } from '@preact/signals';
import { Dialog } from '../dialog';
import { say } from '../messages';
import { plural, t } from '../text';
import type { Conflict } from './model';
import { Version } from './version';

const shown = ({ title, path, type }: Conflict) => ({ title, type: path === 'content' ? 'html-textarea' : type });

/** `own`: the other version is of the same person, saved in another place. */
export function Conflicts({ conflicts, own, choose, close, saves }: {
  conflicts: Conflict[]; own: boolean; choose: (theirs: Conflict[]) => void; close: () => void; saves: boolean;
}) {
  const [here, there] = own ? [t('Typed here'), t('Saved')] : [t('Mine'), t('Theirs')];
  const theirs = useSignal(new Set<string>());
  const pick = (path: string, other: boolean) => {
    const next = new Set(theirs.value);
    if (other) next.add(path);
    else next.delete(path);
    theirs.value = next;
  };
  const done = () => choose(conflicts.filter((each) => theirs.value.has(each.path))); // mine is what the form holds
  const putOff = () => {
    close();
    if (saves) say(t('Not saved: a choice between two versions is still open.'));
  };
  return (
    <Dialog title={own ? t('You saved another text meanwhile') : t('Somebody else changed this too')} onClose={putOff} wide>
      <p>{plural(conflicts.length, 'Everything else is merged. Choose for this field:', 'Everything else is merged. Choose for each of these {count} fields:')}</p>
      {conflicts.map((each) => (
        <fieldset key={each.path} class="conflict">
          <legend>{each.title}</legend>
          <label class="choice"><input type="radio" name={each.path} checked={!theirs.value.has(each.path)} onChange={() => pick(each.path, false)} /><strong>{here}</strong></label>
          <Version {...shown(each)} value={each.mine} other={each.theirs} whose={here} />
          <label class="choice"><input type="radio" name={each.path} checked={theirs.value.has(each.path)} onChange={() => pick(each.path, true)} /><strong>{there}</strong></label>
          <Version {...shown(each)} value={each.theirs} other={each.mine} whose={there} />
        </fieldset>
      ))}
      <footer><button type="button" class="primary" onClick={done}>{saves ? t('Save the merged version') : t('Take these')}</button></footer>
    </Dialog>
  );
}
