// The objects of a type. What is asked for stands in the address: words, status, language, filters, order, columns.
import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { ObjectType } from '../api';
import { writeJson } from '../exact';
import { count } from '../format';
import { useChanges } from '../load';
import { rightsIn } from '../rights';
import { address, go, place, setQuery } from '../router';
import { useTitle } from '../shell/title';
import { languageNow, plural, t } from '../text';
import { useBulk } from './bulk';
import { BulkBar } from './bulkbar';
import { Choice } from './choice';
import { chosenColumns, kept } from './columns';
import { columnsOf, titleColumn } from './fields';
import { Filters } from './filters';
import { queryOf, readQuery, writeQuery } from './query';
import { Rows } from './rows';
import { type Place, Table } from './table';

export function List({ bucket, type }: { bucket: string; types: ObjectType[]; type: ObjectType }) {
  const query = place.value.query;
  const asked = { words: query.get('q')?.trim() ?? '', status: query.get('status') ?? '', locale: query.get('locale') ?? '', order: query.get('order_by') ?? '' };
  const queryText = query.get('query');
  const columnsText = query.get('columns') ?? kept(bucket, type.slug);
  // Types are read again whenever one of them is changed: what was no news to this list would read it anew, and close what is open in it.
  const known = columnsOf(type);
  const all = useMemo(() => known, [writeJson(known)]);
  const filters = useMemo(() => readQuery(queryText), [queryText]);
  const chosen = useMemo(() => chosenColumns(all, columnsText), [all, columnsText]);
  const mayWrite = rightsIn(bucket).write(type.slug);
  const columns = useMemo(() => [titleColumn(), ...chosen].map((each) => (mayWrite ? each : { ...each, editable: false })), [chosen, mayWrite]);
  const what = JSON.stringify([asked, queryText]);
  const rows = useMemo(() => new Rows({ bucket, type: type.slug, ...asked, filters: queryOf(filters), columns }), [what, columns]);
  const choice = useMemo(() => new Choice(), []);
  const at = useSignal<Place>({ row: 0, column: 1 });
  const bulk = useBulk(bucket, rows, choice);
  useChanges(bucket, type.slug, (event) => rows.hear(event), bulk.heard);
  useTitle(type.title);
  useEffect(() => {
    choice.clear();
    at.value = { row: 0, column: 1 };
  }, [what]);
  const total = rows.total.value;
  const narrowed = asked.words || asked.status || asked.locale || filters.length;
  useEffect(() => {
    if (type.singleton && total === 1 && rows.at(0) && !narrowed) void go(address(bucket, 'objects', type.slug, rows.at(0)!.id), { replace: true });
  }, [total]);
  const move = (by: number) => void (asked.order === 'order' && bulk.move(by < 0 ? 'up' : 'down', at.peek().row));
  const found = rows.found.value;
  const titleAlone = () => setQuery({ q: undefined, query: writeQuery([...filters, { column: 'title', operator: 'has', values: [asked.words] }]) });
  return (
    <div class="listscreen">
      <header class="bar">
        <div class="heading"><h1 dir="auto">{type.title}</h1><p class="faint" role="status">{total === null ? '' : plural(total, '{count} object', '{count} objects')}</p></div>
        <div class="actions">
          {mayWrite && (!type.singleton || total === 0) && <button type="button" class="primary" onClick={() => go(address(bucket, 'objects', type.slug, 'new'))}>{t('New')}</button>}
        </div>
      </header>
      <Filters {...{ bucket, type, all, filters, ...asked }} columns={chosen} />
      {found && (found.total > found.shown || !found.exact) && (
        <p class="told">{t('These are the best {shown} of {count} that a search for “{words}” finds.', {
          shown: count(found.shown), count: found.exact ? count(found.total) : t('at least {count}', { count: count(found.total) }), words: asked.words })}{' '}
          <button type="button" class="small" onClick={titleAlone}>{t('Find it in all titles')}</button></p>
      )}
      {rows.cut.value && <p class="told">{t('Only the first 20,000 objects were looked at. A filter makes them fewer.')}</p>}
      {rows.error.value && (
        <p role="alert" class="problem">{rows.error.value} <button type="button" class="small" onClick={() => void rows.reload()}>{t('Try again')}</button></p>
      )}
      {mayWrite && <BulkBar {...{ bucket, type, rows, choice, bulk, all, columns }} order={asked.order} />}
      {total === null && !rows.error.value && <p class="waiting" role="status">{t('Loading…')}</p>}
      <Table {...{ bucket, type, columns, rows, choice, at, move }} drop={mayWrite && asked.order === 'order' ? bulk.drop : undefined} order={asked.order || (asked.words ? '' : '-modified_at')} />
      {total === 0 && (
        <p class="empty">{narrowed ? t('Nothing is found.') : t('There are no {type} yet.', { type: languageNow() === 'en' ? type.title.toLowerCase() : type.title })}
          {!!narrowed && <> <button type="button" onClick={() => setQuery({ q: undefined, status: undefined, locale: undefined, query: undefined })}>{t('Show all')}</button></>}</p>
      )}
    </div>
  );
}
