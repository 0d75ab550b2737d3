// Where a text is not JSON, and why: browsers say it in their own words, and some without the place.
import { t } from '../../text';

export type Fault = { at: number; words: string };

/** The first fault, or null where the text is JSON. */
export function faultOf(text: string): Fault | null {
  try {
    new Scan(text).all();
    return null;
  } catch (fault) {
    if (fault instanceof Wrong) return { at: fault.at, words: fault.message };
    throw fault;
  }
}

export const placeOf = (text: string, at: number): { line: number; column: number } => {
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: before.at(-1)!.length + 1 };
};

class Wrong extends Error {
  constructor(readonly at: number, words: string) {
    super(words);
  }
}

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const word = /[\p{L}\w$]+/uy;
const known = new Set(['true', 'false', 'null']);

class Scan {
  private at = 0;
  constructor(private readonly text: string) {}

  all(): void {
    this.value();
    this.space();
    if (this.at < this.text.length) this.fail(t('Nothing is expected after the value.'));
  }

  private fail(words: string, at = this.at): never {
    throw new Wrong(at, at >= this.text.length ? t('The text ends too early.') : words);
  }
  private space(): string {
    while (' \t\n\r'.includes(this.text[this.at] ?? '-')) ++this.at;
    return this.text[this.at] ?? '';
  }
  private match(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? '';
    return found;
  }

  private value(): void {
    const next = this.space();
    if (next === '{') return this.list('}', () => this.member());
    if (next === '[') return this.list(']', () => this.value());
    if (next === '"') return this.string();
    const found = this.match(number) || this.match(word);
    if (/^-?\d/.test(found) || known.has(found)) {
      this.at += found.length;
      return;
    }
    if (next === "'") this.fail(t('Texts stand in double quotes.'));
    if (found) this.fail(t('“{word}” is no value: texts stand in double quotes.', { word: found }));
    this.fail(t('A value is expected here.'));
  }

  private member(): void {
    if (this.space() !== '"') this.fail(t('A name in double quotes is expected here.'));
    this.string();
    if (this.space() !== ':') this.fail(t('A colon is expected here.'));
    ++this.at;
    this.value();
  }

  private list(end: string, part: () => void): void {
    ++this.at;
    if (this.space() === end) return void ++this.at;
    for (;;) {
      part();
      const next = this.space();
      if (next === end) return void ++this.at;
      if (next !== ',') this.fail(t('A comma or “{end}” is expected here.', { end }));
      const comma = this.at++;
      if (this.space() === end) this.fail(t('There is a comma after the last part.'), comma);
    }
  }

  private string(): void {
    const start = this.at++;
    for (; this.at < this.text.length; ++this.at) {
      const next = this.text[this.at]!;
      if (next === '"') return void ++this.at;
      if (next < ' ') this.fail(t('The text in quotes is not closed in its line.'), start);
      if (next !== '\\') continue;
      if (!/\\(["\\/bfnrt]|u[0-9a-fA-F]{4})/y.test(this.text.slice(this.at, this.at + 6))) this.fail(t('After a backslash stands one of " \\ / b f n r t or u with four digits.'));
      ++this.at;
    }
    this.fail('');
  }
}
