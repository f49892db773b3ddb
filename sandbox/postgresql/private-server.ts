import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp } from 'node:fs/promises';
import { findPostgresql, unprivilegedAccount } from './installed.ts';

/** A PostgreSQL server that only this account and root can reach, by a socket. */
export interface PrivateServer {
  /** Of an empty database, without a password. */
  readonly url: string;
  /** Ends it and removes its data. */
  close(): Promise<void>;
}

/**
 * Arguments: the programs' folder, the server's. It lives as long as standard input is open: it ends also where this
 * process is killed. Nothing of it has to outlive the machine.
 */
const keeper = `
umask 077
if "$1/initdb" -D "$2/data" -U migrator --auth=trust --encoding=UTF8 --no-locale --no-sync >"$2/log" 2>&1 &&
  "$1/pg_ctl" -D "$2/data" -w -l "$2/log" -o "-c listen_addresses= -c unix_socket_directories=$2 -c fsync=off" start >>"$2/log" 2>&1
then
  echo ready
  cat >/dev/null
  "$1/pg_ctl" -D "$2/data" -m immediate stop >>"$2/log" 2>&1
else
  cat "$2/log" >&2
fi
rm -rf "$2"
`;

/**
 * Starts a server with programs of this machine.
 * @returns `null` where PostgreSQL is not installed
 * @throws Error with what the server said where it does not start
 */
export async function startPrivateServer(path: string): Promise<PrivateServer | null> {
  const programs = findPostgresql(path);
  if (programs === null) return null;
  const account = unprivilegedAccount();
  // The path of a socket has 103 characters at most.
  const folder = await mkdtemp('/tmp/migrator-postgresql-');
  if (account !== null) await chown(folder, account.uid, account.gid);
  const child = spawn('sh', ['-c', keeper, 'sh', programs, folder], {
    ...account,
    // Of its own group: Ctrl+C ends those who use it first.
    detached: true,
    cwd: folder,
    env: { PATH: path, LC_ALL: 'C' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const closed = once(child, 'close');
  const isReady = await Promise.race([
    once(child.stdout, 'data').then(() => true),
    closed.then(() => false),
  ]);
  if (!isReady) throw new Error(`PostgreSQL does not start: ${said.trim()}`);
  return {
    url: `postgresql://migrator@/postgres?host=${encodeURIComponent(folder)}`,
    async close() {
      child.stdin.end();
      await closed;
    },
  };
}
