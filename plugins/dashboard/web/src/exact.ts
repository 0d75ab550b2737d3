// JSON as it is stored: an integer that a number of JavaScript would round is a BigInt here, and is written again as it was read.

// Stands in no text that is read or written.
const mark = `exact${Math.random().toString(36).slice(2)}:`;
const marked = new RegExp(`"${mark}(-?\\d+)"`, 'g');
const tokens = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

const isRounded = (token: string): boolean => /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token));

/** Throws what JSON.parse throws. */
export function readJson(text: string): unknown {
  const read: unknown = JSON.parse(text);
  if (!/\d{16}/.test(text)) return read;
  let found = false;
  const exact = text.replace(tokens, (token) => {
    if (!isRounded(token)) return token;
    found = true;
    return `"${mark}${token}"`;
  });
  if (!found) return read;
  return JSON.parse(exact, (_, value) => (typeof value === 'string' && value.startsWith(mark) ? BigInt(value.slice(mark.length)) : value));
}

export function writeJson(value: unknown, space?: number, replaced = (_name: string, each: unknown): unknown => each): string {
  let found = false;
  const text = JSON.stringify(value, (name, each) => {
    if (typeof each !== 'bigint') return replaced(name, each);
    found = true;
    return mark + each;
  }, space);
  return found ? text.replace(marked, '$1') : text;
}

export const isNumber = (value: unknown): value is number | bigint => typeof value === 'number' || typeof value === 'bigint';

/** Whether there is an integer in it that only a BigInt holds. */
export function isExact(value: unknown): boolean {
  return typeof value === 'bigint' || (typeof value === 'object' && !!value && Object.values(value).some(isExact));
}

/** As others expect it, who know no BigInt. */
export const rounded = (value: unknown): unknown => (isExact(value) ? JSON.parse(writeJson(value)) : value);
