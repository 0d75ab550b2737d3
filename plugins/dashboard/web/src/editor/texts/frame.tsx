// Stored HTML is shown in frames that can run nothing and reach nothing.
import { useSignal } from '@preact/signals';
import { t } from '../../text';
import { policyOf } from './trusted';

const policy = policyOf('inkwell-frame');

/** What a frame's srcdoc takes. */
export const frameText = (page: string): string => policy(page);

export function HtmlFrame({ html, title }: { html: string; title: string }) {
  const put = (frame: HTMLIFrameElement | null) => {
    if (!frame) return;
    const page = `<!doctype html><meta name="color-scheme" content="light dark">${html}`;
    if (frame.dataset.html === html) return;
    frame.dataset.html = html;
    frame.srcdoc = frameText(page);
  };
  return <iframe class="html" sandbox="" title={title} ref={put} />;
}

/** A text as readers see it, when that is asked for. */
export function Preview({ html, title }: { html: () => string; title: string }) {
  const shown = useSignal(false);
  return (
    <>
      <button type="button" class="quiet small" aria-expanded={shown.value} onClick={() => (shown.value = !shown.value)}>
        {shown.value ? t('Hide the preview') : t('Show as readers see it')}
      </button>
      {shown.value && <HtmlFrame html={html()} title={t('Preview of {title}', { title })} />}
    </>
  );
}
