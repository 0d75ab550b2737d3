// What members of a type and of its fields are called, as their controls are.
import { t } from '../text';

export const nameOfMember = (name: string): string => ({
  key: t('Key'), title: t('Name of the field'), type: t('Type of the field'), object_type: t('Objects of the type'), options: t('What can be chosen'), required: t('Must be filled in'),
  regex: t('Pattern'), help: t('Help for editors'), minlength: t('At least so many characters'), maxlength: t('At most so many characters'), value: t('New objects begin with'), children: t('New objects begin with'),
})[name] ?? name;

export const nameOfAbout = (name: string): string => ({
  title: t('Name in the plural'), singular: t('Name in the singular'), slug: t('Slug'), emoji: t('Emoji'), preview_link: t('Page that shows a draft'), enforce_validation: t('Rules of the fields'),
  locales: t('Languages'), priority_locale: t('Language of new objects'),
})[name] ?? t('Objects of this type');
