// The line over the list: search, status, language, filters, order, columns, views.
import { useSignal } from '@preact/signals';
import { bucketPath, get, type ObjectType, search } from '../api';
import { count as figure } from '../format';
import { useSurely } from '../load';
import { setQuery } from '../router';
import { ofTelephones, useMedia } from '../shell/media';
import { useMenus } from '../shell/menus';
import { useWords } from '../shell/words';
import { t } from '../text';
import { Builder } from './builder';
import { Columns } from './columns';
import { type Column, titleColumn } from './fields';
import { type Filter, sentenceOf, writeQuery } from './query';
import { Views } from './views';

type Props = {
  bucket: string; type: ObjectType; all: Column[]; columns: Column[]; filters: Filter[];
  words: string; status: string; locale: string; order: string;
};

function useTitles(bucket: string, filters: Filter[], columns: Column[]): Map<string, string> {
  const related = new Set(columns.filter((each) => each.kind === 'object' || each.kind === 'objects').map((each) => each.id));
  const ids = filters.flatMap((each) => ('column' in each && related.has(each.column) ? each.values.map(String) : []));
  const { data } = useSurely(async () => {
    if (!ids.length) return new Map<string, string>();
    const parameters = { query: { id: { $in: ids } }, status: 'any', props: 'id,title', total: false };
    const { objects } = await get<{ objects: { id: string; title: string }[] }>(`${bucketPath(bucket)}/objects${search(parameters)}`);
    return new Map(objects.map((each) => [each.id, each.title]));
  }, [ids.join()]);
  return data ?? new Map();
}

export function Filters({ bucket, type, all, columns, filters, words, status, locale, order }: Props) {
  const { line, escape } = useMenus();
  const box = useWords(words);
  const making = useSignal<number | null>(null);
  const small = useMedia(ofTelephones);
  const unfolded = useSignal(false);
  const set = [status, locale, order].filter(Boolean).length;
  const filterable = [titleColumn(), ...all.filter((each) => each.kind !== 'status' && each.kind !== 'locale')];
  const titles = useTitles(bucket, filters, filterable);
  const put = (next: Filter[]) => setQuery({ query: writeQuery(next) });
  const edited = making.value === null ? undefined : filters[making.value];
  const done = (filter: Filter) => {
    const at = making.value ?? filters.length;
    making.value = null;
    put(at < filters.length ? filters.map((each, index) => (index === at ? filter : each)) : [...filters, filter]);
  };
  return (
    <>
      <div class={small && !unfolded.value ? 'filters folded' : 'filters'} ref={line} onKeyDown={escape}>
        <input type="search" aria-label={t('Search {type}', { type: type.title })} placeholder={t('Search')} {...box} />
        {small && <button type="button" aria-expanded={unfolded.value} onClick={() => (unfolded.value = !unfolded.value)}>
          {t('Filter and order')}{set > 0 && <span class="badge">{figure(set)}</span>}</button>}
        <select aria-label={t('Status')} value={status} onChange={(event) => setQuery({ status: event.currentTarget.value })}>
          <option value="">{t('Any status')}</option><option value="published">{t('Published')}</option><option value="draft">{t('Draft')}</option>
          <option value="changed">{t('Changed, not published')}</option><option value="scheduled">{t('Scheduled')}</option>
        </select>
        {type.localization && (
          <select aria-label={t('Language')} value={locale} onChange={(event) => setQuery({ locale: event.currentTarget.value })}>
            <option value="">{t('Any language')}</option>{type.locales.map((each) => <option key={each} value={each}>{each}</option>)}
          </select>
        )}
        <select aria-label={t('Order')} value={order} onChange={(event) => setQuery({ order_by: event.currentTarget.value })}>
          <option value="">{words ? t('Best match') : t('Changed last')}</option>
          {words && <option value="-modified_at">{t('Changed last')}</option>}
          {!words && order === '-modified_at' && <option value="-modified_at">{t('Changed last')}</option>}
          <option value="modified_at">{t('Not changed for longest')}</option>
          <option value="-created_at">{t('Newest')}</option><option value="created_at">{t('Oldest')}</option>
          <option value="order">{t('By hand')}</option>
          {[titleColumn(), ...all.filter((each) => each.sortable && (columns.includes(each) || order.endsWith(each.id)) && each.kind !== 'time')].flatMap((each) => [
            <option key={each.id} value={each.id}>{each.title} ↑</option>,
            <option key={`-${each.id}`} value={`-${each.id}`}>{each.title} ↓</option>,
          ])}
        </select>
        <button type="button" aria-haspopup="dialog" onClick={() => (making.value = filters.length)}>{t('Filter')}</button>
        <Columns {...{ bucket, all }} type={type.slug} chosen={columns} />
        <Views {...{ bucket, columns }} type={type.slug} />
      </div>
      {filters.length > 0 && (
        <ul class="chips" aria-label={t('Filters')}>
          {filters.map((filter, index) => {
            const sentence = sentenceOf(filter, filterable, titles);
            return (
              <li key={sentence} class="chip">
                {'query' in filter ? <code>{sentence}</code>
                  : <button type="button" aria-haspopup="dialog" onClick={() => (making.value = index)}>{sentence}</button>}
                <button type="button" class="quiet" aria-label={t('Remove filter: {filter}', { filter: sentence })} onClick={() => put(filters.filter((each) => each !== filter))}>✕</button>
              </li>
            );
          })}
          {filters.length > 1 && <li><button type="button" class="quiet small" onClick={() => put([])}>{t('Remove all filters')}</button></li>}
        </ul>
      )}
      {making.value !== null && <Builder {...{ bucket, done }} type={type.slug} columns={filterable}
        filter={edited && 'column' in edited ? edited : null} close={() => (making.value = null)} />}
    </>
  );
}
