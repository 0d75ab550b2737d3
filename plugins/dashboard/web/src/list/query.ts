// A filter is a condition of the API's query language. The address and saved views hold the query itself, so whoever reads it with curl
// gets the same objects; what another client has put there is kept, and shown as it is.
import { isNumber, readJson, writeJson } from '../exact';
import { dayOf as wordsOfDay, figure } from '../format';
import { t } from '../text';
import type { Column } from './fields';

export type Operator = 'is' | 'not' | 'in' | 'all' | 'none' | 'has' | 'begins' | 'above' | 'below' | 'between' | 'set' | 'unset';
export type Filter = { column: string; operator: Operator; values: (string | number | bigint | boolean)[] } | { query: Query };
export type Query = Record<string, unknown>;

const forWords: Operator[] = ['has', 'is', 'not', 'begins', 'in', 'set', 'unset'];
const forOrder: Operator[] = ['is', 'above', 'below', 'between', 'set', 'unset'];
export function operatorsOf({ kind, def }: Column): Operator[] {
  if (kind === 'title') return ['has', 'is', 'not', 'begins'];
  if (kind === 'words') return def ? forWords : ['has', 'is', 'begins'];
  if (kind === 'long') return ['has', 'set', 'unset'];
  if (kind === 'choice') return ['in', 'none', 'set', 'unset'];
  if (kind === 'choices') return ['in', 'all', 'none', 'set', 'unset'];
  if (kind === 'switch') return ['is', 'set', 'unset'];
  if (kind === 'time') return ['above', 'below', 'between', 'set', 'unset'];
  if (kind === 'number' || kind === 'date') return forOrder;
  if (kind === 'object' || kind === 'objects') return ['in', 'none', 'set', 'unset'];
  return ['set', 'unset'];
}

export function wordsOfOperator(operator: Operator, { kind }: Column): string {
  const dated = kind === 'date' || kind === 'time';
  switch (operator) {
    case 'is': return dated ? t('is on') : t('is');
    case 'not': return t('is not');
    case 'in': return t('is one of');
    case 'all': return t('has all of');
    case 'none': return t('is none of');
    case 'has': return t('contains');
    case 'begins': return t('begins with');
    case 'above': return dated ? t('is on or after') : t('is at least');
    case 'below': return dated ? t('is on or before') : t('is at most');
    case 'between': return t('is between');
    case 'set': return t('is set');
    case 'unset': return t('is not set');
  }
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
const unescaped = (text: string) => text.replace(/\\([\\^$.*+?()[\]{}|])/g, '$1');
// A day of the reader is a stretch of UTC.
const startOf = (day: string, plus = 0) => {
  const date = new Date(`${day}T00:00`);
  date.setDate(date.getDate() + plus);
  return date.toISOString();
};
const dayOf = (time: string, plus = 0) => {
  const date = new Date(time);
  date.setDate(date.getDate() + plus);
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
};

function conditionOf(filter: Filter, timed: (id: string) => boolean): Query {
  if ('query' in filter) return filter.query;
  const { column, operator, values } = filter;
  const [one, two] = values;
  const put = (value: unknown): Query => ({ [column]: value });
  switch (operator) {
    case 'is': return put(one);
    case 'not': return put({ $ne: one });
    case 'in': return put({ $in: values });
    case 'all': return put({ $all: values });
    case 'none': return put({ $nin: values });
    case 'has': return put({ $regex: escaped(String(one)), $options: 'i' });
    case 'begins': return put({ $regex: `^${escaped(String(one))}`, $options: 'i' });
    case 'above': return put({ $gte: timed(column) ? startOf(String(one)) : one });
    case 'below': return put(timed(column) ? { $lt: startOf(String(one), 1) } : { $lte: one });
    case 'between': return put(timed(column) ? { $gte: startOf(String(one)), $lt: startOf(String(two), 1) } : { $gte: one, $lte: two });
    // The empty text means "not set" too, and counts as a value.
    case 'set': return put({ $nin: [null, ''] });
    case 'unset': return put({ $in: [null, ''] });
  }
}

const timed = (id: string) => id === 'created_at' || id === 'modified_at' || id === 'published_at';
const isPlain = (value: unknown): value is string | number | bigint | boolean => ['string', 'number', 'bigint', 'boolean'].includes(typeof value);

/** The day of this reader that begins, or by `plus` of -1 ends, at a time; none where it is the middle of one, as of a reader elsewhere. */
function dayAt(time: unknown, plus = 0): string | null {
  if (typeof time !== 'string' || !/^[12]\d{3}-/.test(time) || Number.isNaN(Date.parse(time))) return null;
  const day = dayOf(time, plus);
  return startOf(day, -plus) === time ? day : null;
}

function daysOf(column: string, names: string, { $gte, $lt }: Record<string, unknown>): Filter | null {
  const [from, to] = [dayAt($gte), dayAt($lt, -1)];
  if (names === '$gte' && from) return { column, operator: 'above', values: [from] };
  if (names === '$lt' && to) return { column, operator: 'below', values: [to] };
  if (names === '$gte,$lt' && from && to) return { column, operator: 'between', values: [from, to] };
  return null;
}

function filterOf(column: string, value: unknown): Filter | null {
  if (isPlain(value)) return { column, operator: 'is', values: [value] };
  if (!value || typeof value !== 'object' || Array.isArray(value)) return null;
  const given = value as Record<string, unknown>;
  const names = Object.keys(given).sort().join();
  const list = Object.values(given)[0];
  const plain = Array.isArray(list) && list.every(isPlain) ? list : null;
  if (names === '$ne' && isPlain(given.$ne)) return { column, operator: 'not', values: [given.$ne] };
  if (names === '$in' && writeJson(list) === '[null,""]') return { column, operator: 'unset', values: [] };
  if (names === '$nin' && writeJson(list) === '[null,""]') return { column, operator: 'set', values: [] };
  if (names === '$in' && plain) return { column, operator: 'in', values: plain };
  if (names === '$all' && plain) return { column, operator: 'all', values: plain };
  if (names === '$nin' && plain) return { column, operator: 'none', values: plain };
  if (names === '$options,$regex' && typeof given.$regex === 'string' && given.$options === 'i') {
    const begins = given.$regex.startsWith('^');
    const text = unescaped(begins ? given.$regex.slice(1) : given.$regex);
    return escaped(text) === given.$regex.slice(begins ? 1 : 0) ? { column, operator: begins ? 'begins' : 'has', values: [text] } : null;
  }
  if (timed(column)) return daysOf(column, names, given);
  const bound = (name: string) => given[name] as string | number | bigint;
  if (!Object.values(given).every(isPlain)) return null;
  if (names === '$gte') return { column, operator: 'above', values: [bound('$gte')] };
  if (names === '$lte') return { column, operator: 'below', values: [bound('$lte')] };
  if (names === '$gte,$lte') return { column, operator: 'between', values: [bound('$gte'), bound('$lte')] };
  return null;
}

/** The query of several filters; two on one field stand beside each other. */
export function queryOf(filters: Filter[]): Query {
  const conditions = filters.map((filter) => conditionOf(filter, timed));
  const keys = conditions.flatMap(Object.keys);
  if (new Set(keys).size === keys.length) return Object.assign({}, ...conditions);
  return { $and: conditions };
}

/** The filters of a query. A condition that no filter makes is one by itself. */
export function filtersOf(query: Query): Filter[] {
  return Object.entries(query).flatMap(([key, value]): Filter[] => {
    if (key === '$and' && Array.isArray(value)) return value.flatMap((each) => filtersOf(each as Query));
    return [(key.startsWith('$') ? null : filterOf(key, value)) ?? { query: { [key]: value } }];
  });
}

export function readQuery(text: string | null): Filter[] {
  if (!text) return [];
  try {
    const query = readJson(text) as Query | null;
    return query && typeof query === 'object' && !Array.isArray(query) ? filtersOf(query) : [];
  } catch {
    return [];
  }
}
export const writeQuery = (filters: Filter[]): string | undefined => (filters.length ? writeJson(queryOf(filters)) : undefined);

export function wordsOfValue(value: string | number | bigint | boolean, column: Column, titles: Map<string, string>): string {
  if (typeof value === 'boolean') return value ? t('Yes') : t('No');
  if (isNumber(value)) return figure(value);
  if (column.kind === 'date' || column.kind === 'time') return wordsOfDay(value);
  if (column.kind === 'object' || column.kind === 'objects') return titles.get(value) ?? '…';
  return `“${value}”`;
}

/** A filter as a sentence, for its chip. `titles` are those of the related objects that it names. */
export function sentenceOf(filter: Filter, columns: Column[], titles: Map<string, string>): string {
  const column = 'query' in filter ? undefined : columns.find((each) => each.id === filter.column);
  if ('query' in filter || !column) return writeJson('query' in filter ? filter.query : conditionOf(filter, timed));
  const values = filter.values.map((value) => wordsOfValue(value, column, titles));
  const told = filter.operator === 'between' ? t('{from} and {to}', { from: values[0] ?? '', to: values[1] ?? '' }) : values.join(', ');
  return [column.title, wordsOfOperator(filter.operator, column), told].filter(Boolean).join(' ');
}
