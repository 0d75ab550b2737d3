// What a type is, beside its fields.
import { useSignal } from '@preact/signals';
import { useContext } from 'preact/hooks';
import { nameOfLocale } from '../editor/languages';
import { t } from '../text';
import { Check, Labelled, Model } from './parts';

const enforced = (value: boolean | null): string => (value === null ? '' : String(value));

export function AboutType() {
  const { modeling } = useContext(Model);
  const about = modeling.about.value;
  const set = modeling.change.bind(modeling);
  const locales = useSignal<{ text: string; of: string[] } | null>(null);
  const shown = locales.value?.of === about.locales ? locales.value.text : about.locales.join(', ');
  const setLocales = (text: string) => {
    const list = text.split(',').map((each) => each.trim()).filter(Boolean);
    set({ locales: list, ...(about.priority_locale && !list.includes(about.priority_locale) ? { priority_locale: null } : {}) });
    locales.value = { text, of: list };
  };
  return (
    <details class="about-type card">
      <summary>{t('About the type')}</summary>
      <div class="settings">
        <Labelled label={t('Name in the plural')} path="title" hint={t('Such as: Articles')}>
          {(control) => <input {...control} type="text" required maxlength={1000} value={about.title} onInput={(event) => set({ title: event.currentTarget.value })} />}
        </Labelled>
        <Labelled label={t('Name in the singular')} path="singular" hint={t('Such as: Article')}>
          {(control) => <input {...control} type="text" maxlength={1000} value={about.singular} onInput={(event) => set({ singular: event.currentTarget.value })} />}
        </Labelled>
        <Labelled label={t('Slug')} path="slug" hint={t('As pages and queries name it')}>
          {(control) => <input {...control} type="text" class="code" spellcheck={false} value={about.slug} onInput={(event) => set({ slug: event.currentTarget.value })} />}
        </Labelled>
        <Labelled label={t('Emoji')} path="emoji">
          {(control) => <input {...control} type="text" value={about.emoji ?? ''} onInput={(event) => set({ emoji: event.currentTarget.value.trim() || null })} />}
        </Labelled>
        <Labelled label={t('Page that shows a draft')} path="preview_link" class="wide" hint={t('An address with {slug} and {token} in it, for previews', { slug: '{slug}', token: '{token}' })}>
          {(control) => <input {...control} type="text" class="code" spellcheck={false} value={about.preview_link ?? ''} onInput={(event) => set({ preview_link: event.currentTarget.value.trim() || null })} />}
        </Labelled>
        <Labelled label={t('Rules of the fields')} path="enforce_validation">
          {(control) => (
            <select {...control} value={enforced(about.enforce_validation)} onChange={(event) => set({ enforce_validation: event.currentTarget.value === '' ? null : event.currentTarget.value === 'true' })}>
              <option value="">{t('As the server is set')}</option>
              <option value="true">{t('Nothing is saved against them')}</option>
              <option value="false">{t('The form tells of them')}</option>
            </select>
          )}
        </Labelled>
        <fieldset class="field wide">
          <legend>{t('Objects of this type')}</legend>
          <Check label={t('have a slug that editors see')} checked={about.options.slug_field} set={(slug_field) => set({ options: { ...about.options, slug_field } })} />
          <Check label={t('have a content that editors see')} checked={about.options.content_editor} set={(content_editor) => set({ options: { ...about.options, content_editor } })} />
          <Check label={t('exist only once')} checked={about.singleton} set={(singleton) => set({ singleton })} />
          <Check label={t('keep what programs and changes of many objects replace, too')} hint={t('What people save one by one is always kept.')} checked={about.keep_revisions} set={(keep_revisions) => set({ keep_revisions })} />
          <Check label={t('have a language')} checked={about.localization} set={(localization) => set({ localization, ...(localization ? {} : { locales: [], priority_locale: null }) })} />
        </fieldset>
        {about.localization && (
          <>
            <Labelled label={t('Languages')} path="locales" hint={t('Codes with commas between them, such as: en, de')}>
              {(control) => <input {...control} type="text" class="code" spellcheck={false} value={shown} onInput={(event) => setLocales(event.currentTarget.value)} />}
            </Labelled>
            <Labelled label={t('Language of new objects')} path="priority_locale">
              {(control) => (
                <select {...control} value={about.priority_locale ?? ''} onChange={(event) => set({ priority_locale: event.currentTarget.value || null })}>
                  <option value="">{t('The first one')}</option>
                  {about.locales.map((each) => <option key={each} value={each}>{nameOfLocale(each)}</option>)}
                </select>
              )}
            </Labelled>
          </>
        )}
      </div>
    </details>
  );
}
