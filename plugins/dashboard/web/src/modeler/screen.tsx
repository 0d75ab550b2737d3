// One object type: its fields as a tree or as text, the form beside it, and what saving it would do.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ApiError, bucketPath, get, type ObjectType, type Schemas, search, session, wordsOf } from '../api';
import { confirm } from '../dialog';
import { useLoad } from '../load';
import { fail, say } from '../messages';
import { peopleOf } from '../people';
import { rightsIn } from '../rights';
import { address, go, Link } from '../router';
import { useUnsaved } from '../settings/form';
import { useTitle } from '../shell/title';
import { Boundary } from '../shell/boundary';
import { useMenus } from '../shell/menus';
import { plural, t } from '../text';
import { AboutType } from './about';
import { Apply } from './apply';
import { problemsOf } from './checks';
import { CreateType } from './create';
import { LiveForm } from './form';
import { addedFields, countObjects, type Effect, effectsOf, renamesOf } from './impact';
import { JsonView } from './json';
import { type FieldType, keysOf } from './model';
import type { Merged } from './merge';
import { Modeling } from './modeling';
import { type Here, Model } from './parts';
import { Plan } from './plan';
import { removeType } from './remove';
import { Fields, wayTo } from './tree';
import { nameOfMember } from './words';

type Props = { bucket: string; types: ObjectType[]; slug: string };

export function TypeScreen({ bucket, types, slug }: Props) {
  const { data, error } = useLoad(async () => {
    const [modeling, known] = await Promise.all([Modeling.open(bucket, slug), get<{ metafield_types: FieldType[] }>('/metafield-types')]);
    return { modeling, fieldTypes: known.metafield_types };
  }, [bucket, slug]);
  useTitle(data?.modeling.about.value.title ?? t('Object types'));
  if (error && !data) return <p role="alert" class="problem">{error} <Link to={address(bucket, 'types')}>{t('Object types')}</Link></p>;
  if (!data) return <p class="waiting" role="status">{t('Loading…')}</p>;
  return <Model.Provider value={{ ...data, types }}><Sheet {...data} types={types} /></Model.Provider>;
}

// What was chosen is gone with the menu: the focus goes back to what opened it.
function closeMenu(event: MouseEvent) {
  const menu = (event.currentTarget as HTMLElement).parentElement as HTMLDetailsElement;
  menu.open = false;
  menu.querySelector('summary')?.focus();
}

/** Opens what leads to the first problem, and puts the focus there. */
function showProblem(modeling: Modeling, path: string): void {
  const way = wayTo(modeling.nodes.peek(), path);
  const last = way.at(-1)?.node;
  if (last) last.open.value = true;
  else for (const details of document.querySelectorAll<HTMLDetailsElement>('.about-type')) details.open = true;
  requestAnimationFrame(() => {
    const within = last ? document.querySelector(`[data-field="${last.uid}"]`) : document.querySelector('.about-type');
    const target = within?.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid]') ?? within?.querySelector<HTMLElement>('input, select');
    target?.focus();
    target?.scrollIntoView({ block: 'center' });
  });
}

/** Who stored the type last. The audit is for administrators; others are not told. */
async function lastWriter(bucket: string, slug: string): Promise<string> {
  if (!rightsIn(bucket).admin) return '';
  const { audit } = await get<Schemas['AuditList']>(`${bucketPath(bucket)}/audit${search({ kind: 'object_type', limit: 50 })}`).catch(() => ({ audit: [] }));
  const { kind, id } = audit.find((each) => each.type === slug)?.actor ?? {};
  if (kind !== 'user') return kind === 'token' || kind === 'write_key' ? t('a program') : '';
  return id === session.peek()?.user.id ? t('you, in another window') : (await peopleOf(bucket)).get(id ?? '') ?? '';
}

function toldOf({ taken, both }: Merged, by: string): string {
  const who = by || t('somebody else, or you in another window');
  const [theirs, ours] = [taken.join(', '), both.join(', ')];
  const told = theirs ? t('Changed meanwhile by {who}: {what}. That is taken in here.', { who, what: theirs }) : t('The type was changed meanwhile by {who}.', { who });
  if (!ours) return `${told} ${t('Look at it, then save again.')}`;
  return `${told} ${t('Changed there and here: {what}. Save again to replace theirs with yours, or take theirs with “Undo my changes”.', { what: ours })}`;
}

function useSaving({ modeling, fieldTypes }: Here) {
  const plan = useSignal<{ effects: Effect[]; added: string[] } | null>(null);
  const applying = useSignal(false);
  const { bucket, busy } = modeling;
  const store = async (apply: boolean, move = false) => {
    plan.value = null;
    busy.value = true;
    try {
      const fresh = await modeling.save(move ? renamesOf(modeling.nodes.peek(), keysOf(modeling.stored.peek().metafields)) : {});
      const { slug, title } = modeling.stored.peek();
      if (apply) applying.value = true;
      else if (fresh?.objects_without) say(plural(fresh.objects_without, '“{type}” is saved. {count} object lacks what is new.', '“{type}” is saved. {count} objects lack what is new.', { type: title }));
      else say(t('“{type}” is saved.', { type: title }));
      // Another address reads the type anew: what was edited meanwhile is saved first.
      if (slug !== modeling.opened && !modeling.dirty.peek()) await go(address(bucket, 'types', slug), { replace: true, force: true });
    } catch (error) {
      await refused(error);
    } finally {
      busy.value = false;
    }
  };
  const refused = async (error: unknown) => {
    if (error instanceof ApiError && error.status === 412) {
      try {
        const { slug } = modeling.stored.peek();
        return fail(toldOf(await modeling.readAgain(), await lastWriter(bucket, slug)));
      } catch (unread) {
        return fail(wordsOf(unread)); // the next save is refused again, and reads again
      }
    }
    const [first] = modeling.problems.peek();
    if (first) showProblem(modeling, first.path);
    else fail(wordsOf(error));
  };
  const save = async () => {
    if (busy.peek() || !modeling.dirty.peek()) return;
    if (modeling.unread.peek()) return fail(t('The text is not read yet: nothing is saved.'));
    const [unclear] = modeling.unclear.peek();
    if (unclear) return fail(t('“{title}” is not complete yet. Correct it or empty it, then save again.', { title: unclear.def.peek().title ?? '' }));
    const wrong = problemsOf(modeling.nodes.peek(), fieldTypes);
    if (wrong.length) {
      modeling.refuse(wrong);
      return showProblem(modeling, wrong[0]!.path);
    }
    const effects = effectsOf(modeling.stored.peek(), modeling.form.peek(), modeling.nodes.peek());
    const added = addedFields(modeling.nodes.peek());
    if (!effects.length && !added.length) return store(false);
    try {
      if (!(await countObjects(bucket, modeling.stored.peek().slug))) return await store(false);
    } catch {
      // The plan says what could not be counted.
    }
    plan.value = { effects, added };
  };
  return { plan, applying, busy, store, save };
}

function Sheet(here: Here) {
  const { modeling, types } = here;
  const { bucket } = modeling;
  const view = useSignal<'fields' | 'json'>('fields');
  const copying = useSignal(false);
  const saving = useSaving(here);
  const rights = rightsIn(bucket);
  const stored = modeling.stored.value;
  const { data: live } = useLoad(() => countObjects(bucket, stored.slug, {}, undefined), [bucket, stored.slug]);
  const mayApply = rights.publish || live === 0;
  const dirty = modeling.dirty.value;
  useUnsaved(dirty, () => confirm(t('Leave without saving?'), t('What you changed of “{type}” is not saved.', { type: modeling.about.peek().title }), t('Leave')));
  useEffect(() => {
    const keys = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || (event.key !== 's' && (event.key !== 'S' || event.shiftKey))) return; // by Caps Lock
      event.preventDefault();
      if (!document.querySelector('dialog[open]')) void saving.save();
    };
    addEventListener('keydown', keys);
    return () => removeEventListener('keydown', keys);
  });
  const type = types.find((each) => each.slug === stored.slug);
  const remove = async () => {
    if (type && (await removeType(bucket, type, types).catch((error) => void fail(wordsOf(error))))) await go(address(bucket, 'types'), { force: true });
  };
  const { plan, applying, busy, save, store } = saving;
  const problems = modeling.problems.value;
  const { line, escape } = useMenus();
  return (
    <>
      <header class="bar sticky">
        <div class="heading">
          <p class="crumbs"><Link to={address(bucket, 'types')}>{t('Object types')}</Link></p>
          <h1 dir="auto">{modeling.about.value.title || stored.title}</h1>
          <p class="state faint" aria-live="polite">{dirty ? t('Not saved') : t('Saved')}</p>
        </div>
        <div class="actions" ref={line} onKeyDown={escape}>
          <button type="button" aria-pressed={view.value === 'json'} onClick={() => (view.value = view.value === 'json' ? 'fields' : 'json')}>{t('As JSON')}</button>
          <button type="button" class="primary" title={t('Ctrl+S')} aria-disabled={busy.value || !dirty} onClick={() => void save()}>{t('Save')}</button>
          <details class="more">
            <summary aria-label={t('More actions')}>⋯</summary>
            <div class="menu" onClick={closeMenu}>
              {dirty && <button type="button" aria-disabled={busy.value} onClick={() => busy.value || modeling.revert()}>{t('Undo my changes')}</button>}
              {mayApply && <button type="button" aria-disabled={dirty} title={dirty ? t('Save the type first') : undefined} onClick={() => dirty || (applying.value = true)}>{t('Add missing fields to its objects')}</button>}
              <button type="button" onClick={() => (copying.value = true)}>{t('Duplicate')}</button>
              <Link to={address(bucket, 'objects', stored.slug)}>{t('Its objects')}</Link>
              <button type="button" class="danger" onClick={() => void remove()}>{t('Delete')}</button>
            </div>
          </details>
        </div>
      </header>
      {problems.length > 0 && (
        <div role="alert" class="refused">
          <p class="problem">{plural(problems.length, 'The type cannot be saved, for {count} reason:', 'The type cannot be saved, for {count} reasons:')}</p>
          <ul>{problems.map((each) => <li key={each.path + each.message}><button type="button" class="quiet small" onClick={() => showProblem(modeling, each.path)}>{[wayTo(modeling.nodes.value, each.path).at(-1)?.titles ?? '', `${nameOfMember(each.path.split('.').at(-1)!)} ${each.message}`].filter(Boolean).join(': ')}</button></li>)}</ul>
        </div>
      )}
      <div class="split modeler">
        <div>
          <Boundary key={view.value}>{view.value === 'json' ? <JsonView /> : <>{modeling.unread.value && <p role="note" class="notice">{t('What was written “As JSON” is not read, and not saved: {why}', { why: modeling.unread.value })}</p>}<AboutType /><h2 class="fieldshead">{t('Fields')}</h2><Fields /></>}</Boundary>
        </div>
        <Boundary><LiveForm /></Boundary>
      </div>
      {plan.value && <Plan {...plan.value} mayApply={mayApply} save={(apply, move) => void store(apply, move)} close={() => (plan.value = null)} />}
      {applying.value && <Apply bucket={bucket} slug={stored.slug} title={stored.title} close={() => (applying.value = false)} />}
      {copying.value && type && <CreateType bucket={bucket} like={type} close={() => (copying.value = false)} />}
    </>
  );
}
