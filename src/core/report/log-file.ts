import { closeSync, fstatSync, lstatSync, openSync, readSync, statSync } from 'node:fs';
import { destination, pino } from 'pino';
import { MigratorError } from '../kernel/errors.ts';
import { descriptorOf, ofAnother } from '../kernel/files/check-outputs.ts';
import { isTrusted } from '../kernel/files/other-accounts.ts';
import { harmlessJson, snakeCaseKeys } from '../kernel/format/json.ts';
import type { LogLevel, TimedEvent } from '../ports/records/events.ts';
import { withIsoTimes } from './reporter.ts';

export interface LogFile {
  readonly path: string;
  /** @returns once, where it could not be written: what to say to a person. The command goes on without a log */
  write(event: TimedEvent): string | null;
  close(): void;
}

/**
 * Writes every event, one JSON object a line, to a file that only its owner can read. Events come redacted. A log that is
 * there is added to.
 * @param uid of this account; `null` where the system has none
 * @throws `usage` if the file cannot be written, `input-file` if it is there and is no log, or belongs to another account
 */
export function openLogFile(path: string, uid: number | null): LogFile {
  const { descriptor, end } = open(path, uid);
  const output = destination({ fd: descriptor, sync: true });
  let failure: string | null = null;
  output.on('error', ({ code }: { code?: string }) => {
    failure ??= code ?? 'unknown reason';
  });
  const write = (line: string) => output.write(harmlessJson(line));
  const logger = pino({ level: 'trace', base: null }, { write });
  let hasEnded = false;
  if (end === 'cut') output.write('\n');
  return {
    path,
    write(event) {
      if (hasEnded) return null;
      if (failure === null) logger[levelOf(event)](snakeCaseKeys(withIsoTimes(event)));
      if (failure === null) return null;
      hasEnded = true;
      return endOfLog(path, failure);
    },
    close() {
      closeSync(descriptor);
    },
  };
}

function endOfLog(path: string, code: string): string {
  const why = ['ENOSPC', 'EDQUOT'].includes(code)
    ? `No space left on the disk that has the log file ${path}`
    : `Can no longer write to the log file ${path} (${code})`;
  return `${why}: continuing without the log`;
}

function open(path: string, uid: number | null): { descriptor: number; end: ExistingLog } {
  const isOurs = (owner: number) => descriptorOf(path) !== null || isTrusted(owner, uid);
  try {
    const before = [lstatSync, statSync].map((look) => look(path, { throwIfNoEntry: false }));
    if (before.some((found) => found !== undefined && !isOurs(found.uid))) throw ofAnother(path);
    const end = existingLog(path);
    const descriptor = openSync(path, 'a', 0o600);
    // It may have been put there in between.
    if (isOurs(fstatSync(descriptor).uid)) return { descriptor, end };
    closeSync(descriptor);
    throw ofAnother(path);
  } catch (error) {
    if (error instanceof MigratorError) throw error;
    const { code } = error as { code?: string };
    throw new MigratorError(
      'usage',
      `Cannot write to the log file ${path} (${code ?? 'unknown reason'})`,
      { hint: 'Check that its folder exists and is writable.', cause: error },
    );
  }
}

function levelOf(event: TimedEvent): LogLevel {
  if (event.type === 'log') return event.level;
  if (event.type === 'step-progress') return 'trace';
  return event.type === 'repository-warning' ? 'warn' : 'info';
}

/** How the text ends that a new log is added to; `cut` where a disk was full, or a process killed, within a line. */
type ExistingLog = 'none' | 'whole' | 'cut';

const headBytes = 100;
/** As our logger begins each line. */
const lineHead = /^\{"level":\d{2},"time":\d{13},"type":"[a-z-]+"/;
const firstKey = '{"level":';

/**
 * Finds the kind of file at the path of a log. Devices and pipes keep nothing that could be lost.
 * @throws `input-file` where a file is there that is no log of ours; the system's error
 */
function existingLog(path: string): ExistingLog {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined || !found.isFile() || found.size === 0) return 'none';
  const descriptor = openSync(path, 'r');
  try {
    const head = textAt(descriptor, 0, headBytes);
    // The first line itself may have been cut.
    const isLog = lineHead.test(head) || (found.size < headBytes && firstKey.startsWith(head));
    if (!isLog) {
      throw new MigratorError('input-file', `${path} exists and is not a log written by migrator`, {
        hint: 'Choose another file with --log-file: migrator appends only to its own logs.',
      });
    }
    return textAt(descriptor, found.size - 1, 1) === '\n' ? 'whole' : 'cut';
  } finally {
    closeSync(descriptor);
  }
}

function textAt(descriptor: number, position: number, length: number): string {
  const bytes = Buffer.alloc(length);
  return bytes.subarray(0, readSync(descriptor, bytes, 0, length, position)).toString('latin1');
}
