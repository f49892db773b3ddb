import { execFile, execFileSync } from 'node:child_process';
import { chownSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findPostgresql, unprivilegedAccount } from '../../../sandbox/postgresql/installed.ts';
import { createAuthority } from '../../../sandbox/proxy/authority.ts';

/** A server of one's own: by its socket nobody needs a password, by its port everybody does. */
export interface TestServer {
  /** Of the socket. */
  readonly folder: string;
  readonly port: number;
  /** Path of the authority that vouches for the name localhost. */
  readonly caFile: string;
}

export const superuser = 'migrator';
export const password = 'pg-test-password-1';

/** Makes and starts a server in an empty folder, which its account may enter. It runs until `data/postmaster.pid` is ended. */
export async function startServer(folder: string): Promise<TestServer> {
  const server = { folder, port: await freePort(), caFile: join(folder, 'authority.pem') };
  start(server);
  return server;
}

/** As after a crash: connections break, and what was not committed is lost. Resolves once it takes connections again. */
export async function restartServer({ folder }: TestServer): Promise<void> {
  const data = join(folder, 'data');
  const options = { cwd: folder, ...unprivilegedAccount() };
  const args = ['-D', data, '-w', '-m', 'immediate', '-l', join(folder, 'server.log'), 'restart'];
  await promisify(execFile)(join(binaries(), 'pg_ctl'), args, options);
}

function binaries(): string {
  const bin = findPostgresql(process.env.PATH ?? '');
  if (bin !== null) return bin;
  throw new Error('PostgreSQL is not installed: run `npm test`, or `sh scripts/set-up.sh tests`');
}

function start({ folder, port, caFile }: TestServer): void {
  const bin = binaries();
  const account = unprivilegedAccount();
  const data = join(folder, 'data');
  const secret = join(folder, 'password');
  writeFileSync(secret, `${password}\n`);
  const authority = createAuthority('Database authority');
  const identity = authority.issue(['localhost']);
  const [certificate, key] = [join(folder, 'server.pem'), join(folder, 'server.key')];
  writeFileSync(caFile, authority.certificate);
  writeFileSync(certificate, identity.cert);
  writeFileSync(key, identity.key, { mode: 0o600 });
  if (account !== null) {
    for (const path of [folder, secret, key]) chownSync(path, account.uid, account.gid);
  }
  const run = (program: string, args: readonly string[]) =>
    execFileSync(join(bin, program), args, { cwd: folder, stdio: 'pipe', ...account });
  run('initdb', [
    ...['-D', data, '-U', superuser, '--pwfile', secret, '--encoding=UTF8', '--no-locale'],
    ...['--auth-local=trust', '--auth-host=scram-sha-256', '--no-sync'],
  ]);
  const settings = {
    listen_addresses: '127.0.0.1',
    ...{ port: String(port), unix_socket_directories: folder, max_connections: '200' },
    ...{ ssl: 'on', ssl_cert_file: certificate, ssl_key_file: key },
    // Nothing of it has to outlive the machine.
    ...{ fsync: 'off', full_page_writes: 'off', shared_buffers: '32MB' },
  };
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  const log = join(folder, 'server.log');
  run('pg_ctl', ['-D', data, '-w', '-l', log, '-o', options.join(' '), 'start']);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
