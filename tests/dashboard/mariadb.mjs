// A MariaDB of one's own, for a server that keeps its rows there: DASHBOARD_ENGINE=mysql.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const asRoot = process.getuid?.() === 0 ? ['--user=root'] : [];

/** Resolves once it answers: the server's environment, and how to end it. */
export async function mariadb(patience) {
  const folder = mkdtempSync(join(tmpdir(), 'inkwell-mariadb-'));
  const [data, socket] = [join(folder, 'data'), join(folder, 'socket')];
  const options = { stdio: 'ignore', env: { ...process.env, TMPDIR: folder } };
  execFileSync('mariadb-install-db', ['--no-defaults', `--datadir=${data}`, `--tmpdir=${folder}`, '--skip-test-db',
    '--auth-root-authentication-method=normal', '--skip-name-resolve', '--innodb-log-file-size=32M', ...asRoot], options);
  // No port: nobody else finds it, and it takes nobody's.
  const server = spawn('mariadbd', ['--no-defaults', `--datadir=${data}`, `--socket=${socket}`, '--skip-networking', `--pid-file=${join(folder, 'pid')}`,
    `--tmpdir=${folder}`, '--character-set-server=utf8mb4', '--innodb-flush-log-at-trx-commit=0', '--innodb-buffer-pool-size=48M',
    '--innodb-log-file-size=32M', '--performance-schema=OFF', ...asRoot], options);
  process.on('exit', () => server.kill('SIGKILL')); // a test that fails early leaves nothing behind
  const ended = new Promise((resolve) => server.once('exit', resolve));
  const client = (program, ...words) => execFileSync(program, ['--no-defaults', '--user=root', `--socket=${socket}`, ...words], options);
  const stop = async () => {
    server.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  for (const late = Date.now() + 60_000 * patience; ; await new Promise((resolve) => setTimeout(resolve, 50))) {
    try {
      client('mariadb-admin', 'ping');
      break;
    } catch (error) {
      if (server.exitCode === null && Date.now() < late) continue;
      await stop();
      throw error;
    }
  }
  client('mariadb', '-e', 'CREATE DATABASE inkwell CHARACTER SET utf8mb4');
  return {
    env: {
      INKWELL_DATABASE_ENGINE: 'mysql', INKWELL_PLUGINS_DATABASE_MYSQL_SOCKET: socket,
      INKWELL_PLUGINS_DATABASE_MYSQL_USER: 'root', INKWELL_PLUGINS_DATABASE_MYSQL_DATABASE: 'inkwell',
    },
    stop,
  };
}
