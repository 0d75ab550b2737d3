// Two people changed the same fields: each is shown as both have it, and one is chosen.
import { useSignal } from '@preact/signals';
import { Dialog } from '../dialog';
import { brief, type Conflict } from './model';

export function Conflicts({ conflicts, choose, close, saves }: {
  conflicts: Conflict[]; choose: (choices: Map<string, unknown>) => void; close: () => void; saves: boolean;
}) {
  const theirs = useSignal(new Set<string>());
  const pick = (path: string, other: boolean) => {
    const next = new Set(theirs.value);
    if (other) next.add(path);
    else next.delete(path);
    theirs.value = next;
  };
  const done = () => choose(new Map(conflicts.map((each) => [each.path, theirs.value.has(each.path) ? each.theirs : each.mine])));
  return (
    <Dialog title="Somebody else changed this too" onClose={close} wide>
      <p>Everything else is merged. Choose for {conflicts.length === 1 ? 'this field' : 'each of these fields'}:</p>
      {conflicts.map((each) => (
        <fieldset key={each.path} class="conflict">
          <legend>{each.title}</legend>
          <label class="choice"><input type="radio" name={each.path} checked={!theirs.value.has(each.path)} onChange={() => pick(each.path, false)} />
            <span><strong>Mine</strong><span class="version">{brief(each.mine) || 'empty'}</span></span></label>
          <label class="choice"><input type="radio" name={each.path} checked={theirs.value.has(each.path)} onChange={() => pick(each.path, true)} />
            <span><strong>Theirs</strong><span class="version">{brief(each.theirs) || 'empty'}</span></span></label>
        </fieldset>
      ))}
      <footer><button type="button" class="primary" onClick={done}>{saves ? 'Save the merged version' : 'Take these'}</button></footer>
    </Dialog>
  );
}
