// The form of one object, generated from its metafields.
import { useSignal } from '@preact/signals';
import { useEffect, useId, useMemo, useRef } from 'preact/hooks';
import { ApiError, bucketPath, type ObjectType, send, wordsOf } from '../api';
import { confirm } from '../dialog';
import { ago, fullTime } from '../format';
import { useChanges } from '../load';
import { FilePick } from '../media/pick';
import { clearErrors, fail, say } from '../messages';
import { rightsIn } from '../rights';
import { address, go, leaving, Link } from '../router';
import { t } from '../text';
import { Form } from './context';
import { Conflicts } from './conflicts';
import { FieldList, HtmlArea } from './fields';
import { ScheduleDialog } from './schedule';
import { Editing } from './state';

type Props = { bucket: string; types: ObjectType[]; type: ObjectType; id: string };

export function Editor({ bucket, type, id }: Props) {
  const editing = useMemo(() => new Editing(bucket, type, id), []);
  const ready = useSignal(false);
  const error = useSignal('');
  useEffect(() => {
    editing.open().then((told) => {
      ready.value = true;
      if (told) say(told, 'Discard them', () => void editing.revert());
    }, (problem) => (error.value = wordsOf(problem)));
    const keep = () => editing.keepHere();
    addEventListener('pagehide', keep);
    return () => {
      removeEventListener('pagehide', keep);
      if (editing.dirty.peek()) void editing.keep();
      leaving.guard = null;
    };
  }, []);
  if (error.value) return <p role="alert" class="problem">{error.value} <Link to={address(bucket, 'objects', type.slug)}>{type.title}</Link></p>;
  if (!ready.value) return <p class="waiting" role="status">Loading…</p>;
  return <Sheet editing={editing} bucket={bucket} type={type} />;
}

function StatusBadge({ editing }: { editing: Editing }) {
  const object = editing.object.value;
  if (!object) return <span class="badge draft">New</span>;
  return (
    <>
      {editing.live.value ? <span class="badge live">Published</span> : <span class="badge draft">Draft</span>}
      {editing.hasDraft.value && <span class="badge draft">Draft changes</span>}
      {object.publish_at && !editing.live.value && <span class="badge plan">Goes out {fullTime(object.publish_at)}</span>}
      {object.unpublish_at && <span class="badge plan">Ends {fullTime(object.unpublish_at)}</span>}
    </>
  );
}

function Sheet({ editing, bucket, type }: { editing: Editing; bucket: string; type: ObjectType }) {
  const busy = useSignal('');
  const scheduling = useSignal(false);
  const asked = useRef<'draft' | 'publish' | 'unpublish' | null>(null);
  const putOff = useSignal(false);
  const titleId = useId();
  const { basics } = editing;
  const rights = rightsIn(bucket);
  const mayWrite = rights.write(type.slug);
  const mayPublish = mayWrite && rights.publish;
  const isNew = editing.status === 'new';

  const run = async (name: string, action: () => Promise<string | null>) => {
    if (busy.value) return;
    busy.value = name;
    clearErrors();
    try {
      const told = await action();
      if (told) say(told);
    } catch (problem) {
      const refused = problem instanceof ApiError ? problem.problems : [];
      fail(wordsOf(problem));
      if (refused.length) requestAnimationFrame(() => document.querySelector<HTMLElement>('form .problem')?.scrollIntoView({ block: 'center' }));
    }
    busy.value = '';
  };
  const save = (as: 'draft' | 'publish' | 'unpublish') => run(as, async () => {
    asked.current = as;
    putOff.value = false;
    if (editing.conflicts.value.length) return null; // chosen first
    if (!editing.basics.title.value.trim()) {
      document.getElementById(titleId)?.focus();
      throw new Error('A title is needed before it can be saved.');
    }
    const before = editing.currentId;
    const taken = await editing.save(as);
    if (!taken) return null;
    if (before !== editing.currentId) await go(address(bucket, 'objects', type.slug, editing.currentId), { replace: true, force: true });
    const others = taken.length ? ` Somebody else had changed ${taken.join(', ')}: both are kept.` : '';
    return { draft: 'The draft is saved.', publish: 'It is published.', unpublish: 'It is a draft again; readers no longer see it.' }[as] + others;
  });
  const discard = () => run('discard', async () => {
    const yes = await confirm('Discard the draft?', 'Readers go on seeing what is published. The draft stays in the history.', 'Discard draft');
    if (!yes) return null;
    await editing.discard();
    return 'The draft is discarded.';
  });
  const remove = () => run('delete', async () => {
    const deleted = editing.currentId;
    const title = basics.title.value;
    if (!(await confirm('Delete?', `“${title}” goes to the trash and can be restored from there.`, 'Delete'))) return null;
    await editing.remove();
    await go(address(bucket, 'objects', type.slug), { force: true });
    say(`“${title}” is in the trash.`, 'Undo', () => void send('POST', `${bucketPath(bucket)}/trash/${deleted}/restore`)
      .then(() => go(address(bucket, 'objects', type.slug, deleted)), (problem) => fail(wordsOf(problem))));
    return null;
  });
  useEffect(() => {
    const keys = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key !== 's') return;
      event.preventDefault();
      if (mayWrite) void save('draft');
    };
    addEventListener('keydown', keys);
    document.title = `${basics.title.value || `New ${type.singular}`} · Inkwell`;
    return () => removeEventListener('keydown', keys);
  });
  useChanges(bucket, type.slug, (event) => {
    if (isNew || busy.value || (event.id && event.id !== editing.currentId)) return;
    editing.refresh().then((taken) => taken.length && say(`Somebody else changed ${taken.join(', ')}.`), () => undefined);
  });
  const set = <T,>(name: { value: T }, value: T) => {
    name.value = value;
    editing.touched();
  };
  const working = !!busy.value;
  const object = editing.object.value;
  const problemOf = (name: string) => editing.problems.value.find((problem) => problem.path === name)?.message;
  return (
    <Form.Provider value={{ bucket, touched: editing.touched, problems: editing.problems }}>
      <header class="bar sticky">
        <div class="heading">
          <p class="crumbs"><Link to={address(bucket, 'objects', type.slug)}>{type.title}</Link></p>
          <h1>{basics.title.value || `New ${type.singular}`}</h1>
          <p class="state"><StatusBadge editing={editing} /> <span class="faint" aria-live="polite">{editing.dirty.value ? editing.keeping.value || 'Not saved' : object ? `Saved ${ago(object.modified_at)}` : ''}</span></p>
        </div>
        <div class="actions">
          {mayWrite && <button type="button" disabled={working} title="Ctrl+S" onClick={() => save('draft')}>Save draft</button>}
          {mayPublish && <button type="button" class="primary" disabled={working} onClick={() => save('publish')}>Publish</button>}
          <details class="more">
            <summary aria-label="More actions">⋯</summary>
            <div class="menu" onClick={(event) => ((event.currentTarget as HTMLElement).parentElement as HTMLDetailsElement).open = false}>
              {mayPublish && !isNew && <button type="button" disabled={working} onClick={() => (scheduling.value = true)}>Schedule</button>}
              {mayPublish && editing.live.value && <button type="button" disabled={working} onClick={() => save('unpublish')}>Unpublish</button>}
              {editing.hasDraft.value && mayWrite && <button type="button" disabled={working} onClick={discard}>Discard draft</button>}
              {editing.dirty.value && <button type="button" disabled={working} onClick={() => editing.revert()}>Undo my changes</button>}
              {!isNew && <Link to={address(bucket, 'objects', type.slug, editing.currentId, 'history')}>History</Link>}
              {!isNew && mayWrite && (mayPublish || !(editing.live.value || object?.publish_at)) && <button type="button" class="danger" disabled={working} onClick={remove}>Delete</button>}
            </div>
          </details>
        </div>
      </header>
      <form class="sheet" autocomplete="off" onSubmit={(event) => event.preventDefault()}>
        {!mayWrite && <p class="notice" role="note">{t('Your role reads {what} here and does not write them.', { what: type.title })}</p>}
        <fieldset class="sheet" disabled={!mayWrite}>
          <div class="field big">
            <label for={titleId}>Title</label>
            <input id={titleId} type="text" value={basics.title.value} required autofocus={isNew} maxlength={1000} onInput={(event) => set(basics.title, event.currentTarget.value)} />
            {problemOf('title') && <span class="problem">Title {problemOf('title')}</span>}
          </div>
          <Basics {...{ editing, type, set, problemOf }} />
          <FieldList fields={editing.fields.value} path="" />
        </fieldset>
      </form>
      {scheduling.value && <ScheduleDialog {...{ editing, run }} close={() => (scheduling.value = false)} />}
      {editing.conflicts.value.length > 0 && !working && !putOff.value && (
        <Conflicts conflicts={editing.conflicts.value} saves={!!asked.current} close={() => (putOff.value = true)}
          choose={(choices) => { editing.choose(choices); if (asked.current) void save(asked.current); }} />
      )}
    </Form.Provider>
  );
}

function Basics({ editing, type, set, problemOf }: {
  editing: Editing; type: ObjectType; set: <T>(name: { value: T }, value: T) => void; problemOf: (name: string) => string | undefined;
}) {
  const id = useId();
  const { basics } = editing;
  return (
    <>
      {type.options.slug_field && (
        <div class="field">
          <label for={`${id}-slug`}>Slug</label>
          <input id={`${id}-slug`} type="text" class="code" value={basics.slug.value} placeholder="made from the title" spellcheck={false} onInput={(event) => set(basics.slug, event.currentTarget.value)} />
          {problemOf('slug') && <span class="problem">Slug {problemOf('slug')}</span>}
        </div>
      )}
      {type.localization && (
        <div class="field">
          <label for={`${id}-locale`}>Language</label>
          <select id={`${id}-locale`} value={basics.locale.value ?? ''} onChange={(event) => set(basics.locale, event.currentTarget.value || null)}>
            {type.locales.map((code) => <option key={code} value={code}>{new Intl.DisplayNames(undefined, { type: 'language' }).of(code)}</option>)}
          </select>
        </div>
      )}
      {type.options.content_editor && (
        <div class="field">
          <label for={`${id}-content`}>Content</label>
          <HtmlArea id={`${id}-content`} value={basics.content.value} set={(value) => set(basics.content, value)} title="Content" />
        </div>
      )}
      <fieldset class="field">
        <legend>Thumbnail</legend>
        <FilePick id={`${id}-thumbnail`} label="Thumbnail" value={basics.thumbnail.value ?? ''} set={(value) => set(basics.thumbnail, value || null)} />
      </fieldset>
    </>
  );
}
