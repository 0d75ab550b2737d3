import { useSignal } from '@preact/signals';
import { ApiError, base, session, signIn, wordsOf } from './api';

function reason(error: unknown): string {
  if (error instanceof ApiError && error.status === 401) return 'This e-mail and password do not match an account.';
  return wordsOf(error);
}

export function SignInForm({ email }: { email?: string }) {
  const problem = useSignal('');
  const busy = useSignal(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    problem.value = '';
    busy.value = true;
    try {
      await signIn(String(form.get('email')).trim(), String(form.get('password')));
    } catch (error) {
      problem.value = reason(error);
    }
    busy.value = false;
  };
  return (
    <form class="signin" onSubmit={submit}>
      <label>
        E-mail
        <input name="email" type="email" autocomplete="username" required autofocus={!email} defaultValue={email} />
      </label>
      <label>
        Password
        <input name="password" type="password" autocomplete="current-password" required autofocus={!!email} />
      </label>
      <div role="alert" class="problem">{problem}</div>
      <button class="primary" disabled={busy.value}>Sign in</button>
    </form>
  );
}

export function SignIn() {
  return (
    <main class="door">
      <h1><span class="mark" aria-hidden="true" />Inkwell</h1>
      <SignInForm />
      <p class="faint"><a href={`${base}/docs`}>What is this server?</a></p>
    </main>
  );
}

export const SignInAgain = () => <SignInForm email={session.value?.user.email} />;
