// Two people changed the same fields: each is shown as both have it, and one is chosen.
import { useSignal } from '@preact/signals';
import { Dialog } from '../dialog';
import { say } from '../messages';
import { plural, t } from '../text';
import type { Conflict } from './model';
import { Version } from './version';

// Of one field there may be more than one.
const nameOf = ({ path, elsewhere }: Conflict): string => [path, elsewhere].filter(Boolean).join(':');

const shown = ({ title, path, type }: Conflict) => ({ title, type: path === 'content' ? 'html-textarea' : type });

/** `own`: the other version is of the same person, saved in another place. */
export function Conflicts({ conflicts, own, choose, close, saves }: {
  conflicts: Conflict[]; own: boolean; choose: (theirs: Conflict[]) => void; close: () => void; saves: boolean;
}) {
  const sidesOf = ({ elsewhere }: Conflict) => {
    if (elsewhere) return [t('Typed here'), t('Typed elsewhere')] as const;
    return own ? [t('Typed here'), t('Saved')] as const : [t('Mine'), t('Theirs')] as const;
  };
  const title = () => {
    if (conflicts.every((each) => each.elsewhere)) return t('You typed another text elsewhere');
    return own ? t('You saved another text meanwhile') : t('Somebody else changed this too');
  };
  const theirs = useSignal(new Set<string>());
  const pick = (name: string, other: boolean) => {
    const next = new Set(theirs.value);
    if (other) next.add(name);
    else next.delete(name);
    theirs.value = next;
  };
  const done = () => choose(conflicts.filter((each) => theirs.value.has(nameOf(each)))); // mine is what the form holds
  const putOff = () => {
    close();
    if (saves) say(t('Not saved: a choice between two versions is still open.'));
  };
  return (
    <Dialog title={title()} onClose={putOff} wide>
      <p>{plural(conflicts.length, 'Everything else is merged. Choose for this field:', 'Everything else is merged. Choose for each of these {count} fields:')}</p>
      {conflicts.map((each) => {
        const name = nameOf(each);
        const [here, there] = sidesOf(each);
        return (
          <fieldset key={name} class="conflict">
            <legend>{each.title}</legend>
            <label class="choice"><input type="radio" {...{ name }} checked={!theirs.value.has(name)} onChange={() => pick(name, false)} /><strong>{here}</strong></label>
            <Version {...shown(each)} value={each.mine} other={each.theirs} whose={here} />
            <label class="choice"><input type="radio" {...{ name }} checked={theirs.value.has(name)} onChange={() => pick(name, true)} /><strong>{there}</strong></label>
            <Version {...shown(each)} value={each.unfinished || each.theirs} other={each.mine} whose={there} />
          </fieldset>
        );
      })}
      <footer><button type="button" class="primary" onClick={done}>{saves ? t('Save the merged version') : t('Take these')}</button></footer>
    </Dialog>
  );
}
