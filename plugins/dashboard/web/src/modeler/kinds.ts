// What the members of a type and of its fields are, as far as the screens build on it: text that somebody writes may have anything there.
import type { Metafield } from '../api';
import { isNumber } from '../exact';

export type Kind = 'text' | 'texts' | 'flag' | 'flags' | 'number' | 'choices';

const isText = (value: unknown): boolean => typeof value === 'string';
const isFlag = (value: unknown): boolean => typeof value === 'boolean';
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && !!value && !Array.isArray(value);
const isChoice = (value: unknown): boolean => isObject(value) && isText(value.value) && isText(value.key ?? '');

const fits: Record<Kind, (value: unknown) => boolean> = {
  text: isText,
  texts: (value) => Array.isArray(value) && value.every(isText),
  flag: isFlag,
  flags: (value) => isObject(value) && Object.values(value).every(isFlag),
  number: isNumber,
  // A switch has a text there, and a plugin what it likes.
  choices: (value) => !Array.isArray(value) || value.every(isChoice),
};

const ofType: Record<string, Kind> = {
  title: 'text', singular: 'text', slug: 'text', emoji: 'text', preview_link: 'text', priority_locale: 'text', locales: 'texts', options: 'flags',
  localization: 'flag', singleton: 'flag', keep_revisions: 'flag', enforce_validation: 'flag',
};
const ofField: Record<string, Kind> = {
  title: 'text', key: 'text', help: 'text', regex: 'text', regex_message: 'text', object_type: 'text', required: 'flag', minlength: 'number', maxlength: 'number', options: 'choices',
};

const wrongIn = (given: object, kinds: Record<string, Kind>, place: string) => Object.entries(kinds).flatMap(([name, kind]) => {
  const value = (given as Record<string, unknown>)[name];
  return value === undefined || value === null || fits[kind](value) ? [] : [{ place: `${place}${name}`, kind }];
});

/** The places whose member is of another kind. */
export function misfits(type: object, fields: Metafield[]): { place: string; kind: Kind }[] {
  const ofAll = (list: Metafield[], path: string): { place: string; kind: Kind }[] => list.flatMap((field, index) => {
    const here = `${path}[${index}]`;
    return [...wrongIn(field, ofField, `${here}.`), ...ofAll(field.children ?? [], `${here}.children`), ...ofAll(field.repeater_fields ?? [], `${here}.repeater_fields`)];
  });
  return [...wrongIn(type, ofType, ''), ...ofAll(fields, 'metafields')];
}
