import type { PassThrough } from 'node:stream';
import type { WrittenRef } from '../../ports/records/write.ts';
import { ProtocolError } from '../protocol/packets.ts';
import type { SmartHttp } from '../protocol/smart-http.ts';
import type { RefToPush } from '../push/push-batches.ts';
import { recordPush } from './record-push.ts';
import { readReport } from './report-status.ts';
import { emptyPack, receiveCommands } from './requests.ts';
import { watchSilence } from './silence.ts';
import { writeBuffer, writeTo } from './write-to.ts';

/**
 * A push that lacks the end of its pack, its checksum at least. Until they come the target holds it in quarantine (git-receive-pack): a
 * connection that ends leaves nothing there.
 */
export interface OpenPush {
  /** Why the target takes no more; `null` while it does. */
  readonly failure: Error | null;
  /** Sends a piece of the pack on, and waits until there is room for the next; nothing after a failure. */
  write(chunk: Uint8Array): Promise<void>;
  /**
   * Lets the target have the rest.
   * @returns the refs that it has taken
   * @throws ProtocolError, or what undici throws: then what the target has is unknown
   */
  finish(): Promise<ReadonlySet<string>>;
  /** Ends the connection; without effect after finish(). */
  drop(reason: string): void;
}

export interface BeginPush {
  readonly http: SmartHttp;
  /** The first of them first. */
  readonly batches: readonly (readonly RefToPush[])[];
  readonly offered: ReadonlySet<string>;
  /** The target takes no larger pack. */
  readonly maxBytes: number;
  /** How long the target may take nothing, or say nothing at the end, in milliseconds. */
  readonly patience: number;
  /** Waits until the next of the batches may go. */
  readonly mayGo: () => Promise<void>;
}

/** A pack ends with the SHA-1 of the rest: without it, it is not complete. */
const trailerBytes = 20;

const noAnswer = 'GitHub did not respond';

function newRefs(batch: readonly RefToPush[]): readonly WrittenRef[] {
  return batch.map(({ ref, oid }) => ({ ref, from: null, to: oid }));
}

/** Begins a push that creates refs. The first batch goes with the pack, the others find its objects there. */
export function beginPush(options: BeginPush): OpenPush {
  const { http, batches, offered, maxBytes, patience, mayGo } = options;
  const [first = [], ...others] = batches;
  const body = writeBuffer();
  body.write(receiveCommands(first, offered));
  let failure: Error | null = null;
  let isFinished = false;
  let bytes = 0;
  const unsent: Uint8Array[] = [];
  let unsentBytes = 0;
  const connection = new AbortController();
  // A target that checks a large pack says all the while that it is there.
  const silence = watchSilence(patience, () => fail(new ProtocolError(noAnswer)));
  function post(content: PassThrough | Buffer, batch: readonly RefToPush[]) {
    const send = async () => {
      const answer = await http.post('git-receive-pack', content, connection.signal);
      return readReport(silence.heard(answer), new Set(batch.map(({ ref }) => ref)));
    };
    return recordPush(http, newRefs(batch), send, () => !isFinished);
  }
  const report = post(body, first);
  report.then(
    () => isFinished || fail(new ProtocolError('GitHub responded before the pack was complete')),
    fail,
  );

  function fail(error: Error): void {
    failure ??= error;
    body.destroy();
    connection.abort(error);
  }
  async function taken(answer: ReturnType<typeof post>): Promise<ReadonlySet<string>> {
    return silence.during(answer).catch((error: unknown) => {
      throw failure ?? error;
    });
  }
  return {
    get failure() {
      return failure;
    },
    async write(chunk) {
      bytes += chunk.length;
      if (bytes > maxBytes) fail(new ProtocolError('The pack is too large for one push'));
      if (failure !== null) return;
      unsent.push(chunk);
      unsentBytes += chunk.length;
      // Whole chunks, so that nothing is copied.
      for (let first = unsent[0]; first !== undefined; first = unsent[0]) {
        if (unsentBytes - first.length < trailerBytes) return;
        unsent.shift();
        unsentBytes -= first.length;
        if (!(await writeTo(body, first, patience)))
          return fail(new ProtocolError('GitHub stopped reading'));
      }
    },
    async finish() {
      if (failure !== null) throw failure;
      isFinished = true;
      body.end(Buffer.concat(unsent));
      const names = [...(await taken(report))];
      for (const batch of others) {
        await mayGo();
        const request = Buffer.concat([Buffer.from(receiveCommands(batch, offered)), emptyPack()]);
        names.push(...(await taken(post(request, batch))));
      }
      return new Set(names);
    },
    drop(reason) {
      if (!isFinished) fail(new ProtocolError(reason));
    },
  };
}
