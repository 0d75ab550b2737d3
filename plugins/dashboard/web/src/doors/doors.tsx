// Pages for those who cannot sign in yet: an invitation, a forgotten password, and the new one. Mails lead here, with the secret behind
// "#", where neither logs nor other servers see it; behind "?token=" it is taken too.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { ApiError, send, session, wordsOf } from '../api';
import { address, Link, place } from '../router';
import { endSession } from '../shell/signout';
import { useTitle } from '../shell/title';
import { SignInForm } from '../signin';
import { t } from '../text';
import { NewPasswordFields, samePasswords } from './password';

function Door({ title, children }: { title: string; children: ComponentChildren }) {
  useTitle(title);
  return (
    <main class="door">
      <p class="brandline"><span class="mark" aria-hidden="true" />Inkwell</p>
      <h1>{title}</h1>
      {children}
      <p class="faint"><Link to={address()}>{t('To the sign-in')}</Link></p>
    </main>
  );
}

/** The secret is taken out of the address at once, so that it is in no history and on no projector. */
function useSecret(): string {
  const secret = useSignal('');
  useEffect(() => {
    const found = place.value.hash || place.value.query.get('token') || '';
    if (!found) return;
    secret.value = found;
    history.replaceState(history.state, '', location.pathname);
  }, [place.value]);
  return secret.value;
}

function SetPassword({ path, button, done, gone }: { path: (secret: string) => string; button: string; done: string; gone: string }) {
  const secret = useSecret();
  const problem = useSignal('');
  const busy = useSignal(false);
  const set = useSignal(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy.value) return;
    const form = new FormData(event.currentTarget as HTMLFormElement);
    problem.value = samePasswords(form);
    if (problem.value) return;
    busy.value = true;
    try {
      await send('POST', path(encodeURIComponent(secret)), { password: String(form.get('password')) });
      if (session.value) await endSession(); // this browser belonged to somebody, perhaps to the same person
      set.value = true;
    } catch (error) {
      problem.value = error instanceof ApiError && error.status === 404 ? gone : wordsOf(error);
    }
    busy.value = false;
  };
  if (set.value) {
    return (
      <>
        <p role="status">{done}</p>
        <SignInForm then={address()} />
      </>
    );
  }
  if (!secret) return <p role="alert" class="problem">{t('This address is not complete. Open it from the mail again, or copy the whole line.')}</p>;
  return (
    <form class="signin" onSubmit={submit}>
      <NewPasswordFields />
      <div role="alert" class="problem">{problem}</div>
      <button class="primary" aria-disabled={busy.value}>{button}</button>
    </form>
  );
}

export function Invitation() {
  return (
    <Door title={t('Welcome to Inkwell')}>
      <p>{t('You are invited. Choose a password for your account.')}</p>
      <SetPassword path={(secret) => `/invitations/${secret}`} button={t('Accept the invitation')} done={t('Your account is ready. Sign in with your e-mail address.')}
        gone={t('This invitation was used, has expired, or was replaced by a newer one. Ask whoever invited you for another.')} />
    </Door>
  );
}

export function NewPassword() {
  return (
    <Door title={t('A new password')}>
      <SetPassword path={(secret) => `/user/password-resets/${secret}`} button={t('Set the password')} done={t('Your password is set. All older sessions have ended.')}
        gone={t('This address was used or has expired. Ask for another mail.')} />
      <p><Link to={address('-', 'forgotten-password')}>{t('Ask for another mail')}</Link></p>
    </Door>
  );
}

export function Forgotten() {
  const problem = useSignal('');
  const sent = useSignal('');
  const busy = useSignal(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy.value) return;
    const email = String(new FormData(event.currentTarget as HTMLFormElement).get('email')).trim();
    problem.value = '';
    busy.value = true;
    try {
      await send('POST', '/user/password-resets', { email });
      sent.value = email;
    } catch (error) {
      problem.value = error instanceof ApiError && error.status === 503
        ? t('This server sends no mail. Ask its operator for a new password.') : wordsOf(error);
    }
    busy.value = false;
  };
  return (
    <Door title={t('Forgot your password?')}>
      {sent.value ? <p role="status">{t('If {email} has an account here, a mail is on its way. Its link holds for an hour.', { email: sent.value })}</p> : (
        <form class="signin" onSubmit={submit}>
          <p>{t('We mail you a link with which you set a new one.')}</p>
          <label>{t('E-mail')}<input name="email" type="email" autocomplete="username" required autofocus /></label>
          <div role="alert" class="problem">{problem}</div>
          <button class="primary" aria-disabled={busy.value}>{t('Send the mail')}</button>
        </form>
      )}
    </Door>
  );
}
