// What was not done, by its name: such a message stays, also where other things stand before who reads it.
import { ApiError, wordsOf } from './api';
import { t } from './text';

/** `what` is the beginning of the sentence: "Not deleted". */
export function undone(what: string, problem: unknown): string {
  if (problem instanceof ApiError && !problem.status) return t('{what}: the server did not answer.', { what });
  return t('{what}: {reason}', { what, reason: wordsOf(problem) });
}
