// Everybody who can sign in to the server.
import { useSignal } from '@preact/signals';
import { get, type Schemas, search, send, session } from '../api';
import { fullTime } from '../format';
import { useLater, useLoad } from '../load';
import { say } from '../messages';
import { nameOfPerson } from '../people';
import { place, setQuery } from '../router';
import { FormDialog } from '../settings/form';
import { Invite, OwnPassword } from '../settings/invite';
import { Heading, Pager, pageNow, pageSize, Problem, Table, Waiting } from '../settings/parts';
import { plural, t } from '../text';

type Account = Schemas['ServerAccount'];

export function Accounts() {
  const page = pageNow();
  const words = place.value.query.get('q') ?? '';
  const { data, error, again } = useLoad(() => get<Schemas['ServerAccountList']>(`/server/accounts${search({ q: words, limit: pageSize, skip: (page - 1) * pageSize })}`), [page, words]);
  const asked = useSignal<Account | 'new' | null>(null);
  const leaving = useSignal<Account | null>(null);
  const typed = useSignal(words);
  const later = useLater(250, () => setQuery({ q: typed.value, page: undefined }));
  return (
    <>
      <Heading title={t('Accounts')} about={t('Everybody who can sign in.')}>
        <button type="button" class="primary" onClick={() => (asked.value = 'new')}>{t('New account')}</button>
      </Heading>
      <div class="filters">
        <input type="search" aria-label={t('Search e-mail addresses')} placeholder={t('Search e-mail addresses')} defaultValue={words} onInput={(event) => { typed.value = event.currentTarget.value; later(); }} />
      </div>
      <Problem text={error} />
      {!data && !error && <Waiting />}
      {data && (
        <>
          <Table name={t('Accounts')} columns={[t('Name'), t('State'), t('Roles'), t('Made'), '']} empty={t('No account is called that.')} rows={data.accounts.map((each) => ({
            key: each.id,
            cells: [
              <>{nameOfPerson(each)}{nameOfPerson(each) !== each.email && <span class="faint line">{each.email}</span>}</>,
              <>{each.server_admin && <span class="badge">{t('Administers the server')}</span>} {each.invited ? <span class="badge draft">{t('Has no password yet')}</span> : <span class="faint">{t('Signs in')}</span>}</>,
              <span class="faint">{plural(each.buckets, 'in {count} bucket', 'in {count} buckets')}</span>,
              <span class="faint">{fullTime(each.created_at)}</span>,
              each.id !== session.value?.user.id && (
                <span class="tools"><button type="button" class="small" aria-label={each.invited ? t('Invite anew: {email}', { email: each.email }) : t('New password for {email}', { email: each.email })} onClick={() => (asked.value = each)}>{each.invited ? t('Invite anew') : t('New password')}</button>
                  <button type="button" class="small danger" aria-label={t('Remove {title}', { title: each.email })} onClick={() => (leaving.value = each)}>{t('Remove')}</button></span>
              ),
            ],
          }))} />
          <Pager total={data.total} go={(to) => setQuery({ page: to > 1 ? String(to) : undefined })} />
        </>
      )}
      {asked.value && <Invite account={asked.value === 'new' ? undefined : asked.value} close={() => (asked.value = null)} done={again} />}
      {leaving.value && <Remove account={leaving.value} close={() => (leaving.value = null)} done={again} />}
    </>
  );
}

/** Whoever finds a browser signed in must not remove people: it asks for the password, as an invitation does. */
function Remove({ account, close, done }: { account: Account; close: () => void; done: () => void }) {
  const remove = async (form: FormData) => {
    await send('POST', `/server/accounts/${account.id}/removal`, { password: String(form.get('password')) });
    close();
    say(t('{email} is removed.', { email: account.email }));
    done();
  };
  return (
    <FormDialog title={t('Remove {title}', { title: account.email })} button={t('Remove')} danger action={remove} onClose={close}>
      <p>{t('The account ends with its sessions and roles, for good. What the person wrote stays.')}</p>
      <OwnPassword autofocus />
    </FormDialog>
  );
}
