// "Copy as curl": the requests of the screen that is shown, for a terminal.
import { signal } from '@preact/signals';
import { base } from '../api';
import { curlLines } from '../curl';
import { Dialog } from '../dialog';
import { say } from '../messages';
import { plural, t } from '../text';

const byHand = signal('');

export async function copyAsCurl(): Promise<void> {
  const lines = curlLines(location.origin + base);
  if (!lines.length) return void say(t('This screen has asked the server for nothing yet.'));
  const text = `${lines.join('\n\n')}\n`;
  try {
    await navigator.clipboard.writeText(text);
    say(plural(lines.length, '{count} request is copied. INKWELL_TOKEN stands for your token.', '{count} requests are copied. INKWELL_TOKEN stands for your token.'));
  } catch {
    byHand.value = text; // the browser does not allow it
  }
}

export function CopyByHand() {
  if (!byHand.value) return null;
  return (
    <Dialog title={t('Copy as curl')} wide onClose={() => (byHand.value = '')}>
      <textarea class="code" readOnly rows={12} aria-label={t('Requests of this screen')} value={byHand.value} onFocus={(event) => event.currentTarget.select()} autofocus />
    </Dialog>
  );
}
