import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { MigratorError } from '../kernel/errors.ts';

/** How the text ends that a new log is added to; `cut` where a disk was full, or a process killed, within a line. */
export type ExistingLog = 'none' | 'whole' | 'cut';

const headBytes = 100;
/** As our logger begins each line. */
const lineHead = /^\{"level":\d{2},"time":\d{13},"type":"[a-z-]+"/;
const firstKey = '{"level":';

/**
 * What is at the path of a log. Devices and pipes keep nothing that could be lost.
 * @throws `input-file` where a file is there that is no log of ours; the system's error
 */
export function existingLog(path: string): ExistingLog {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined || !found.isFile() || found.size === 0) return 'none';
  const descriptor = openSync(path, 'r');
  try {
    const head = textAt(descriptor, 0, headBytes);
    // The first line itself may have been cut.
    const isLog = lineHead.test(head) || (found.size < headBytes && firstKey.startsWith(head));
    if (!isLog) throw noLog(path);
    return textAt(descriptor, found.size - 1, 1) === '\n' ? 'whole' : 'cut';
  } finally {
    closeSync(descriptor);
  }
}

function textAt(descriptor: number, position: number, length: number): string {
  const bytes = Buffer.alloc(length);
  return bytes.subarray(0, readSync(descriptor, bytes, 0, length, position)).toString('latin1');
}

function noLog(path: string): MigratorError {
  return new MigratorError('input-file', `${path} is there already, and is no log of migrator`, {
    hint: 'Name another file with --log-file: a log is added only to a log.',
  });
}
