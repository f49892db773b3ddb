import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { MigratorError } from '../../kernel/errors.ts';
import { ownPlaceIn } from '../../kernel/files/private-folder.ts';
import { shortTemporaryFolder } from '../../kernel/files/run-folder.ts';

/** A credential and the address that it is for. */
interface CredentialAnswer {
  /** Only the scheme, host and port count, and the path where `wholeHost` is not set. */
  readonly url: string;
  readonly username: string;
  readonly password: string;
  /** LFS objects may lie outside of the repository's path; then host and port alone decide. */
  readonly wholeHost?: boolean;
}

export interface CredentialSocket {
  /** The value of `credential.helper` that leads here. */
  readonly helper: string;
  /** True if git said that a host rejected what we answered. */
  readonly rejected: () => boolean;
  /** How often a credential was given. */
  readonly answered: () => number;
  close(): Promise<void>;
}

const maxRequest = 64 * 1024;

/** macOS allows 104 bytes with the closing NUL; the socket's own name takes 19. */
const maxFolderBytes = 80;

/** Number of characters that mkdtemp() adds to a name. */
const randomPart = 6;

/** Outside of the run's folder it starts with that one's name, so that a later run finds it after a kill. */
export async function makeSocketFolder(
  runFolder: string,
  temporary: string | undefined,
): Promise<string> {
  const outside = `${basename(runFolder)}-`;
  const { uid } = await stat(runFolder);
  const others = [temporary, shortTemporaryFolder].map((folder) =>
    folder === undefined ? null : ownPlaceIn(folder, uid),
  );
  // Nobody else can change the run's folder: makeRunFolder() sees to that.
  const places = [
    join(runFolder, 'c-'),
    ...others.flatMap((folder) => (folder === null ? [] : [join(folder, outside)])),
  ];
  const place = places.find((one) => Buffer.byteLength(one) <= maxFolderBytes - randomPart);
  if (place !== undefined) return mkdtemp(place);
  throw new MigratorError(
    'configuration',
    `The folder path is too long for a socket: ${dirname(runFolder)}`,
    { hint: 'Set TMPDIR to a folder with a shorter path that nobody else can write to.' },
  );
}

/**
 * Gives credentials to git through its own `credential-cache` client, which talks to this socket in place of
 * git's daemon: they are never in an argument, a variable or a file. Each socket belongs to one operation and answers
 * only for its addresses, until a host rejects the answer. What git wants to store never reaches the client: only for
 * `store` it would start git's own daemon where the socket is dead, and that would keep the token after we end.
 *
 * @param options.folder private (0700) and short: a socket's path may have about 100 bytes
 */
export async function openCredentialSocket(options: {
  folder: string;
  answers: readonly CredentialAnswer[];
}): Promise<CredentialSocket> {
  const path = join(options.folder, `${randomBytes(8).toString('hex')}.s`);
  const rejections = new Map<CredentialAnswer, number>();
  let answered = 0;
  const connections = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    connections.add(socket);
    socket.on('close', () => connections.delete(socket));
    // A client that went away needs no answer.
    socket.on('error', () => socket.destroy());
    let request = '';
    socket.setEncoding('utf8');
    socket.on('data', (data: string) => {
      request += data;
      if (request.length > maxRequest) socket.destroy();
    });
    socket.on('end', () => socket.end(answer(request)));
  });

  // A host may refuse a good credential once; after a second refusal git-lfs would ask without end.
  function isGivenUp(found: CredentialAnswer | undefined): boolean {
    return found !== undefined && (rejections.get(found) ?? 0) > 1;
  }

  function answer(text: string): string {
    const request = parseRequest(text);
    const found = options.answers.find((candidate) => belongsTo(candidate, request));
    if (request.action === 'erase' && found !== undefined) {
      rejections.set(found, (rejections.get(found) ?? 0) + 1);
    }
    if (request.action !== 'get' || isGivenUp(found)) return '';
    // A line feed would let the answer say something else.
    if (found === undefined || /[\n\0]/.test(found.username + found.password)) return '';
    answered += 1;
    return `username=${found.username}\npassword=${found.password}\n`;
  }

  server.listen(path);
  await once(server, 'listening');
  return {
    helper: helperFor(path),
    rejected: () => rejections.size > 0,
    answered: () => answered,
    async close() {
      for (const socket of connections) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await rm(path, { force: true });
    },
  };
}

/** A helper as a line of shell: git calls it with the operation as its argument. */
function helperFor(path: string): string {
  const socket = `'${path.replaceAll("'", "'\\''")}'`;
  const client = `exec git credential-cache --socket=${socket} "$1"`;
  return `!f() { case "$1" in get|erase) ${client};; esac; }; f`;
}

type CredentialRequest = Readonly<Record<string, string | undefined>>;

function parseRequest(text: string): CredentialRequest {
  const request: Record<string, string> = Object.create(null);
  for (const line of text.split('\n')) {
    const separator = line.indexOf('=');
    if (separator > 0) request[line.slice(0, separator)] = line.slice(separator + 1);
  }
  return request;
}

/** Tells whether a credential may be given for what git asks: same scheme, host and port, and below the same path. */
export function belongsTo(
  answer: Pick<CredentialAnswer, 'url' | 'wholeHost'>,
  request: CredentialRequest,
): boolean {
  const { protocol, host, path } = request;
  if (protocol === undefined || host === undefined) return false;
  // Anything beyond a name and a port (a user, a path, a control character) is no host.
  if (!/^[A-Za-z0-9.-]+(:\d+)?$|^\[[0-9A-Fa-f:.]+\](:\d+)?$/.test(host)) return false;
  const asked = `${protocol}://${host}`;
  if (!URL.canParse(asked)) return false;
  const ours = new URL(answer.url);
  if (new URL(asked).origin !== ours.origin || new URL(asked).protocol !== ours.protocol) {
    return false;
  }
  if (answer.wholeHost === true || path === undefined || path === '') return true;
  const prefix = decodeURI(ours.pathname).replace(/^\/|\/$/g, '');
  return prefix === '' || path === prefix || path.startsWith(`${prefix}/`);
}
