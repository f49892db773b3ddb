import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { fileURLToPath } from 'node:url';
import type { Ended } from '../program/run-program.ts';
import { listen } from './git-server.ts';

const privateKey = new URL('./tls/loopback-key.pem', import.meta.url);

/** A host on loopback whose certificate nobody trusts who does not name its authority. */
export interface DistrustedHost extends AsyncDisposable {
  readonly url: string;
  /** Its name and port, as messages name it. */
  readonly name: string;
  /** The methods of the requests that came through. */
  readonly received: readonly string[];
  /** The file with the certificate that makes it trusted. */
  readonly caFile: string;
}

/** Answers everything with nothing. */
export async function openDistrustedHost(): Promise<DistrustedHost> {
  const caFile = fileURLToPath(new URL('./tls/loopback.pem', import.meta.url));
  const received: string[] = [];
  const server = createServer(
    { cert: readFileSync(caFile), key: readFileSync(privateKey) },
    (request, response) => {
      received.push(request.method ?? '');
      request.resume();
      response.end();
    },
  );
  const name = `localhost:${await listen(server)}`;
  return {
    url: `https://${name}`,
    name,
    received,
    caFile,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/**
 * Runs a command that sends telemetry to such a host until it says so. Where the machine is too busy for a handshake in the
 * quarter of a second that the end of a command waits for it, nothing is said, and nothing more is promised.
 */
export async function untilSaid(run: () => Promise<Ended>): Promise<Ended> {
  for (let tries = 1; tries <= 40; tries += 1) {
    const ended = await run();
    if (ended.stderr.includes('SSLError')) return ended;
  }
  throw new Error('it was never said');
}
