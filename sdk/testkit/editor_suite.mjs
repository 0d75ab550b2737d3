// The questions that every editor of the dashboard is asked in Chromium, whoever wrote it. For scripts of `node --test`:
//   const { askEditor } = await import(process.env.EDITOR_SUITE);
//   await askEditor({ type: 'color', value: '#1e90ff', other: '#abcdef', malformed: 7, change: (field, value) => ... });
// EDITOR_SERVER is the program, EDITOR_PLUGINS where it finds plugins, CHROMIUM the browser. playwright-core and
// axe-core are those of the script's folder.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';

const require = createRequire(process.argv[1]);
const { chromium } = require('playwright-core');
const axeSource = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const patience = Number(process.env.DASHBOARD_PATIENCE ?? 1);
const password = 'a long password';
const users = { admin: 'admin@example.com', reader: 'reader@example.com' };

/** A server with one bucket, "b", in a folder of its own. */
export class Site {
  static async start() {
    const site = new Site();
    site.folder = mkdtempSync(join(tmpdir(), 'inkwell-editor-'));
    site.config = join(site.folder, 'inkwell.json');
    const directories = (process.env.EDITOR_PLUGINS ?? '').split(':').filter(Boolean);
    writeFileSync(site.config, JSON.stringify({ plugins: { directories } }));
    const invited = site.run('user', 'add', '--email', users.admin, '--admin');
    await site.serve();
    await site.accept(invited);
    site.token = (await site.api('POST', '/authenticate', { email: users.admin, password })).token;
    await site.api('POST', '/buckets', { title: 'B', slug: 'b' });
    // Who may work on the objects of another type only reads these.
    await site.api('POST', '/buckets/b/object-types', { title: 'Others', slug: 'others' });
    await site.api('POST', '/buckets/b/users', { email: users.reader, first_name: 'R', last_name: 'R', role: 'contributor', object_types: ['others'] });
    await site.accept(site.run('user', 'invite', users.reader));
    return site;
  }
  get environment() {
    return { ...process.env, INKWELL_HTTP_PORT: '0', INKWELL_HTTP_UPLOAD_PORT: '0', INKWELL_ADMIN_PORT: '0', INKWELL_DATA_DIRECTORY: join(this.folder, 'data') };
  }
  run(...words) {
    return execFileSync(process.env.EDITOR_SERVER, [...words, '--config', this.config], { encoding: 'utf8', stdio: 'pipe', env: this.environment });
  }
  serve() {
    return new Promise((resolve, reject) => {
      let log = '';
      this.server = spawn(process.env.EDITOR_SERVER, ['serve', '--config', this.config], { stdio: ['ignore', 'pipe', 'pipe'], env: this.environment });
      const late = setTimeout(() => reject(new Error(`the server is not ready:\n${log}`)), 60_000 * patience);
      const hear = (chunk) => {
        log += chunk;
        const found = /serving at (http:\/\/127\.0\.0\.1:\d+)/.exec(log);
        if (!found) return;
        clearTimeout(late);
        this.url = found[1];
        resolve();
      };
      for (const stream of [this.server.stdout, this.server.stderr]) stream.on('data', hear);
      this.server.on('exit', () => reject(new Error(`the server ended:\n${log}`)));
    });
  }
  async api(method, path, body) {
    const response = await fetch(`${this.url}/v2${path}`, {
      method,
      headers: { ...(this.token ? { Authorization: `Bearer ${this.token}` } : {}), ...(body ? { 'Content-Type': 'application/json' } : {}) },
      body: body && JSON.stringify(body),
    });
    const text = await response.text();
    assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text);
  }
  accept(invitation) {
    return this.api('POST', `/invitations/${/invitations\/(\w+)/.exec(invitation)[1]}`, { password });
  }
  async stop() {
    this.server.removeAllListeners('exit');
    await new Promise((resolve) => {
      this.server.on('exit', resolve);
      this.server.kill('SIGTERM');
    });
    rmSync(this.folder, { recursive: true, force: true });
  }
}

let site;
let browser;
let beginning;
const begin = () => (beginning ??= (async () => {
  site = await Site.start();
  browser = await launch();
})());
const pages = {};

export const launch = () => chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });

/** A page of somebody who has signed in: an "admin" of the bucket, or a "reader". */
export async function signedIn(browser, site, who) {
  const context = await browser.newContext({ viewport: { width: 1000, height: 800 }, locale: 'en-GB' });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000 * patience);
  page.faults = [];
  page.on('pageerror', (error) => page.faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content Security Policy|Trusted/.test(message.text())) page.faults.push(message.text());
  });
  await page.goto(`${site.url}/dashboard`);
  await page.getByLabel('E-mail').fill(users[who]);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL((url) => url.pathname.startsWith('/dashboard/b'));
  return page;
}

const pageOf = (who) => (pages[who] ??= signedIn(browser, site, who));

const slugOf = (type) => `x-${type}`;
const valueOf = (value) => (typeof value === 'function' ? value(site) : value);
const next = { type: 'text', title: 'Next', key: 'next', value: '' };
const asked = ({ type, field = {}, put = (value) => ({ value }) }, value) => ({ type, title: 'Asked', key: 'asked', ...field, ...put(value) });

async function makeType(each) {
  await site.api('POST', '/buckets/b/object-types', {
    title: slugOf(each.type), slug: slugOf(each.type), localization: true, locales: ['de', 'en'], priority_locale: 'de', metafields: [asked(each, ''), next],
  });
}
async function makeObject(each) {
  const { object } = await site.api('POST', '/buckets/b/objects', {
    type: slugOf(each.type), title: 'An object', locale: 'de', metafields: [asked(each, await valueOf(each.value)), next],
  });
  return object.id;
}
async function stored({ read = ({ value }) => value }, id) {
  const { metafields } = await site.api('GET', `/buckets/b/objects/${id}/metafields?status=any`);
  return read(metafields[0]);
}

/** The field as a person finds it, once its editor is there. */
async function open(page, each, id, spoiled) {
  page.faults.length = 0;
  await page.unrouteAll();
  if (spoiled) await spoiled(page);
  await page.goto(`${site.url}/dashboard/b/objects/${slugOf(each.type)}/${id}`);
  const field = page.locator(each.place ?? '.field[data-path="metafields[0]"]').first();
  await field.waitFor();
  await page.waitForFunction(() => !document.querySelector('.sheet [role=status]:not(:empty)'));
  await each.unfold?.(field);
  return field;
}

/**
 * `each`: `type` and `field`, the metafield without its value; a `value` and an `other`, or functions that make them of the site; a
 * `malformed` one; `change(field, value, page)`, which does what a person does; `shows(field)`, where the value is not that of a text box.
 * Of types without a value: `put(value)` for the members that hold it, `read(metafield)`, `spoil(metafield)`, the `place` of the field, and
 * `unfold(field)`, where it is folded at first.
 */
export async function askEditor(each) {
  const about = `the editor of ${each.type}`;
  const spoil = each.spoil ?? ((metafield) => (metafield.value = each.malformed));
  let id;
  const publish = async (page) => {
    const done = page.waitForResponse((answer) => answer.request().method() === 'PATCH' && /\/objects\/\w+(\?|$)/.test(answer.url()));
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    assert.equal((await done).status(), 200);
  };

  // Once for all of them, whichever is asked first.
  let prepared;
  const prepare = () => (prepared ??= (async () => {
    await begin();
    await makeType(each);
    id = await makeObject(each);
  })());

  test(`${about} shows a value and leaves it as it is`, async () => {
    await prepare();
    const page = await pageOf('admin');
    const was = await stored(each, id);
    const field = await open(page, each, id);
    if (each.shows) await each.shows(field);
    else assert.equal(await field.getByRole('textbox').first().inputValue(), String(each.value));
    await page.getByLabel('Next', { exact: true }).fill('typed');
    await publish(page);
    assert.deepEqual(await stored(each, id), was);
    assert.deepEqual(page.faults, []);
  });

  test(`${about} changes a value`, async () => {
    await prepare();
    const page = await pageOf('admin');
    const field = await open(page, each, id);
    const wanted = await valueOf(each.other);
    await each.change(field, wanted, page);
    await publish(page);
    assert.deepEqual(await stored(each, id), wanted);
    assert.deepEqual(page.faults, []);
  });

  test(`${about} is reached and left by the Tab key, and axe finds nothing`, async () => {
    await prepare();
    const page = await pageOf('admin');
    const field = await open(page, each, id);
    await page.getByLabel('Title', { exact: true }).focus();
    const inside = () => field.evaluate((element) => element.contains(document.activeElement));
    for (let tries = 0; tries < 30 && !(await inside()); ++tries) await page.keyboard.press('Tab');
    assert.ok(await inside(), 'Tab does not come to it');
    for (let tries = 0; tries < 60 && (await inside()); ++tries) {
      await page.keyboard.press('Escape'); // where Tab is a character, Escape comes before it
      await page.keyboard.press('Tab');
    }
    assert.ok(!(await inside()), 'Tab does not leave it');
    await page.evaluate(axeSource);
    const found = await field.evaluate((element) => globalThis.axe.run(element, { resultTypes: ['violations'] }));
    assert.deepEqual(found.violations.map(({ id: rule, nodes }) => `${rule}: ${nodes.map((node) => node.html.slice(0, 200)).join(' | ')}`), []);
  });

  test(`${about} lets nobody change what they only read`, async () => {
    await prepare();
    const page = await pageOf('reader');
    const field = await open(page, { ...each, unfold: undefined }, id);
    // What only shows more is for readers too, and says so; what it shows is closed as well.
    for (const folded of await field.locator('button[aria-expanded=false]').all()) await folded.click();
    const open_ = await field.locator('input, textarea, select, button:not([aria-expanded]), [contenteditable=true]').evaluateAll((controls) => controls
      .filter((element) => !element.matches(':disabled') && !element.readOnly && element.ariaReadOnly !== 'true')
      .map((element) => element.outerHTML.slice(0, 160)));
    assert.deepEqual(open_, []);
    assert.deepEqual(page.faults, []);
  });

  test(`${about} survives a value that is none, and leaves it as it is`, async () => {
    await prepare();
    const page = await pageOf('admin');
    const pattern = new RegExp(`/objects/${id}(\\?|$)`);
    const spoiled = () => page.route(pattern, async (route) => {
      const request = route.request();
      if (request.method() !== 'GET' || request.resourceType() === 'document') return route.continue();
      // By the token: the cookie of the session is for browsers.
      const response = await fetch(request.url(), { headers: { Authorization: `Bearer ${site.token}` } });
      const answer = await response.json();
      if (answer.object?.metafields) spoil(answer.object.metafields[0]);
      return route.fulfill({ status: response.status, headers: { ETag: response.headers.get('ETag') ?? '' }, json: answer });
    });
    const sent = [];
    const note = (request) => {
      if (/PATCH|POST|PUT/.test(request.method()) && !/presence/.test(request.url())) sent.push(`${request.method()} ${request.url()}`);
    };
    page.on('request', note);
    await open(page, { ...each, unfold: undefined }, id, spoiled);
    await page.getByLabel('Next', { exact: true }).waitFor();
    // A form that is not as it was read is kept within a second.
    await page.waitForTimeout(1200);
    page.off('request', note);
    assert.deepEqual(sent, [], 'something was kept or saved that nobody typed');
    assert.deepEqual(page.faults, []);
  });

  test(`${about} knows in which language one writes`, async () => {
    await prepare();
    const page = await pageOf('admin');
    const field = await open(page, each, id);
    const spoken = await field.evaluate((element) => element.querySelector('.control input, .control textarea, .control select, .control [contenteditable], .control iframe, .control button')?.closest('[lang]')?.lang);
    assert.equal(spoken, 'de');
  });
}

after(async () => {
  await browser?.close();
  await site?.stop();
});
