// Signing out, wherever it is asked for.
import { session, signOut, wordsOf } from '../api';
import { confirm } from '../dialog';
import { uploads } from '../media/upload';
import { fail, holdsWords } from '../messages';
import { mayLeave } from '../router';
import { plural, t } from '../text';

/** At once. Where the server does not hear of it, one is still signed in here: that is told, and the screen stays. */
export async function endSession(): Promise<void> {
  try {
    await signOut();
  } catch (error) {
    if (session.value) fail(t('You are still signed in. {reason}', { reason: wordsOf(error) }), t('Try again'), () => void endSession());
    return;
  }
  for (const each of uploads.value) each.cancel();
}

/** Asks first where something would be lost by it. */
export async function askToSignOut(): Promise<void> {
  if (!(await mayLeave())) return;
  if (holdsWords() && !(await confirm(t('Sign out now?'), t('What a message says is not saved would be lost.'), t('Sign out')))) return;
  const coming = uploads.value.length;
  if (coming && !(await confirm(t('Sign out now?'), plural(coming, 'One file is still being uploaded, and would not arrive.', '{count} files are still being uploaded, and would not arrive.'), t('Sign out')))) return;
  await endSession();
}
