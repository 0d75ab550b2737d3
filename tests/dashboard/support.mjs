// A server with the demo bucket and a browser for it.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as plainTest } from 'node:test';
import { chromium } from 'playwright-core';
import { mariadb } from './mariadb.mjs';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
const patience = Number(process.env.DASHBOARD_PATIENCE ?? 1);

const bound = (port) => new Promise((resolve) => {
  const probe = createServer();
  probe.on('error', () => resolve(null));
  probe.listen(port, '127.0.0.1', () => resolve(probe));
});

/** Ports that nobody else has by the time a server is started at them, or again: below those that the system gives to whoever asks for any. */
async function freePorts(count) {
  const found = [];
  while (found.length < count) {
    const probe = await bound(11_000 + Math.floor(Math.random() * 21_000));
    if (probe) found.push(probe);
  }
  const ports = found.map((probe) => probe.address().port);
  await Promise.all(found.map((probe) => new Promise((closed) => probe.close(closed))));
  return ports;
}

// DASHBOARD_TREE and DASHBOARD_BUILD say which server, DASHBOARD_ENGINE=mysql that its rows are in a MariaDB; DASHBOARD_URL and DASHBOARD_PASSWORD name one that runs.
export async function serve() {
  if (process.env.DASHBOARD_URL) return { url: process.env.DASHBOARD_URL, password: process.env.DASHBOARD_PASSWORD, stop: () => {} };
  const tree = process.env.DASHBOARD_TREE;
  const data = mkdtempSync(join(tmpdir(), 'inkwell-dashboard-'));
  // Of its own, because switching a plugin writes into it.
  cpSync(join(tree, 'config'), join(data, 'config'), { recursive: true });
  const config = join(data, 'config/inkwell.json');
  const database = process.env.DASHBOARD_ENGINE === 'mysql' ? await mariadb(patience) : { env: {}, stop: () => {} };
  const [port, upload, admin] = await freePorts(3);
  let process_;
  const run = () => new Promise((resolve, reject) => {
    let log = '';
    process_ = spawn(join(process.env.DASHBOARD_BUILD, 'bin/inkwell'), ['serve', '--config', config, '--demo', join(tree, 'share/demo')], {
      cwd: data,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, INKWELL_HTTP_PORT: port, INKWELL_HTTP_UPLOAD_PORT: upload, INKWELL_ADMIN_PORT: admin, INKWELL_DATA_DIRECTORY: join(data, 'data'), ...database.env },
    });
    const listen = (chunk) => {
      log += chunk;
      if (log.includes('Try it') || log.includes('serving at')) resolve(log);
    };
    const wait = (chunk) => {
      log += chunk;
      if (log.includes('Try it')) resolve(log);
    };
    const first = !site.password;
    for (const stream of [process_.stdout, process_.stderr]) stream.on('data', first ? wait : listen);
    process_.on('exit', () => reject(new Error(`the server ended:\n${log}`)));
    setTimeout(() => reject(new Error(`the server is not ready:\n${log}`)), 60_000 * patience).unref();
  });
  const end = (signal) => new Promise((resolve) => {
    process_.removeAllListeners('exit');
    process_.on('exit', resolve);
    process_.kill(signal);
  });
  const site = { url: `http://127.0.0.1:${port}` };
  const printed = await run();
  site.password = /password\s+(\S+)/.exec(printed)[1];
  // The other person of the demo, who is an editor.
  site.editor = { url: site.url, email: 'editor@example.com', password: /editor@example\.com\s+password\s+(\S+)/.exec(printed)[1] };
  site.command = (...words) => execFileSync(join(process.env.DASHBOARD_BUILD, 'bin/inkwell'), [...words, '--config', config],
    { cwd: data, encoding: 'utf8', stdio: 'pipe', env: { ...process.env, INKWELL_DATA_DIRECTORY: join(data, 'data'), ...database.env } });
  site.kill = () => end('SIGKILL');
  site.restart = () => run();
  site.stop = async () => {
    await end('SIGTERM');
    await database.stop();
    rmSync(data, { recursive: true, force: true });
  };
  return site;
}

export async function start() {
  const server = await serve();
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: flags });
  const site = { ...server, email: 'admin@example.com', browser, faults: [] };
  let token;
  site.api = async (method, path, body) => {
    token ??= (await (await fetch(`${site.url}/v2/authenticate`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ email: site.email, password: site.password }) })).json()).token;
    const response = await fetch(`${site.url}/v2${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, ...(body ? { 'Content-Type': 'application/json' } : {}) },
      body: body && JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  site.stop = async () => {
    await browser.close();
    await server.stop();
  };
  return site;
}

/** What waits for `opened` goes on when `open` is called. */
export function gate() {
  let open;
  const opened = new Promise((resolve) => (open = resolve));
  return { open, opened };
}

const pages = new Set();

// What a person would see there, in one line.
const standing = (page) => page.evaluate(() => {
  const at = document.activeElement;
  const said = [...document.querySelectorAll('dialog[open], [role=alert], [role=status], .state, .problem')].map((each) => each.innerText.trim()).filter(Boolean);
  return [location.href, `focus: ${at?.cloneNode(false).outerHTML.slice(0, 160)}`, ...said.map((each) => each.replaceAll('\n', ' ').slice(0, 200))].join(' | ');
});

/** A test that tells, when it fails, what stood on the pages: nobody sees them where it ran. */
export function test(name, run) {
  return plainTest(name, async (context) => {
    try {
      await run(context);
    } catch (error) {
      for (const page of pages) context.diagnostic(await Promise.race([standing(page).catch(String), new Promise((done) => setTimeout(done, 3000, `${page.url()} does not answer`))]));
      throw error;
    }
  });
}

/** A page in a browser of its own, or beside another page of `context`. */
export async function open(site, context) {
  context ??= await site.browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-GB' });
  const page = await context.newPage();
  pages.add(page);
  page.on('close', () => pages.delete(page));
  page.setDefaultTimeout(30_000 * patience);
  page.on('pageerror', (error) => site.faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content Security Policy|Trusted/.test(message.text())) site.faults.push(message.text());
  });
  return page;
}

export async function signIn(page, site) {
  if (!page.url().startsWith(site.url)) await page.goto(`${site.url}/dashboard`);
  await page.getByLabel('E-mail').fill(site.email);
  await page.getByLabel('Password').fill(site.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Changed last' }).waitFor();
}

/** What stands under one's own name in the menu. */
export async function own(page) {
  const menu = page.locator('details.own');
  if (!(await menu.evaluate((each) => each.open))) await menu.locator('summary').click();
  return menu;
}
/** `door` waits for the end of it. Who goes on without that meets a server that has not heard of it. */
export const signOut = async (page) => (await own(page)).getByRole('button', { name: 'Sign out', exact: true }).click();
export const door = (page) => page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();

export async function copyAsCurl(page) {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search' }).fill('curl');
  await page.getByRole('option', { name: 'Copy as curl', selected: true }).waitFor();
  await page.keyboard.press('Enter');
}

let pictures = 0;
/** What axe finds is a failure; a picture of the screen is kept where DASHBOARD_SCREENSHOTS says, as `name` or by number. */
export async function axe(page, name = String(++pictures).padStart(2, '0')) {
  if (process.env.DASHBOARD_SCREENSHOTS) {
    mkdirSync(process.env.DASHBOARD_SCREENSHOTS, { recursive: true });
    await page.screenshot({ path: join(process.env.DASHBOARD_SCREENSHOTS, `${name}.png`) });
  }
  // Halfway through a transition a colour is neither the one nor the other.
  await page.waitForFunction(() => !document.getAnimations().some((each) => each instanceof CSSTransition && each.playState === 'running'));
  // By the debugger, not as a script of the page: the page's policy stays as it is.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
  // Colours on their way to others are none that anybody reads.
  await page.evaluate(() => document.getAnimations().forEach((each) => (Number.isFinite(each.effect?.getComputedTiming().endTime) ? each.finish() : each.cancel())));
  const found = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
  assert.deepEqual(found.violations.map((each) => `${page.url()}: ${each.id}: ${each.nodes.map((node) => node.html.slice(0, 160)).slice(0, 3).join(' | ')}`), []);
}

/** An account with a role in a bucket, and its password. */
export async function addMember(site, email, rights, bucket = 'demo') {
  const [first_name] = email.split('@');
  await site.api('POST', `/buckets/${bucket}/users`, { email, first_name, last_name: 'Tester', ...rights });
  const token = /invitations\/(\w+)/.exec(site.command('user', 'invite', email))[1];
  const password = `a long password of ${first_name}`;
  await site.api('POST', `/invitations/${token}`, { password });
  return { ...site, email, password };
}
