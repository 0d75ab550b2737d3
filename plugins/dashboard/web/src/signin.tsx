import { useSignal } from '@preact/signals';
import { ApiError, base, session, signIn, wordsOf } from './api';
import { clearErrors } from './messages';
import { address, go, Link } from './router';
import { t } from './text';

function reason(error: unknown): string {
  if (error instanceof ApiError && error.status === 401) return t('This e-mail and password do not match an account.');
  return wordsOf(error);
}

/** `then` is an address to go to afterwards. */
export function SignInForm({ email, then }: { email?: string; then?: string }) {
  const problem = useSignal('');
  const busy = useSignal(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy.value) return;
    const form = new FormData(event.currentTarget as HTMLFormElement);
    problem.value = '';
    busy.value = true;
    try {
      await signIn(String(form.get('email')).trim(), String(form.get('password')));
      clearErrors();
      if (then) await go(then, { replace: true });
    } catch (error) {
      problem.value = reason(error);
    }
    busy.value = false;
  };
  return (
    <form class="signin" onSubmit={submit}>
      <label>
        {t('E-mail')}
        <input name="email" type="email" autocomplete="username" required autofocus={!email} defaultValue={email} />
      </label>
      <label>
        {t('Password')}
        <input name="password" type="password" autocomplete="current-password" required autofocus={!!email} />
      </label>
      <div role="alert" class="problem">{problem}</div>
      <button class="primary" aria-disabled={busy.value}>{t('Sign in')}</button>
    </form>
  );
}

export function SignIn() {
  return (
    <main class="door">
      <h1><span class="mark" aria-hidden="true" />Inkwell</h1>
      <SignInForm />
      <p><Link to={address('-', 'forgotten-password')}>{t('Forgot your password?')}</Link></p>
      <p class="faint"><a href={`${base}/docs`}>{t('What is this server?')}</a></p>
    </main>
  );
}

export const SignInAgain = () => <SignInForm email={session.value?.user.email} />;
