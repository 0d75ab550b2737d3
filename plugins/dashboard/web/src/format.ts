const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' });
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });
const whole = new Intl.NumberFormat();

export const count = (value: number): string => whole.format(value);
export const many = (value: number, one: string, more = `${one}s`): string => `${count(value)} ${value === 1 ? one : more}`;
export const fullTime = (time: string | number): string => exact.format(new Date(time));

/** "5 minutes ago" for the last day, the date before that. */
export function ago(time: string): string {
  const seconds = (Date.parse(time) - Date.now()) / 1000;
  if (Math.abs(seconds) < 60) return 'just now';
  if (Math.abs(seconds) < 3600) return relative.format(Math.round(seconds / 60), 'minute');
  if (Math.abs(seconds) < 86400) return relative.format(Math.round(seconds / 3600), 'hour');
  return day.format(new Date(time));
}

export function size(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} KB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

const pad = (value: number) => String(value).padStart(2, '0');
/** For <input type=datetime-local>, in the reader's own time zone. */
export function localTime(milliseconds: number | null): string {
  if (!milliseconds) return '';
  const date = new Date(milliseconds);
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}T${pad(date.getHours())}:${pad(date.getMinutes())}`;
}
