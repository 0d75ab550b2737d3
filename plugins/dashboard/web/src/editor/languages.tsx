// One object in several languages: objects of one type with one slug and a locale each.
import { useSignal } from '@preact/signals';
import { useContext, useId, useRef } from 'preact/hooks';
import { bucketPath, type Content, get, type ObjectType, search, send } from '../api';
import { fullTime } from '../format';
import { useLoad } from '../load';
import { fail, say, unsay } from '../messages';
import { DraftBadge, withLive } from '../readers';
import { address, go, Link } from '../router';
import { locale, t } from '../text';
import { refusalOf } from './actions';
import { Form } from './context';
import { brief, formOf, type Place, placesOf, put } from './model';
import { RelationTitles } from './relations';
import type { Editing } from './state';
import { HtmlFrame } from './texts/frame';

type Version = Pick<Content, 'id' | 'locale' | 'status' | 'title' | 'modified_at' | 'published_at'> & { live?: boolean };

export const nameOfLocale = (code: string | null): string => {
  try {
    return (code && new Intl.DisplayNames(locale(), { type: 'language' }).of(code)) || code || '';
  } catch {
    return code ?? '';
  }
};

async function versionsOf(bucket: string, type: ObjectType, slug: string): Promise<Version[]> {
  const parameters = { query: { type: type.slug, slug }, status: 'any', props: 'id,locale,status,title,modified_at,published_at', limit: 100, total: false };
  return withLive(bucket, (await get<{ objects: Version[] }>(`${bucketPath(bucket)}/objects${search(parameters)}`)).objects);
}

export function Languages({ editing, bucket, type }: { editing: Editing; bucket: string; type: ObjectType }) {
  const object = editing.object.value!;
  const { data: versions, error } = useLoad(() => versionsOf(bucket, type, object.slug), [object.slug], object.modified_at);
  const { readonly } = useContext(Form);
  const shown = useSignal('');
  const wanted = useSignal('');
  const busy = useSignal(false);
  const id = useId();
  const others = (versions ?? []).filter((each) => each.id !== object.id);
  const missing = type.locales.filter((code) => code !== object.locale && !others.some((each) => each.locale === code));
  const refusal = useRef(0);
  const add = async (locale: string) => {
    busy.value = true;
    unsay(refusal.current);
    try {
      if (editing.arriving.size) say(t('It is saved as soon as the file has arrived.'));
      await Promise.all(editing.arriving);
      const made = await send<{ object: Content }>('POST', `${bucketPath(bucket)}/objects`, editing.inLanguage(locale));
      if (!editing.isLeft) await go(address(bucket, 'objects', type.slug, made.object.id));
      say(t('This is the new version in {language}, with the text of the old one.', { language: nameOfLocale(locale) }));
    } catch (problem) {
      const refused = refusalOf('language', problem, editing.fields.peek());
      refusal.current = fail(editing.isLeft ? t('“{title}”: {refused}', { title: object.title, refused }) : refused);
    }
    busy.value = false;
  };
  const chosen = others.find((each) => each.id === shown.value) ?? others[0];
  return (
    <>
      {error && <p role="alert" class="problem">{error}</p>}
      <ul class="rows">
        {others.map((each) => (
          <li key={each.id}>
            <span>{nameOfLocale(each.locale)} <DraftBadge of={each} /> <span class="faint">{fullTime(each.modified_at)}</span></span>
            <span class="tools">
              <button type="button" class="small" aria-pressed={chosen?.id === each.id} aria-label={t('Show {what}', { what: nameOfLocale(each.locale) })} onClick={() => (shown.value = each.id)}>{t('Show')}</button>
              <Link to={address(bucket, 'objects', type.slug, each.id)}>{t('Edit')}</Link>
            </span>
          </li>
        ))}
      </ul>
      {missing.length > 0 && !readonly && (
        <div class="tools">
          <label for={id}>{t('Add a language')}</label>
          <select id={id} disabled={busy.value} value={wanted.value} onChange={(event) => (wanted.value = event.currentTarget.value)}>
            <option value="">{t('Choose')}</option>
            {missing.map((code) => <option key={code} value={code}>{nameOfLocale(code)}</option>)}
          </select>
          <button type="button" class="small" disabled={busy.value || !missing.includes(wanted.value)} onClick={() => void add(wanted.value)}>{t('Add')}</button>
        </div>
      )}
      {versions && !others.length && <p class="faint">{t('There is no other language yet.')}</p>}
      {chosen && <Beside key={chosen.id} {...{ editing, bucket, type }} id={chosen.id} />}
    </>
  );
}

function Text({ place }: { place: Place }) {
  const text = brief(place.value);
  if (place.type === 'object' || place.type === 'objects') return <RelationTitles value={text} />;
  if (place.type === 'html-textarea' || place.path === 'content') return <HtmlFrame html={text} title={place.title} />;
  return <span class="version">{text}</span>;
}

const unsaid = new Set(['locale', 'slug', 'thumbnail']);

/** The other language, field by field, to read from and to take from. */
function Beside({ editing, bucket, type, id }: { editing: Editing; bucket: string; type: ObjectType; id: string }) {
  const { readonly, offer = say } = useContext(Form);
  const { data, error } = useLoad(() => get<{ object: Content }>(
    `${bucketPath(bucket)}/objects/${encodeURIComponent(id)}?status=any&show_metafields=true&depth=0`), [id]);
  if (error && !data) return <p role="alert" class="problem">{error}</p>;
  if (!data) return <p class="waiting" role="status">{t('Loading…')}</p>;
  const lay = (path: string, value: unknown) => {
    const form = editing.form();
    put(form, path, value, true);
    editing.show(form);
    editing.touched();
  };
  const take = (place: Place) => {
    const before = placesOf(editing.form()).get(place.path);
    lay(place.path, place.value);
    const told = t('{field} is taken over.', { field: place.title });
    if (before) offer(told, t('Undo'), () => lay(place.path, before.value));
    else say(told);
  };
  const places = [...placesOf(formOf(data.object, type)).values()].filter((each) => !unsaid.has(each.path) && brief(each.value));
  return (
    <dl class="beside" lang={data.object.locale ?? undefined}>
      {places.map((place) => (
        <div key={place.path}>
          <dt>{place.title} {!readonly && <button type="button" class="quiet small" aria-label={t('Take over {field}', { field: place.title })} onClick={() => take(place)}>{t('Take over')}</button>}</dt>
          <dd><Text place={place} /></dd>
        </div>
      ))}
    </dl>
  );
}
