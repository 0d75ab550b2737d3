// Numbers and times, as the language of the catalogue and the browser's region write them.
import { signal } from '@preact/signals';
import { locale, t } from './text';

function formats() {
  const tag = locale();
  return {
    tag,
    day: new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short', year: 'numeric' }),
    date: new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }),
    exact: new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' }),
    relative: new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }),
    whole: new Intl.NumberFormat(tag),
    figure: new Intl.NumberFormat(tag, { maximumSignificantDigits: 21 }),
  };
}
let kept: ReturnType<typeof formats> | undefined;
const use = () => (kept?.tag === locale() ? kept : (kept = formats()));

export const count = (value: number): string => use().whole.format(value);
/** What stands below a choice that shows its first alone. */
export function shownOf(shown: number, total: number): string {
  if (!total) return t('Nothing is found.');
  return total > shown ? t('{shown} of {total} are shown: search for the others.', { shown: count(shown), total: count(total) }) : '';
}
/** A number of a field, with all its digits. */
export const figure = (value: number | bigint): string => use().figure.format(value);
/** English alone; plural() of text.ts is for every language. */
export const many = (value: number, one: string, more = `${one}s`): string => `${count(value)} ${value === 1 ? one : more}`;
export const fullTime = (time: string | number): string => use().exact.format(new Date(time));

/** A day of the calendar, which is the same everywhere: "2026-03-01". What is none stays as it is. */
export function dayOf(date: string): string {
  const time = Date.parse(date);
  return Number.isNaN(time) ? date : use().date.format(time);
}

function relative(seconds: number): string | null {
  if (Math.abs(seconds) < 3600) return use().relative.format(Math.round(seconds / 60), 'minute');
  if (Math.abs(seconds) < 86400) return use().relative.format(Math.round(seconds / 3600), 'hour');
  return null;
}

// What is drawn with it is drawn again as time passes.
const passed = signal(0);
setInterval(() => void ++passed.value, 30_000);

/** "5 minutes ago" for the last day, the date before that. */
export function ago(time: string): string {
  void passed.value;
  const seconds = (Date.parse(time) - Date.now()) / 1000;
  if (Math.abs(seconds) < 60) return t('just now');
  return relative(seconds) ?? use().day.format(new Date(time));
}

/** "in 3 hours, 4 May 2027, 16:00"; the time alone when it is more than two weeks away. */
export function until(time: number): string {
  const seconds = (time - Date.now()) / 1000;
  const days = Math.round(seconds / 86400);
  const near = relative(seconds) ?? (days < 14 ? use().relative.format(days, 'day') : '');
  return [near, fullTime(time)].filter(Boolean).join(', ');
}

const unit = (value: number, name: string, digits: number): string =>
  new Intl.NumberFormat(locale(), { style: 'unit', unit: name, maximumFractionDigits: digits }).format(value);

export function size(bytes: number): string {
  if (bytes < 1024) return unit(bytes, 'byte', 0);
  if (bytes < 1024 * 1024) return unit(bytes / 1024, 'kilobyte', 0);
  return unit(bytes / 1024 / 1024, 'megabyte', 1);
}

const pad = (value: number) => String(value).padStart(2, '0');
/** For <input type=datetime-local>, in the reader's own time zone. */
export function localTime(milliseconds: number | null): string {
  if (!milliseconds) return '';
  const date = new Date(milliseconds);
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}T${pad(date.getHours())}:${pad(date.getMinutes())}`;
}
