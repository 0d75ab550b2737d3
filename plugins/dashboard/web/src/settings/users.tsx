// Who works in a bucket: invitations, roles and what they open. Nobody is offered to grant more than they have (decision 7).
import { useSignal } from '@preact/signals';
import { type BucketRole, bucketPath, get, loadSession, type ObjectType, type Schemas, send, session } from '../api';
import { confirm, Dialog } from '../dialog';
import { useLoad } from '../load';
import { say } from '../messages';
import { forgetPeople, nameOfPerson } from '../people';
import { nameOfRole, runsServer } from '../rights';
import { address, go, Link } from '../router';
import { t } from '../text';
import { changesOf, useOpening } from './changes';
import { Check, Checks, Field, FormDialog, Radios, textOf, textsOf } from './form';
import { Invite } from './invite';
import { Copyable, Heading, Problem, run, Table, Waiting } from './parts';
import { aboutRole, nameOfPermission, rankOf, roles } from './words';

type Member = Schemas['Member'];

const ownRole = (bucket: string): BucketRole | undefined => session.value?.buckets.find((each) => each.slug === bucket);

/** Admins change everybody, themselves too; others neither themselves nor who stands above them. */
function mayChange(own: BucketRole | undefined, member: Member): boolean {
  if (own?.role === 'admin') return true;
  return member.id !== session.value?.user.id && rankOf(member.role) <= rankOf(own?.role ?? '');
}

function Opened({ member, types }: { member: Member; types: ObjectType[] }) {
  const of = (slug: string) => types.find((each) => each.slug === slug)?.title ?? slug;
  const extra = [
    member.publishing_restrictions === 'draft_only' && t('Drafts only'),
    ...member.additional_permissions.map(nameOfPermission),
    member.role === 'contributor' && member.object_types.map(of).join(', '),
  ].filter(Boolean);
  return <><span class="badge">{nameOfRole(member.role)}</span>{extra.map((each) => <span class="faint line" key={String(each)}>{each}</span>)}</>;
}

/** The accounts without a password yet: the server tells them to those who run it. */
async function invitedOnes(): Promise<Set<string>> {
  if (!runsServer()) return new Set();
  const { accounts } = await get<Schemas['ServerAccountList']>('/server/accounts?limit=1000');
  return new Set(accounts.filter((each) => each.invited).map((each) => each.id));
}

function State({ member, invited }: { member: Member; invited: boolean }) {
  if (invited) return <span class="badge draft">{t('Invitation is open')}</span>;
  return member.accepted ? <span class="faint">{t('Member')}</span> : <span class="badge draft">{t('Has not accepted yet')}</span>;
}

export function Users({ bucket, types }: { bucket: string; types: ObjectType[] }) {
  const path = `${bucketPath(bucket)}/users`;
  const { data, error, again } = useLoad(() => Promise.all([get<Schemas['MemberList']>(path), invitedOnes()]).then(([{ users }, invited]) => ({ users, invited })), [bucket]);
  const edited = useSignal<Member | 'new' | null>(null);
  const byHand = useSignal('');
  const anew = useSignal<Member | null>(null);
  const own = ownRole(bucket);
  const opening = useOpening();
  const edit = (member: Member) => opening(async () => (edited.value = (await get<Schemas['MemberAnswer']>(`${path}/${member.id}`)).user));
  const changed = () => {
    forgetPeople(bucket);
    again();
  };
  const remove = async (member: Member) => {
    const name = nameOfPerson(member);
    const yes = await confirm(t('Remove {name} from this bucket?', { name }), t('The account stays, and what they wrote too. They cannot open this bucket from now on.'), t('Remove'));
    if (!yes) return;
    const self = member.id === session.value?.user.id;
    const leave = async () => {
      await send('DELETE', `${path}/${member.id}`);
      if (!self) return changed();
      await loadSession();
      await go(address(), { replace: true });
    };
    await run(leave, t('{name} is no longer in this bucket.', { name }));
  };
  return (
    <>
      <Heading title={t('Users and roles')} about={t('Who works here, and what they may do; invitations.')}>
        <button type="button" class="primary" onClick={() => (edited.value = 'new')}>{t('Invite somebody')}</button>
      </Heading>
      <Problem text={error} />
      {!data && !error && <Waiting />}
      {data && (
        <Table name={t('Users and roles')} columns={[t('Name'), t('Role'), t('State'), '']} empty={t('Nobody is here.')} rows={data.users.map((each) => ({
          key: each.id,
          cells: [
            <>{nameOfPerson(each)} {each.id === session.value?.user.id && <span class="badge">{t('You')}</span>}{nameOfPerson(each) !== each.email && <span class="faint line">{each.email}</span>}</>,
            <Opened member={each} types={types} />,
            <State member={each} invited={data.invited.has(each.id)} />,
            mayChange(own, each) && (
              <span class="tools">
                {data.invited.has(each.id) && <button type="button" class="small" aria-label={t('Invite anew: {email}', { email: each.email })} onClick={() => (anew.value = each)}>{t('Invite anew')}</button>}
                <button type="button" class="small" aria-label={t('Change the role of {name}', { name: nameOfPerson(each) })} onClick={() => void edit(each)}>{t('Change')}</button>
                <button type="button" class="quiet small" aria-label={t('Remove {title}', { title: nameOfPerson(each) })} onClick={() => remove(each)}>{t('Remove')}</button>
              </span>
            ),
          ],
        }))} />
      )}
      {edited.value && <RoleForm {...{ types, path, own }} member={edited.value === 'new' ? undefined : edited.value} close={() => (edited.value = null)}
        done={(email) => { edited.value = null; byHand.value = email; changed(); }} />}
      {anew.value && <Invite account={{ ...anew.value, invited: true }} close={() => (anew.value = null)} done={changed} />}
      {byHand.value && (
        <Dialog title={t('The invitation is not mailed')} onClose={() => (byHand.value = '')}>
          <p>{t('This server sends no mail. Its operator prints the invitation with this command; hand over the address that it shows.')}</p>
          <Copyable label={t('Command')} value={`inkwell user invite ${byHand.value}`} />
          {runsServer() && <p><Link to={`${address('-', 'server', 'accounts')}?q=${encodeURIComponent(byHand.value)}`}>{t('Or make the link among the accounts of the server')}</Link></p>}
        </Dialog>
      )}
    </>
  );
}

/** `done` gets the address of somebody whose invitation nobody mails. */
function RoleForm({ types, path, member, own, close, done }: {
  types: ObjectType[]; path: string; member?: Member; own?: BucketRole; close: () => void; done: (byHand: string) => void;
}) {
  const role = useSignal<string>(member?.role ?? (rankOf(own?.role ?? '') >= rankOf('editor') ? 'editor' : 'contributor'));
  const admin = own?.role === 'admin';
  const granted = roles.filter((each) => admin || rankOf(each) <= rankOf(own?.role ?? '') || each === member?.role);
  const permissions = ['users', 'settings', ...(['editor', 'contributor'].includes(role.value) ? ['sort_metafields'] : [])]
    .filter((each) => role.value !== 'admin' && (admin || (own?.additional_permissions as string[] | undefined)?.includes(each) || (member?.additional_permissions as string[] | undefined)?.includes(each)));
  const offered = types.filter((each) => admin || own?.role !== 'contributor' || own.object_types.includes(each.slug) || member?.object_types.includes(each.slug));
  // Who publishes nothing gives that right to nobody; a member who has it keeps it.
  const publishes = !!member && member.publishing_restrictions !== 'draft_only' && rankOf(role.value) <= rankOf(member.role);
  const bound = !admin && own?.publishing_restrictions === 'draft_only' && !publishes;
  const save = async (form: FormData) => {
    const rights = {
      role: role.value,
      publishing_restrictions: bound || form.get('publishing_restrictions') ? 'draft_only' : null,
      additional_permissions: textsOf(form, 'additional_permissions'),
      object_types: role.value === 'contributor' ? textsOf(form, 'object_types') : [],
    };
    if (member) {
      const one = `${path}/${member.id}`;
      const changes = changesOf(member, rights);
      if (!Object.keys(changes).length) {
        say(t('Nothing has changed since it was saved.'));
        return done('');
      }
      // The server asks for the role in each edit, and for the types of a contributor: what is not changed here may be another one by now.
      const { user: now } = await get<Schemas['MemberAnswer']>(one);
      const { role: next } = { role: now.role, ...changes };
      await send('PATCH', one, { role: next, ...(next === 'contributor' ? { object_types: now.object_types } : {}), ...changes });
      if (member.id === session.value?.user.id) await loadSession();
      say(t('The role of {name} is changed.', { name: nameOfPerson(member) }));
      return done('');
    }
    const email = textOf(form, 'email');
    const { message } = await send<{ message: string }>('POST', path, { email, first_name: textOf(form, 'first_name'), last_name: textOf(form, 'last_name'), ...rights });
    const isNew = /the account is new/.test(message);
    const mailed = /is mailed/.test(message);
    say(isNew && mailed ? t('An invitation is mailed to {email}.', { email }) : t('{email} is added to this bucket.', { email }));
    done(isNew && !mailed ? email : '');
  };
  return (
    <FormDialog title={member ? t('The role of {name}', { name: nameOfPerson(member) }) : t('Invite somebody')} button={member ? t('Save the role') : t('Invite')} action={save} onClose={close}>
      {!member && (
        <>
          <Field name="email" type="email" label={t('E-mail')} required maxlength={254} autocomplete="off" autofocus />
          <div class="pair">
            <Field name="first_name" label={t('First name')} required maxlength={200} autocomplete="off" />
            <Field name="last_name" label={t('Last name')} required maxlength={200} autocomplete="off" />
          </div>
        </>
      )}
      <Radios name="role" label={t('Role')} value={role.value} onChange={(value) => (role.value = value)}
        options={granted.map((each) => ({ value: each, label: nameOfRole(each), hint: aboutRole(each) }))} />
      {role.value === 'contributor' && <Checks name="object_types" label={t('Writes')} columns chosen={member?.object_types ?? []} options={offered.map((each) => ({ value: each.slug, label: each.title }))} />}
      <Check key={String(bound)} name="publishing_restrictions" label={t('Writes drafts only, others publish')} checked={bound || member?.publishing_restrictions === 'draft_only'} disabled={bound}
        hint={t('They change nothing that readers see.')} />
      {permissions.length > 0 && <Checks name="additional_permissions" label={t('And also')} chosen={member?.additional_permissions ?? []} options={permissions.map((each) => ({ value: each, label: nameOfPermission(each) }))} />}
    </FormDialog>
  );
}
