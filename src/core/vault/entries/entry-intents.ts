import { hash } from 'node:crypto';
import { appendFile, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { usingFolder } from '../../discovery/record-file.ts';
import type { Clock } from '../../kernel/clock.ts';
import { makeFolder } from '../../kernel/files/make-folder.ts';

/**
 * Entries that a run was about to create, and may have created without their metadata: after a kill the next run
 * recognises them.
 */
export interface EntryIntents {
  /** Of earlier runs: by the path, the time of the intent in milliseconds since 1970. */
  readonly unfinished: ReadonlyMap<string, number>;
  /** Durable when it resolves. */
  begin(paths: readonly string[]): Promise<void>;
  /** All intents are done. */
  clear(): Promise<void>;
}

/** @param place the project's permanent name: address, namespace, mount and project */
export async function openEntryIntents(options: {
  /** The state folder. */
  folder: string;
  place: readonly string[];
  clock: Pick<Clock, 'now'>;
}): Promise<EntryIntents> {
  const folder = join(options.folder, 'vault');
  const digest = hash('sha256', options.place.join('\n'));
  const path = join(folder, `entries-${digest.slice(0, 32)}.txt`);
  const text = await readFile(path, 'utf8').catch(() => '');
  const using = (work: () => Promise<void>) =>
    usingFolder(folder, work, `The saved vault entries in ${folder}`);
  return {
    unfinished: new Map(text.split('\n').flatMap(parsed)),
    begin: (paths) =>
      using(async () => {
        makeFolder(folder);
        // Names are percent-encoded: no line break is in them.
        const lines = paths.map((one) => `${options.clock.now()} ${one}`);
        await appendFile(path, `\n${lines.join('\n')}\n`, { mode: 0o600, flush: true });
      }),
    clear: () => using(() => rm(path, { force: true })),
  };
}

function parsed(line: string): readonly (readonly [string, number])[] {
  const [, at, path] = /^(\d{1,15}) (.+)$/.exec(line) ?? [];
  return at === undefined || path === undefined ? [] : [[path, Number(at)]];
}
