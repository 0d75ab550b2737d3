// A merge request is made: objects of the source, chosen by hand.
import { useSignal } from '@preact/signals';
import { bucketPath, get, type Content, type Schemas, search, send, typesOf } from '../../api';
import { confirm } from '../../dialog';
import { shownOf } from '../../format';
import { useLater, useLoad } from '../../load';
import { say } from '../../messages';
import { address, go, Link, place } from '../../router';
import { plural, t } from '../../text';
import { Field, Form, Select, textOf, useUnsaved } from '../form';
import { Heading, pageSize, Problem } from '../parts';
import { NoSource, sourcesOf, titleOfBucket } from './sources';

const mostObjects = 1000;

/** Enter in a list of choices is no press of the form's button: what that makes cannot be changed. */
function held(event: KeyboardEvent): boolean {
  if (event.key === 'Enter') event.preventDefault();
  return event.key === 'Enter';
}

export function New({ bucket }: { bucket: string }) {
  const heading = <Heading title={t('New merge request')} crumbs={<Link to={address(bucket, 'settings', 'merges')}>{t('Merge requests')}</Link>} about={t('Into {title}. Nothing changes before it is completed.', { title: titleOfBucket(bucket) })} />;
  return <>{heading}{sourcesOf(bucket).length ? <Choosing bucket={bucket} /> : <NoSource />}</>;
}

/** The choice outlives a search. */
function Choosing({ bucket }: { bucket: string }) {
  const sources = sourcesOf(bucket);
  const source = useSignal(place.value.query.get('from') ?? sources[0]?.slug ?? '');
  const type = useSignal('');
  const words = useSignal('');
  const typed = useSignal('');
  const chosen = useSignal<Map<string, string>>(new Map());
  const titled = useSignal(false);
  const { through } = useUnsaved(titled.value || chosen.value.size > 0, () => confirm(t('Leave without saving?'), t('What you typed and chose is not kept.'), t('Leave')));
  const list = address(bucket, 'settings', 'merges');
  const { data: types } = useLoad(() => (source.value ? typesOf(source.value) : Promise.resolve([])), [source.value]);
  const query = { ...(type.value ? { type: type.value } : {}), ...(words.value ? { title: { $regex: words.value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), $options: 'i' } } : {}) };
  const { data: found, error } = useLoad(async () => ({ of: source.value, ...(source.value
    ? await get<{ objects: Content[]; total: number }>(`${bucketPath(source.value)}/objects${search({ query, status: 'any', props: 'id,title,type,status,locale,modified_at', sort: '-modified_at', limit: pageSize })}`)
    : { objects: [], total: 0 }) }), [source.value, type.value, words.value]);
  const data = found?.of === source.value ? found : undefined; // what another bucket has cannot be chosen
  const look = () => (words.value = typed.value.trim());
  const later = useLater(250, look);
  const takeFrom = async (slug: string, control: HTMLSelectElement) => {
    const size = chosen.value.size;
    if (size && !(await confirm(t('Choose from another bucket?'), plural(size, 'The {count} object that you chose is not taken along.', 'The {count} objects that you chose are not taken along.'), t('Choose anew')))) {
      control.value = source.value;
      return;
    }
    source.value = slug;
    type.value = '';
    chosen.value = new Map();
  };
  const choose = (objects: Content[], yes: boolean) => {
    const next = new Map(chosen.value);
    for (const each of objects) yes ? next.set(each.id, each.title) : next.delete(each.id);
    chosen.value = next;
  };
  const make = async (form: FormData) => {
    if (!chosen.value.size) throw new Error(t('Choose at least one object.'));
    if (chosen.value.size > mostObjects) throw new Error(t('A merge request has {most} objects at most.', { most: mostObjects }));
    const { merge_request: made } = await send<Schemas['MergeRequestAnswer']>('POST', `${bucketPath(bucket)}/merge-requests`, { title: textOf(form, 'title'), source_bucket: source.value, objects: [...chosen.value.keys()] });
    say(t('The merge request is there: look at what it changes.'));
    await go(address(bucket, 'settings', 'merges', made.id), { replace: true });
  };
  const shown = data?.objects ?? [];
  const allChosen = shown.length > 0 && shown.every((each) => chosen.value.has(each.id));
  return (
    <Form label={t('New merge request')} button={plural(chosen.value.size, 'Ask to merge {count} object', 'Ask to merge {count} objects')} action={through(make)} cancel={() => void go(list)}
      typed={({ name, value }) => name === 'title' && (titled.value = value !== '')}>
      <div class="pair">
        <Field name="title" label={t('Title')} required maxlength={1000} placeholder={t('What it is for')} autofocus />
        <Select name="source_bucket" label={t('From')} value={source.value} options={sources.map((each) => ({ value: each.slug, label: each.title }))}
          onChange={takeFrom} />
      </div>
      <div class="filters">
        <input type="search" aria-label={t('Search titles')} placeholder={t('Search titles')} onInput={(event) => { typed.value = event.currentTarget.value; later(); }} onKeyDown={(event) => held(event) && look()} />
        <select aria-label={t('Type')} value={type.value} onChange={(event) => (type.value = event.currentTarget.value)}>
          <option value="">{t('All types')}</option>
          {types?.map((each) => <option key={each.slug} value={each.slug}>{each.title}</option>)}
        </select>
      </div>
      <Problem text={error} />
      {shown.length > 0 && <label class="choice"><input type="checkbox" checked={allChosen} onChange={(event) => choose(shown, event.currentTarget.checked)} />{t('All that are shown')}</label>}
      <ul class="rows picking" aria-label={t('Objects')} onKeyDown={held}>
        {shown.map((each) => (
          <li key={each.id}>
            <label class="choice"><input type="checkbox" checked={chosen.value.has(each.id)} onChange={(event) => choose([each], event.currentTarget.checked)} /><span>{each.title}</span></label>
            <span class="faint">{[types?.find((known) => known.slug === each.type)?.singular ?? each.type, each.locale, each.status === 'draft' ? t('Draft') : ''].filter(Boolean).join(' · ')}</span>
          </li>
        ))}
      </ul>
      {data && !shown.length && <p class="empty">{t('Nothing is found.')}</p>}
      {data && data.total > shown.length && <p class="faint">{shownOf(shown.length, data.total)}</p>}
    </Form>
  );
}

