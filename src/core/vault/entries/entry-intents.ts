import { createHash } from 'node:crypto';
import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../kernel/clock.ts';
import { MigratorError } from '../../kernel/errors.ts';
import { makeFolder } from '../../kernel/files/make-folder.ts';

/**
 * Entries that were about to be made, and may have been made without being described: a run that was killed knows its
 * own by them.
 */
export interface EntryIntents {
  /** Of runs before this one: by the path, when it was about to be made, in milliseconds since 1970. */
  readonly left: ReadonlyMap<string, number>;
  /** Durable when it resolves. */
  begin(paths: readonly string[]): Promise<void>;
  /** Nothing is open any more. */
  clear(): Promise<void>;
}

/** @param place what names the project for good: address, namespace, mount and project */
export async function openEntryIntents(options: {
  /** The state folder. */
  folder: string;
  place: readonly string[];
  clock: Pick<Clock, 'now'>;
}): Promise<EntryIntents> {
  const folder = join(options.folder, 'vault');
  const digest = createHash('sha256').update(options.place.join('\n')).digest('hex');
  const path = join(folder, `entries-${digest.slice(0, 32)}.txt`);
  const text = await readFile(path, 'utf8').catch(() => '');
  return {
    left: new Map(text.split('\n').flatMap(parsed)),
    begin: (paths) =>
      usingFolder(folder, async () => {
        makeFolder(folder);
        const file = await open(path, 'a', 0o600);
        try {
          // Names are percent-encoded: no line break is in them.
          const lines = paths.map((one) => `${options.clock.now()} ${one}`);
          await file.appendFile(`\n${lines.join('\n')}\n`);
          await file.datasync();
        } finally {
          await file.close();
        }
      }),
    clear: () => usingFolder(folder, () => rm(path, { force: true })),
  };
}

function parsed(line: string): readonly (readonly [string, number])[] {
  const [, at, path] = /^(\d{1,15}) (.+)$/.exec(line) ?? [];
  return at === undefined || path === undefined ? [] : [[path, Number(at)]];
}

async function usingFolder(folder: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (cause) {
    const code = (cause as { code?: string }).code ?? 'unknown reason';
    throw new MigratorError('state', `The folder ${folder} cannot be used (${code})`, {
      hint: 'Check that you may write there, or set MIGRATOR_STATE_DIR to another folder.',
      cause,
    });
  }
}
