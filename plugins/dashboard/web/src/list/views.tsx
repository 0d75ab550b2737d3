// Saved views: what the address says, under a name.
import { useSignal } from '@preact/signals';
import { bucketPath, get, send, session, wordsOf } from '../api';
import { confirm } from '../dialog';
import { readJson, writeJson } from '../exact';
import { useLoad } from '../load';
import { fail, say } from '../messages';
import { place, setQuery } from '../router';
import { same } from '../same';
import { Check, Field, FormDialog, textOf } from '../settings/form';
import { t } from '../text';
import type { Column } from './fields';
import type { Query } from './query';

type View = { id: string; title: string; type: string; query: Query; columns: string[]; sort: string; shared: boolean; owner: string };
type State = Record<'q' | 'status' | 'locale' | 'query' | 'order_by' | 'columns', string | undefined>;
const names = ['q', 'status', 'locale', 'query', 'order_by', 'columns'] as const;
const plainStatus = new Set(['draft', 'published']);

const stateNow = (columns: Column[]): State => ({
  ...(Object.fromEntries(names.map((name) => [name, place.value.query.get(name) ?? undefined])) as State),
  columns: columns.map((each) => each.id).join() || 'none',
});

/**
 * A view of the interface has a query, columns and a sort. Search words, and the statuses that no query knows, are no part of a query: they
 * are kept among the columns, as "?q=harbour", which whoever shows columns does not know and leaves out.
 */
function bodyOf(state: State, type: string) {
  const query: Query = { type, ...(state.query ? readJson(state.query) as Query : {}) };
  if (state.status && plainStatus.has(state.status)) query.status = state.status;
  if (state.locale) query.locale = state.locale;
  const columns = state.columns?.split(',') ?? [];
  if (state.q) columns.push(`?q=${state.q}`);
  if (state.status && !plainStatus.has(state.status)) columns.push(`?status=${state.status}`);
  return { type, query, columns, sort: state.order_by ?? '' };
}

function stateOf({ query: { type, ...rest }, columns, sort }: View): State {
  void type;
  const state: State = { q: undefined, status: undefined, locale: undefined, query: undefined, order_by: sort || undefined, columns: undefined };
  for (const name of ['status', 'locale'] as const) {
    if (typeof rest[name] !== 'string') continue;
    state[name] = rest[name];
    delete rest[name];
  }
  const shown: string[] = [];
  for (const each of columns) {
    const beside = /^\?(q|status)=(.*)$/s.exec(each);
    if (beside) state[beside[1] as 'q' | 'status'] = beside[2];
    else if (each !== 'title') shown.push(each); // it is always there
  }
  if (shown.length) state.columns = shown.join();
  if (Object.keys(rest).length) state.query = writeJson(rest);
  return state;
}

const equal = (a: State, b: State) =>
  names.every((name) => (name === 'query' ? same(readJson(a.query ?? '{}'), readJson(b.query ?? '{}')) : (a[name] ?? '') === (b[name] ?? '')));

export function Views({ bucket, type, columns }: { bucket: string; type: string; columns: Column[] }) {
  const path = `${bucketPath(bucket)}/views`;
  const { data, error, again } = useLoad(() => get<{ views: View[] }>(path), [bucket]);
  const naming = useSignal<'new' | View | null>(null);
  const views = (data?.views ?? []).filter((view) => view.type === type);
  const now = stateNow(columns);
  const current = views.find((view) => view.id === place.value.query.get('view'));
  const admin = session.value?.buckets.find((each) => each.slug === bucket)?.role === 'admin';
  const mine = (view: View) => view.owner === session.value?.user.id || (view.shared && admin);
  const shut = (event: Event) => {
    const menu = (event.currentTarget as HTMLElement).closest('details')!;
    menu.querySelector('summary')!.focus(); // what is in the menu loses it
    menu.removeAttribute('open');
  };
  const open = (view: View, event: Event) => {
    shut(event);
    setQuery({ ...stateOf(view), view: view.id });
  };
  const run = async (action: () => Promise<unknown>, told: string) => {
    try {
      await action();
      say(told);
    } catch (problem) {
      fail(wordsOf(problem));
    }
    again();
  };
  const update = (view: View) => run(() => send('PATCH', `${path}/${view.id}`, bodyOf(now, type)), t('The view “{title}” is saved.', { title: view.title }));
  const remove = async (view: View) => {
    const text = view.shared ? t('It goes for everybody. The objects stay.') : t('The objects stay.');
    if (!(await confirm(t('Delete the view “{title}”?', { title: view.title }), text, t('Delete')))) return;
    setQuery({ view: undefined });
    await run(() => send('DELETE', `${path}/${view.id}`), t('The view “{title}” is deleted.', { title: view.title }));
  };
  const name = async (title: string, shared: boolean) => {
    const named = naming.value!;
    if (named === 'new') {
      const { view } = await send<{ view: View }>('POST', path, { title, shared, ...bodyOf(now, type) });
      setQuery({ view: view.id });
    } else await send('PATCH', `${path}/${named.id}`, { title, shared });
    naming.value = null;
    say(t('The view “{title}” is saved.', { title }));
    again();
  };
  return (
    <>
      <details class="more views">
        <summary>{current ? t('View: {title}', { title: current.title }) : t('Views')}{current && !equal(stateOf(current), now) ? ' *' : ''}</summary>
        <div class="menu">
          {error && <p class="problem" role="alert">{error}</p>}
          {views.map((view) => (
            <button key={view.id} type="button" aria-current={view === current ? 'true' : undefined} onClick={(event) => open(view, event)}>
              {view.title}{view.shared && <span class="faint"> {t('shared')}</span>}
            </button>
          ))}
          {data && !views.length && <p class="faint">{t('No view is saved yet.')}</p>}
          <hr />
          <button type="button" onClick={(event) => { shut(event); naming.value = 'new'; }}>{t('Save this view…')}</button>
          {current && mine(current) && (
            <>
              {!equal(stateOf(current), now) && <button type="button" onClick={(event) => { shut(event); void update(current); }}>{t('Update “{title}”', { title: current.title })}</button>}
              <button type="button" onClick={(event) => { shut(event); naming.value = current; }}>{t('Rename or share…')}</button>
              <button type="button" class="danger" onClick={(event) => { shut(event); void remove(current); }}>{t('Delete this view')}</button>
        
    </>
        )}
      </div>
    </details>
    {naming.value && <Name view={naming.value === 'new' ? null : naming.value} save={name} close={() => (naming.value = null)} />}
    </>
  );
}

function Name({ view, save, close }: { view: View | null; save: (title: string, shared: boolean) => Promise<void>; close: () => void }) {
  const submit = async (form: FormData) => {
    const title = textOf(form, 'title');
    if (!title) throw new Error(t('Give it a name.'));
    await save(title, !!form.get('shared'));
  };
  return (
    <FormDialog title={view ? t('Rename or share') : t('Save this view')} button={t('Save')} action={submit} onClose={close}>
      <Field name="title" label={t('Name')} value={view?.title} maxlength={200} autofocus />
      <Check name="shared" label={t('Everybody in this bucket sees it')} checked={view?.shared} />
    </FormDialog>
  );
}
