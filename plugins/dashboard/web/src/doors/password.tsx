import { t } from '../text';

const least = 10;

/** Two fields with the server's rule, for programs that keep passwords too. */
export function NewPasswordFields() {
  return (
    <>
      <label>
        {t('New password')}
        <input name="password" type="password" autocomplete="new-password" required minlength={least} maxlength={1024} aria-describedby="password-rule" />
      </label>
      <label>{t('New password again')}<input name="again" type="password" autocomplete="new-password" required /></label>
      <p id="password-rule" class="faint">{t('At least {least} characters. A few words that you alone would put together are best.', { least })}</p>
    </>
  );
}

/** What is wrong with the two, or nothing. */
export const samePasswords = (form: FormData): string => (form.get('password') === form.get('again') ? '' : t('The two passwords differ.'));
