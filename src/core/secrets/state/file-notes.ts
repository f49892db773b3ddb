import { hash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { parseRecords, readLines, usingFolder } from '../../discovery/record-file.ts';
import { makeFolder } from '../../kernel/files/make-folder.ts';
import type { SecretNote, SecretsOf } from '../../ports/state/secret-notes.ts';
import type { KeptNotes } from './journal.ts';
import { lockForWriting } from './write-lock.ts';

const lineSchema = z.object({
  place: z.string(),
  name: z.string(),
  /** `nothing`: what the line before it meant was not written. */
  what: z.enum(['placeholder', 'value', 'nothing']),
  intended_at: z.number(),
  written_at: z.number().nullable().default(null),
});

/**
 * A file in the state folder for each host and owner, with a line for each intent and each answer: a crash leaves at most
 * half a line, which is ignored. It holds only names and times.
 * @param options.folder the state folder
 * @param options.writes secrets are going to be written: nobody else on this machine writes those of this owner until it is closed
 * @throws `state` if the folder cannot be used, or another process writes; `disk-full`
 */
export async function openFileNotes(
  options: SecretsOf & { readonly folder: string; readonly writes: boolean },
): Promise<KeptNotes & { close(): Promise<void> }> {
  const { host, owner } = options;
  const folder = join(options.folder, 'secrets');
  const digest = hash('sha256', `${host}\n${owner.toLowerCase()}`);
  const path = join(folder, `${digest.slice(0, 32)}.ndjson`);
  const using = <T>(work: () => Promise<T>) =>
    usingFolder(folder, work, `The saved secrets in ${folder}`);
  async function lockOwner() {
    makeFolder(folder);
    return lockForWriting(`${path}.lock`, `${owner} on ${host}`);
  }
  const lock = options.writes ? await using(lockOwner) : null;
  const lines = parseRecords(lineSchema, await using(() => readLines(path)));
  let file: FileHandle | null = null;
  return {
    notes: lines.map(toNote),
    append: (note, flushed) =>
      using(async () => {
        if (file === null) {
          makeFolder(folder);
          file = await open(path, 'a', 0o600);
        }
        const { place, name, what, intendedAt, writtenAt } = note;
        const line = { place, name, what, intended_at: intendedAt, written_at: writtenAt };
        // The line break before it ends whatever half line there may be.
        await file.appendFile(`\n${JSON.stringify(line)}\n`);
        if (flushed) await file.datasync();
      }),
    async close() {
      await file?.close();
      file = null;
      lock?.release();
    },
  };
}

function toNote(line: z.infer<typeof lineSchema>): SecretNote {
  const { place, name, what, intended_at: intendedAt, written_at: writtenAt } = line;
  return { place, name, what, intendedAt, writtenAt };
}
