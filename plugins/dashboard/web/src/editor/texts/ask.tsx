// What a toolbar asks for: where a link leads, and which picture.
import { useSignal } from '@preact/signals';
import { useContext, useId } from 'preact/hooks';
import { bucketPath, get, type Media, search, wordsOf } from '../../api';
import { Dialog } from '../../dialog';
import { altOf, isPicture, MediaPicker } from '../../media/pick';
import { failToRead } from '../../messages';
import { t } from '../../text';
import { Form } from '../context';

const schemes = new Set(['http:', 'https:', 'mailto:', 'tel:', 'ftp:', 'sms:']);

/** An address that a reader may be led to: nothing that runs. Relative ones are. */
export function leadsSomewhere(address: string): boolean {
  try {
    return schemes.has(new URL(address, 'https://relative/').protocol);
  } catch {
    return false;
  }
}

/** `text` is asked for where nothing is chosen that could become the link. */
export function LinkDialog({ href, askText, set, remove, close }: {
  href: string; askText: boolean; set: (href: string, text: string) => void; remove?: () => void; close: () => void;
}) {
  const id = useId();
  const address = useSignal(href);
  const words = useSignal('');
  const problem = useSignal('');
  const done = () => {
    const asked = address.value.trim();
    // "example.com" is meant as an address of the web.
    const full = /^[\w-]+(\.[\w-]+)+([/?#]|$)/.test(asked) ? `https://${asked}` : /^[^\s@:/]+@[^\s@]+$/.test(asked) ? `mailto:${asked}` : asked;
    if (!full || !leadsSomewhere(full)) return void (problem.value = t('An address is needed, as https://example.com or /page.'));
    set(full, words.value.trim() || asked);
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || (event.target as HTMLElement).tagName !== 'INPUT') return;
    event.preventDefault();
    done();
  };
  return (
    <Dialog title={t('Link')} onClose={close}>
      <div class="asked" onKeyDown={keys}>
        <label for={id}>{t('Where the link leads')}</label>
        <input id={id} type="text" inputMode="url" autofocus spellcheck={false} value={address.value} aria-describedby={problem.value ? `${id}-problem` : undefined}
          onInput={(event) => (address.value = event.currentTarget.value)} />
        {problem.value && <span id={`${id}-problem`} class="problem" role="alert">{problem.value}</span>}
        {askText && <><label for={`${id}-text`}>{t('Text of the link')}</label><input id={`${id}-text`} type="text" value={words.value} onInput={(event) => (words.value = event.currentTarget.value)} /></>}
      </div>
      <footer>
        {remove && <button type="button" class="danger" onClick={remove}>{t('Remove the link')}</button>}
        <button type="button" class="primary" onClick={done}>{t('Set the link')}</button>
      </footer>
    </Dialog>
  );
}

export type Chosen = { src: string; alt: string; picture: boolean };

const chosenOf = (media: Media): Chosen => ({ src: media.url, alt: altOf(media) || (isPicture(media) ? '' : media.original_name), picture: isPicture(media) });

/** A file of the media library, with its address and what describes it. */
export function PictureDialog({ pick, close }: { pick: (chosen: Chosen) => void; close: () => void }) {
  const { bucket } = useContext(Form);
  const take = (name: string) => {
    close();
    get<{ media: Media[] }>(`${bucketPath(bucket)}/media${search({ query: { name }, limit: 1 })}`)
      .then(({ media }) => media[0] && pick(chosenOf(media[0])), (problem) => failToRead(wordsOf(problem)));
  };
  return <MediaPicker bucket={bucket} label={t('a picture for the text')} pick={take} close={close} />;
}

/** What describes a picture to who does not see it. */
export function AltDialog({ alt, set, close }: { alt: string; set: (alt: string) => void; close: () => void }) {
  const id = useId();
  const words = useSignal(alt);
  return (
    <Dialog title={t('Description of the picture')} onClose={close}>
      <div class="asked">
        <label for={id}>{t('For who does not see it')}</label>
        <input id={id} type="text" autofocus value={words.value} onInput={(event) => (words.value = event.currentTarget.value)}
          onKeyDown={(event) => { if (event.key === 'Enter') { event.preventDefault(); set(words.value.trim()); } }} />
        <p class="faint">{t('Empty for a picture that only decorates.')}</p>
      </div>
      <footer><button type="button" class="primary" onClick={() => set(words.value.trim())}>{t('Set the description')}</button></footer>
    </Dialog>
  );
}
