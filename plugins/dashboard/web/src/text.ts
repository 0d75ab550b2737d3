// What people read. The English sentence is the key of the catalogues: t('{name} is saved.', { name }). Call it while something is
// drawn or done, never at the top of a file: the catalogue comes after the files. `npm run texts` keeps the catalogues.
import { catalogues } from 'inkwell:catalogues';

export type Values = Record<string, string | number>;
type Forms = Partial<Record<Intl.LDMLPluralRule, string>>;
export type Catalogue = Record<string, string | Forms>;

let catalogue: Catalogue = {};
let language = 'en';
let region = 'en';
let plurals = new Intl.PluralRules('en');
let numbers = new Intl.NumberFormat('en');

const keptAt = 'inkwell:language';
const rightToLeft = new Set(['ar', 'dv', 'fa', 'he', 'ku', 'ps', 'sd', 'ug', 'ur', 'yi']);

const baseOf = (tag: string): string => tag.split('-')[0]!.toLowerCase();

// A name that runs the other way would take the sentence around it along, such as its quotes: it is isolated.
const toTheLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;
const toTheRight = /(?![\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff])\p{L}/u;
let againstIt = toTheLeft; // what runs the other way than the page
const isolated = (name: string): string => (againstIt.test(name) ? `\u2068${name}\u2069` : name);
/** A text of t() that is stored: its names stand alone there. */
export const asStored = (text: string): string => text.replace(/[\u2068\u2069]/g, '');

const fill = (text: string, values: Values): string =>
  text.replace(/\{(\w+)\}/g, (hole, name: string) => {
    const value = values[name];
    return value === undefined ? hole : typeof value === 'number' ? numbers.format(value) : isolated(value);
  });

export function t(english: string, values: Values = {}): string {
  const found = catalogue[english];
  return fill((typeof found === 'string' && found) || english, values);
}

/** What depends on a number: plural(count, '{count} object', '{count} objects'). The second is the key of the catalogues. */
export function plural(count: number, one: string, other: string, values: Values = {}): string {
  const found = catalogue[other];
  const forms: Forms = typeof found === 'object' && found.other ? found : { one, other };
  return fill(forms[plurals.select(count)] ?? forms.other ?? other, { count, ...values });
}

/** Marks a sentence that is shown later by t(name): `npm run texts` finds it by this. */
export const text = (english: string): string => english;

/** The tag for Intl: the browser's own region where it speaks the language of the catalogue. */
export const locale = (): string => region;
export const languageNow = (): string => language;
export const languages = (): string[] => ['en', ...Object.keys(catalogues).filter((name) => !/-X[AB]$/.test(name))];

/** "Deutsch", as it calls itself. */
export const nameOfLanguage = (code: string): string => new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code;

function wanted(): string {
  const kept = localStorage.getItem(keptAt);
  if (kept && (kept === 'en' || catalogues[kept])) return kept;
  for (const tag of navigator.languages) {
    const known = [tag, baseOf(tag)].find((each) => each === 'en' || (catalogues[each] && !/-X[AB]$/.test(each)));
    if (known) return known;
  }
  return 'en';
}

/** Once, before anything is drawn. A catalogue that does not come leaves English. */
export async function loadLanguage(): Promise<void> {
  language = wanted();
  try {
    if (language !== 'en') catalogue = (await catalogues[language]!()).default;
  } catch {
    language = 'en';
  }
  region = navigator.languages.find((tag) => baseOf(tag) === baseOf(language)) ?? language;
  plurals = new Intl.PluralRules(language);
  numbers = new Intl.NumberFormat(region);
  document.documentElement.lang = language;
  const isRightToLeft = rightToLeft.has(baseOf(language));
  againstIt = isRightToLeft ? toTheRight : toTheLeft;
  document.documentElement.dir = isRightToLeft ? 'rtl' : 'ltr';
}

/** Kept in this browser; the page is asked for again, so that every sentence is drawn anew. */
export function chooseLanguage(code: string): void {
  if (code) localStorage.setItem(keptAt, code);
  else localStorage.removeItem(keptAt);
  location.reload();
}
export const chosenLanguage = (): string => localStorage.getItem(keptAt) ?? '';
