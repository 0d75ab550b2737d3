// What belongs to the person and not to a bucket: name, picture, e-mail, password, language, and where they are signed in.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { ApiError, ask, base, bucketPath, get, loadSession, send, session, signIn, type Schemas, type User, wordsOf } from '../api';
import { confirm } from '../dialog';
import { ago, fullTime } from '../format';
import { useLoad } from '../load';
import { fail, say } from '../messages';
import { nameOfRole } from '../rights';
import { address, lastPlace, Link } from '../router';
import { askToSignOut, endSession } from '../shell/signout';
import { useTitle } from '../shell/title';
import { chooseLanguage, chosenLanguage, languages, nameOfLanguage, t } from '../text';
import { NewPasswordFields, samePasswords } from './password';

type SignedIn = Schemas['Session'];

/** A form that sends what is typed and says how it went. */
function Part({ title, button, action, children, danger }: {
  title: string; button: string; action: (form: FormData) => Promise<string>; children: ComponentChildren; danger?: string;
}) {
  const problem = useSignal('');
  const busy = useSignal(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy.value) return;
    const element = event.currentTarget as HTMLFormElement;
    problem.value = '';
    busy.value = true;
    try {
      say(await action(new FormData(element)));
      element.reset();
    } catch (error) {
      problem.value = wordsOf(error);
    }
    busy.value = false;
  };
  return (
    <section class="card">
      <h2>{title}</h2>
      <form class="signin" aria-label={title} onSubmit={submit}>
        {children}
        {danger && <p class="faint">{danger}</p>}
        <div role="alert" class="problem">{problem}</div>
        <p class="tools"><button aria-disabled={busy.value}>{button}</button></p>
      </form>
    </section>
  );
}

function Picture({ user, again }: { user: User; again: () => void }) {
  const round = useSignal(0);
  const file = useRef<HTMLInputElement>(null);
  const run = async (action: () => Promise<unknown>, told: string) => {
    try {
      await action();
      round.value++;
      again();
      say(told);
    } catch (error) {
      fail(wordsOf(error));
    }
  };
  const upload = (picture: File | undefined) => picture &&
    run(() => ask('/user/avatar', { method: 'PUT', file: picture, headers: { 'Content-Type': picture.type || 'application/octet-stream' } }), t('Your picture is stored.'));
  const own = user.avatar_url.includes(`/v2/users/${user.id}/avatar`);
  return (
    <section class="card portrait">
      <h2>{t('Picture')}</h2>
      {own ? <img src={`${base}/v2/users/${user.id}/avatar?${round.value}`} width={96} height={96} alt={t('Your picture')} />
        : <span class="nobody" aria-hidden="true">{(user.first_name || user.email).charAt(0).toUpperCase()}</span>}
      <div class="tools">
        <input ref={file} type="file" accept="image/*" class="hidden" aria-label={t('File for your picture')} tabIndex={-1}
          onChange={(event) => { void upload(event.currentTarget.files?.[0]); event.currentTarget.value = ''; }} />
        <button type="button" onClick={() => file.current?.click()}>{own ? t('Another picture') : t('Choose a picture')}</button>
        {own && <button type="button" class="quiet" onClick={() => run(() => send('DELETE', '/user/avatar'), t('Your picture is removed.'))}>{t('Remove it')}</button>}
      </div>
      <p class="faint">{t('Those who are signed in to this server see it.')}</p>
    </section>
  );
}

// "Firefox on Linux" of what browsers say about themselves; programs are shown as they are.
function clientOf(words: string): string {
  const browser = /(Firefox|Edg|OPR|HeadlessChrome|Chrome|Safari)\//.exec(words)?.[1];
  const system = /(Windows|Android|iPhone|iPad|Mac OS X|Linux)/.exec(words)?.[1];
  const known: Record<string, string> = { Edg: 'Edge', OPR: 'Opera', HeadlessChrome: 'Chrome' };
  if (!browser || !system) return words.slice(0, 60) || t('An unknown program');
  return t('{browser} on {system}', { browser: known[browser] ?? browser, system: system === 'Mac OS X' ? 'macOS' : system });
}

const sessions = () => get<Schemas['SessionList']>('/user/sessions');

// One that has ended by itself meanwhile is what is wanted.
const endOne = ({ id }: SignedIn) => send('DELETE', `/user/sessions/${id}`).catch((problem) => {
  if (!(problem instanceof ApiError) || problem.status !== 404) throw problem;
});

const mostRounds = 5;
// One may begin while the others end: none is left when a list says so.
async function endOthers(): Promise<void> {
  for (let round = 0; round < mostRounds; ++round) {
    const others = (await sessions()).sessions.filter((each) => !each.current);
    if (!others.length) return;
    await Promise.all(others.map(endOne));
  }
}

function Sessions() {
  const { data, error, again } = useLoad(sessions, []);
  const end = async (each: SignedIn) => {
    try {
      await endOne(each);
      say(t('That session has ended.'));
    } catch (problem) {
      fail(wordsOf(problem));
    }
    again();
  };
  const endAll = async () => {
    const yes = await confirm(t('Sign out everywhere?'), t('Every browser and program that uses your account has to sign in again, this one too.'), t('Sign out everywhere'));
    if (yes) await endEverywhere();
  };
  const endEverywhere = async () => {
    try {
      await endOthers();
    } catch (problem) {
      if (problem instanceof ApiError && problem.status === 401) return void (await endSession()); // elsewhere the same was asked for
      fail(t('You are still signed in, here and perhaps elsewhere. {reason}', { reason: wordsOf(problem) }), t('Try again'), () => void endEverywhere());
      return again();
    }
    await endSession();
  };
  return (
    <section class="card sessions">
      <h2>{t('Where you are signed in')}</h2>
      {error && <p role="alert" class="problem">{error}</p>}
      <ul class="rows">
        {data?.sessions.map((each) => (
          <li key={each.id}>
            <span>
              {clientOf(each.client)} {each.current && <span class="badge live">{t('This browser')}</span>}
              <span class="faint line">{t('since {time}, from {network}', { time: ago(each.created_at), network: each.network })}</span>
              <span class="faint line">{t('ends {time}', { time: fullTime(each.expires_at) })}</span>
            </span>
            {!each.current && <button type="button" class="small" aria-label={t('End {client}', { client: clientOf(each.client) })} onClick={() => end(each)}>{t('End')}</button>}
          </li>
        ))}
      </ul>
      <p class="tools"><button type="button" class="danger" onClick={endAll} disabled={!data}>{t('Sign out everywhere')}</button></p>
    </section>
  );
}

/** The buckets that somebody works in: who added them may have done so without asking. */
function Roles() {
  const buckets = session.value?.buckets ?? [];
  const { data, error, again } = useLoad(() => Promise.all(buckets.map((each) => get<Schemas['MemberAnswer']>(`${bucketPath(each.slug)}/membership`).then((answer) => answer.user.accepted, () => true))), [buckets.map((each) => each.slug).join()]);
  const run = async (action: () => Promise<unknown>, told: string) => {
    try {
      await action();
      say(told);
    } catch (problem) {
      fail(wordsOf(problem));
    }
    again();
  };
  const accept = (slug: string, title: string) => run(() => send('POST', `${bucketPath(slug)}/membership`), t('You take part in {title}.', { title }));
  const leave = async (slug: string, title: string) => {
    if (!(await confirm(t('Leave {title}?', { title }), t('You cannot open this bucket from now on, unless somebody invites you again. What you wrote stays.'), t('Leave')))) return;
    await run(async () => {
      await send('DELETE', `${bucketPath(slug)}/membership`);
      await loadSession();
    }, t('You have left {title}.', { title }));
  };
  if (!buckets.length) return null;
  return (
    <section class="card sessions">
      <h2>{t('Buckets you work in')}</h2>
      {error && <p role="alert" class="problem">{error}</p>}
      <ul class="rows">
        {buckets.map(({ slug, title, role }, index) => (
          <li key={slug}>
            <span><Link to={lastPlace(slug)}>{title}</Link><span class="faint line">{nameOfRole(role)}</span></span>
            <span class="tools">
              {data?.[index] === false && <button type="button" class="small primary" aria-label={t('Accept {title}', { title })} onClick={() => accept(slug, title)}>{t('Accept')}</button>}
              <button type="button" class="small" aria-label={t('Leave {title}', { title })} onClick={() => leave(slug, title)}>{t('Leave')}</button>
            </span>
          </li>
        ))}
      </ul>
      {data?.includes(false) && <p class="faint">{t('Until you accept, its administrators see no more of you than they entered themselves.')}</p>}
    </section>
  );
}

function Language() {
  return (
    <section class="card">
      <h2>{t('Language')}</h2>
      <label>{t('Language of the dashboard')}
        <select value={chosenLanguage()} onChange={(event) => chooseLanguage(event.currentTarget.value)}>
          <option value="">{t('As the browser has it')}</option>
          {languages().map((code) => <option key={code} value={code} lang={code}>{nameOfLanguage(code)}</option>)}
        </select>
      </label>
      <p class="faint">{t('Kept in this browser.')}</p>
    </section>
  );
}

export function Account() {
  useTitle(t('Account'));
  const { data, error, again } = useLoad(() => get<Schemas['UserAnswer']>('/user').then((answer) => answer.user), []);
  const user = data;
  const buckets = session.value?.buckets ?? [];
  const patch = async (body: object, told: string) => {
    await send('PATCH', '/user', body);
    await loadSession();
    again();
    return told;
  };
  const text = (form: FormData, name: string) => String(form.get(name) ?? '');
  const setPassword = async (form: FormData) => {
    const differ = samePasswords(form);
    if (differ) throw new Error(differ);
    await send('PATCH', '/user', { password: text(form, 'password'), current_password: text(form, 'current') });
    await signIn(session.value!.user.email, text(form, 'password')); // the old session ended with the old password
    again();
    return t('Your password is changed, and every other session has ended.');
  };
  return (
    <main class="account">
      <header class="bar">
        <div class="heading">
          <p class="crumbs"><Link to={buckets.length === 1 ? lastPlace(buckets[0]!.slug) : address()}>{buckets.length === 1 ? buckets[0]!.title : t('Buckets')}</Link></p>
          <h1>{t('Account')}</h1>
        </div>
        <div class="actions"><button type="button" onClick={askToSignOut}>{t('Sign out')}</button></div>
      </header>
      {error && <p role="alert" class="problem">{error}</p>}
      {user && (
        <div class="cards">
          <Part title={t('Name')} button={t('Save the name')} action={(form) => patch({ first_name: text(form, 'first_name').trim(), last_name: text(form, 'last_name').trim() }, t('Your name is saved.'))}>
            <label>{t('First name')}<input name="first_name" autocomplete="given-name" required maxlength={200} defaultValue={user.first_name} /></label>
            <label>{t('Last name')}<input name="last_name" autocomplete="family-name" required maxlength={200} defaultValue={user.last_name} /></label>
          </Part>
          <Picture user={user} again={again} />
          <Part title={t('E-mail')} button={t('Change the address')} action={(form) => patch({ email: text(form, 'email').trim(), current_password: text(form, 'current') }, t('Your e-mail address is changed.'))}
            danger={t('You sign in with it. A new one counts as proven once an invitation sent to it was accepted.')}>
            <label>{t('E-mail')}<input name="email" type="email" autocomplete="email" required maxlength={254} defaultValue={user.email} /></label>
            <label>{t('Current password')}<input name="current" type="password" autocomplete="current-password" required /></label>
          </Part>
          <Part title={t('Password')} button={t('Change the password')} action={setPassword} danger={t('It ends every other session of your account.')}>
            <input class="hidden" type="text" name="username" autocomplete="username" value={user.email} readOnly tabIndex={-1} aria-hidden="true" />
            <label>{t('Current password')}<input name="current" type="password" autocomplete="current-password" required /></label>
            <NewPasswordFields />
          </Part>
          <Roles />
          <Sessions />
          <Language />
        </div>
      )}
    </main>
  );
}
