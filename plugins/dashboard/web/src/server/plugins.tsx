// The plugins of the server: what runs, why one does not, its settings, and the switch, which asks for the password each time.
import { useSignal } from '@preact/signals';
import { get, type Schemas, send, session } from '../api';
import { useLoad } from '../load';
import { say } from '../messages';
import { address, Link, place, setQuery } from '../router';
import { Field, FormDialog } from '../settings/form';
import { Heading, Problem, Table, Waiting } from '../settings/parts';
import { plural, t } from '../text';

type Plugin = Schemas['ServerPlugin'];

const nameOfState = (state: Plugin['state']): string => ({ starting: t('Starts'), running: t('Runs'), disabled: t('Is off'), failed: t('Has failed') })[state];

export function State({ plugin }: { plugin: Plugin }) {
  const kind = { starting: 'draft', running: 'live', disabled: '', failed: 'bad' }[plugin.state];
  return <><span class={`badge ${kind}`}>{nameOfState(plugin.state)}</span>{plugin.reason && <span class="problem">{plugin.reason}</span>}</>;
}

const readPlugins = () => get<Schemas['ServerPluginList']>('/server/plugins').then((answer) => answer.plugins);

export function Plugins({ id }: { id?: string }) {
  return id ? <One id={id} /> : <All />;
}

function All() {
  const { data, error, again } = useLoad(readPlugins, []);
  const switched = useSignal<Plugin | null>(null);
  const words = place.value.query.get('q') ?? '';
  const shown = data?.filter((each) => `${each.id} ${each.summary}`.toLowerCase().includes(words.toLowerCase())) ?? [];
  const failed = data?.filter((each) => each.state === 'failed').length ?? 0;
  return (
    <>
      <Heading title={t('Plugins')} about={t('What runs, why something does not, and the settings.')} />
      <Problem text={error} />
      {failed > 0 && <p role="status" class="notice">{plural(failed, '{count} plugin has failed.', '{count} plugins have failed.')}</p>}
      {!data && !error && <Waiting />}
      {data && (
        <>
          <div class="filters">
            <input type="search" aria-label={t('Search plugins')} placeholder={t('Search plugins')} value={words} onInput={(event) => setQuery({ q: event.currentTarget.value })} />
          </div>
          <Table name={t('Plugins')} columns={[t('Plugin'), t('What it does'), t('State'), '']} empty={t('No plugin is called that.')} rows={shown.map((each) => ({
            key: each.id,
            cells: [
              <Link to={address('-', 'server', 'plugins', each.id)}>{each.id}</Link>,
              <span class="faint">{each.summary}</span>,
              <State plugin={each} />,
              <span class="tools"><SwitchButton plugin={each} press={() => (switched.value = each)} /></span>,
            ],
          }))} />
        </>
      )}
      {switched.value && <SwitchForm plugin={switched.value} close={() => (switched.value = null)} done={again} />}
    </>
  );
}

function SwitchButton({ plugin, press, whole }: { plugin: Plugin; press: () => void; whole?: boolean }) {
  if (plugin.state === 'starting') return null;
  const on = plugin.state === 'running';
  return (
    <button type="button" class={whole ? (on ? 'danger' : 'primary') : 'small'} aria-label={on ? t('Switch off {id}', { id: plugin.id }) : t('Switch on {id}', { id: plugin.id })} onClick={press}>
      {on ? t('Switch off') : t('Switch on')}
    </button>
  );
}

function SwitchForm({ plugin, close, done }: { plugin: Plugin; close: () => void; done: () => void }) {
  const on = plugin.state === 'running';
  const id = plugin.id;
  const save = async (form: FormData) => {
    await send('PATCH', `/server/plugins/${encodeURIComponent(id)}`, { enabled: !on, password: String(form.get('password')) });
    say(on ? t('{id} is off.', { id }) : t('{id} runs.', { id }));
    close();
    done();
  };
  return (
    <FormDialog title={on ? t('Switch off {id}?', { id }) : t('Switch on {id}?', { id })} button={on ? t('Switch it off') : t('Switch it on')} danger={on} action={save} onClose={close}>
      <p>{plugin.summary}</p>
      <p>{on ? t('Its addresses answer 404 from now on. Requests that are under way end first; nothing that is stored goes away. The choice is kept for later starts.') : t('It serves from now on, and at later starts.')}</p>
      {on && ['users', 'dashboard'].includes(id) && <p class="notice" role="alert">{t('You then need the command line to switch it on again: inkwell plugins enable {id}', { id })}</p>}
      <input class="hidden" type="text" autocomplete="username" value={session.value?.user.email} readOnly tabIndex={-1} aria-hidden="true" />
      <Field name="password" type="password" label={t('Your password')} autocomplete="current-password" required autofocus />
    </FormDialog>
  );
}

function One({ id }: { id: string }) {
  const { data, error, again } = useLoad(() => get<Schemas['ServerPluginWhole']>(`/server/plugins/${encodeURIComponent(id)}`).then((answer) => answer.plugin), [id]);
  const switching = useSignal(false);
  return (
    <>
      <Heading title={id} about={data?.summary} crumbs={<Link to={address('-', 'server', 'plugins')}>{t('Plugins')}</Link>}>
        {data && <SwitchButton whole plugin={data} press={() => (switching.value = true)} />}
      </Heading>
      <Problem text={error} />
      {!data && !error && <Waiting />}
      {data && (
        <>
          <dl class="facts">
            <div><dt>{t('State')}</dt><dd><State plugin={data} /></dd></div>
            <div><dt>{t('Version')}</dt><dd>{data.version}</dd></div>
          </dl>
          <div class="bar below"><h2>{t('Settings')}</h2></div>
          {data.settings.length > 0 && <p class="faint">{t('They stand in plugins.d/{id}.json, beside the configuration of the server, or in variables of its environment. What is changed there counts after a restart; “inkwell reload” says what counts at once.', { id })}</p>}
          <Table name={t('Settings')} columns={[t('Key'), t('Value'), t('Default'), t('Meaning')]} empty={t('It has no settings.')}
            rows={data.settings.map((each) => ({
              key: each.key,
              cells: [<span class="code">{each.key}</span>, <span class={each.is_default ? 'code faint' : 'code'}>{each.value}</span>, <span class="code faint">{each.default}</span>,
                <>{each.meaning}{each.source !== 'default' && <span class="faint line">{t('from {source}', { source: each.source })}</span>}</>],
            }))} />
        </>
      )}
      {switching.value && data && <SwitchForm plugin={data} close={() => (switching.value = false)} done={again} />}
    </>
  );
}
