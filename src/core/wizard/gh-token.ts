import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findOnPath } from '../git/process/own-session.ts';
import type { Variables } from '../kernel/environment.ts';
import { MigratorError } from '../kernel/errors.ts';
import { shellValue } from '../kernel/format/shell-quote.ts';

/** Milliseconds: gh may wait for a locked keyring. */
const timeLimit = 15_000;

/** All that gh needs to find its configuration and the keyring; no token. */
const passedOn = [
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'LANG',
  'GH_CONFIG_DIR',
  'XDG_CONFIG_HOME',
  'XDG_DATA_HOME',
  'XDG_STATE_HOME',
  'XDG_RUNTIME_DIR',
  'DBUS_SESSION_BUS_ADDRESS',
];

/** Tells whether GitHub's command-line program is on the PATH. */
export async function hasGh(environment: Variables): Promise<boolean> {
  return (await findOnPath(environment.PATH, 'gh')) !== null;
}

/**
 * The token that gh keeps for a host. Nothing that gh prints is shown, as it may be the token.
 * @param options.hostname of the GitHub: `github.com`, or that of an Enterprise Server
 * @throws `credentials` where gh has none, fails or takes too long; `interrupted` with the signal
 */
export async function readGhToken(options: {
  hostname: string;
  environment: Variables;
  signal: AbortSignal;
  /** Milliseconds. */
  timeLimit?: number;
}): Promise<string> {
  const { hostname, environment, signal } = options;
  const env = Object.fromEntries(passedOn.map((name) => [name, environment[name]]));
  const gh = await findOnPath(environment.PATH, 'gh');
  if (gh === null) throw unavailable(hostname, 'has no token');
  const { stdout } = await promisify(execFile)(gh, ['auth', 'token', `--hostname=${hostname}`], {
    env: { ...env, GH_PROMPT_DISABLED: '1', GH_NO_UPDATE_NOTIFIER: '1' },
    timeout: options.timeLimit ?? timeLimit,
    killSignal: 'SIGKILL',
    maxBuffer: 10_000,
    signal,
  }).catch((thrown: { killed?: boolean }) => {
    if (signal.aborted) throw new MigratorError('interrupted', 'Interrupted');
    throw unavailable(hostname, thrown.killed === true ? 'did not respond' : 'has no token');
  });
  const token = stdout.trim();
  if (!/^[\x21-\x7e]+$/.test(token)) throw unavailable(hostname, 'has no token');
  return token;
}

function unavailable(hostname: string, what: string): MigratorError {
  return new MigratorError('credentials', `gh ${what} for ${hostname}`, {
    hint: `Run \`gh auth login --hostname ${shellValue(hostname)}\` in another terminal, or paste a token.`,
  });
}
