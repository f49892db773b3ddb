import { MigratorError } from '../../../kernel/errors.ts';
import { StateLost } from '../../../ports/state/shared-run.ts';
import { MalformedRow } from '../../read-column.ts';

/** The server ended a connection that it had accepted: for an administrator, or because it crashed. */
const ended = ['57P01', '57P02'];

/**
 * Names that PostgreSQL and the network give to failures that pass by themselves. Codes: PostgreSQL's manual, appendix
 * A.
 */
const passing = new Set([
  ...[...ended, '57P03', '53300', '40001', '40P01', '25P03', '57P05'],
  ...['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENETDOWN', 'ENOENT', 'EAI_AGAIN', 'ENOTFOUND', 'ECONNABORTED'],
]);
const passingMessages =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|timeout expired|timeout exceeded)/;

/** Tells whether the connection was lost, or another one may succeed where this one did not. */
export function isConnectionLoss(thrown: unknown): boolean {
  if (thrown instanceof MigratorError) return false;
  const { code, message } = thrown as { code?: unknown; message?: unknown };
  if (typeof code === 'string' && (passing.has(code) || /^08/.test(code))) return true;
  return typeof message === 'string' && passingMessages.test(message);
}

/** Tells whether the server itself ended the connection, so that it is there and the address is right. */
export function isEndedByServer(thrown: unknown): boolean {
  return ended.includes(String((thrown as { code?: unknown }).code));
}

const resumes = 'Check MIGRATOR_DATABASE_URL (or state.url) and that the server is running.';

type Sentence = readonly [message: string, hint: string];

/** By PostgreSQL's code, or that of the system or of TLS. */
const sentences: Readonly<Record<string, (place: string) => Sentence>> = {
  ECONNREFUSED: (place) => [`The database at ${place} refused the connection`, resumes],
  ENOENT: (place) => [`No database server is listening at ${place}`, resumes],
  ENOTFOUND: (place) => [`Cannot find the host of the database at ${place}`, resumes],
  EAI_AGAIN: (place) => [`Cannot find the host of the database at ${place}`, resumes],
  '28P01': (place) => [`The database at ${place} rejected the password`, passwordHint],
  '28000': (place) => [`The database at ${place} rejected the user`, passwordHint],
  '3D000': (place) => [
    `The database at ${place} does not exist`,
    'Create it first: createdb, or CREATE DATABASE.',
  ],
  '42501': (place) => [
    `The database at ${place} does not allow this user to write its state`,
    'As its owner: GRANT CREATE ON DATABASE, or give the user the schemas migrator_queue and migrator.',
  ],
  '25006': (place) => [
    `The database at ${place} is read-only`,
    'Use the primary server, not a replica.',
  ],
  '53100': (place) => [
    `The database at ${place} has no space left`,
    'Free some space on its server, and resume.',
  ],
};

const passwordHint = 'Set PGPASSWORD, or add a line to a .pgpass file that only you can read.';
const tlsHint =
  'Point SSL_CERT_FILE to the certificate of its authority, or add sslrootcert=FILE to the address. migrator verifies every certificate.';
const tlsCodes =
  /^(SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_|CERT_|ERR_TLS|ERR_SSL|EPROTO)|does not support SSL/;

/** Returns what `pg`, the server or the network threw, as a sentence with the remedy. */
export function databaseError(thrown: unknown, place: string): MigratorError {
  if (thrown instanceof MigratorError) return thrown;
  if (thrown instanceof MalformedRow) return damaged(place, thrown);
  const { code = '', message = String(thrown) } = thrown as { code?: string; message?: string };
  const known = sentences[code]?.(place);
  if (known !== undefined) {
    return new MigratorError('state', known[0], { hint: known[1], cause: thrown });
  }
  if (tlsCodes.test(code) || tlsCodes.test(message.replace(/^The server /, ''))) {
    const what = `Cannot verify the identity of the database server at ${place}`;
    return new MigratorError('state', what, { hint: tlsHint, detail: message, cause: thrown });
  }
  if (/password must be a string|password.* must be a/i.test(message)) {
    const what = `The database at ${place} asks for a password`;
    return new MigratorError('state', what, { hint: passwordHint, cause: thrown });
  }
  const what = isConnectionLoss(thrown)
    ? `Cannot reach the database at ${place}`
    : `Cannot use the state in the database at ${place}`;
  return new MigratorError('state', what, { hint: resumes, detail: message, cause: thrown });
}

/** The database holds what no version of this program has written. */
function damaged(place: string, cause: unknown): MigratorError {
  return new MigratorError('state', `The state in the database at ${place} is damaged`, {
    hint: 'Restore the database from a backup.',
    retry: 'fatal',
    cause,
  });
}

/** After trying for as long as the lease allows. */
export function databaseLost(place: string, cause: unknown): MigratorError {
  return new StateLost('state', `Lost the connection to the database at ${place}`, {
    hint: 'Nothing has been written since, and nothing is lost. Resume with --resume <id> once the server responds.',
    detail: cause instanceof Error ? cause.message : String(cause),
    retry: 'fatal',
    cause,
  });
}
