// What the receiver of a webhook has said.
import { count } from '../format';
import { t } from '../text';

/** To a delivery or a test. */
export function answerOf({ status, error, duration_ms: took }: { status: number | null; error: string | null; duration_ms: number }): string {
  return status === null ? t('{error} ({time} ms)', { error: error ?? '', time: count(took) }) : t('Answer {status} in {time} ms', { status: String(status), time: count(took) });
}
