// The link of an invitation, made anew. Whoever has it sets the password, so making one asks for one's own.
import { useSignal } from '@preact/signals';
import { type Schemas, send, session } from '../api';
import { say } from '../messages';
import { t } from '../text';
import { Field, FormDialog, textOf } from './form';
import { ShownOnce } from './parts';

/** Of one that is there: whether it has no password yet. */
type Account = { id: string; email: string; invited: boolean };

export function OwnPassword({ autofocus }: { autofocus?: boolean }) {
  return (
    <>
      <input class="hidden" type="text" autocomplete="username" value={session.value?.user.email} readOnly tabIndex={-1} aria-hidden="true" />
      <Field name="password" type="password" label={t('Your password')} autocomplete="current-password" required autofocus={autofocus} />
    </>
  );
}

/** For administrators of the server. Without `account` it makes one. `done` when the invitation is made, `close` when nothing is to be shown any more. */
export function Invite({ account, close, done }: { account?: Account; close: () => void; done: () => void }) {
  const link = useSignal('');
  const make = async (form: FormData) => {
    const password = String(form.get('password'));
    const email = account?.email ?? textOf(form, 'email');
    const path = account ? `/server/accounts/${account.id}/invitation` : '/server/accounts';
    const { mailed, address, problem } = (await send<Schemas['ServerInvitation']>('POST', path, account ? { password } : { email, password })).invitation;
    if (mailed) say(t('An invitation is mailed to {email}.', { email }));
    else if (problem) say(t('The mail could not be sent: {problem}', { problem }));
    done();
    if (address) link.value = address;
    else close();
  };
  if (link.value) {
    return (
      <ShownOnce title={t('The link of the invitation')} label={t('Link')} value={link.value} onClose={close}
        text={t('It is not mailed: hand it over in a way that nobody else reads. It holds once, and for some days.')} />
    );
  }
  return (
    <FormDialog title={account ? (account.invited ? t('Invite {email} anew?', { email: account.email }) : t('New password for {email}', { email: account.email })) : t('New account')} button={t('Make the invitation')} action={make} onClose={close}>
      <p>{account ? t('Its owner chooses a new password by a link. An older invitation ends.') : t('It has no role yet: the administrators of buckets give it one.')}</p>
      {!account && <Field name="email" type="email" label={t('E-mail')} required maxlength={254} autocomplete="off" autofocus />}
      <OwnPassword autofocus={!!account} />
    </FormDialog>
  );
}
