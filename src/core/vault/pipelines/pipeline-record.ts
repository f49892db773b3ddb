import { existsSync } from 'node:fs';
import { open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { parseRecords, usingFolder } from '../../discovery/record-file.ts';
import { makeFolder } from '../../kernel/files/make-folder.ts';

const recordSchema = z.object({
  version: z.literal(1),
  /** Part of every name that is created, so that only our own are removed. */
  id: z.string().regex(/^[a-z0-9]{8,32}$/),
  /** Milliseconds since 1970. */
  at: z.number(),
  process: z.object({ pid: z.number(), hostname: z.string() }),
  source: z.object({ host: z.string(), workspace: z.string(), slug: z.string() }),
  branch: z.string().regex(/^migrator\//),
  variables: z.array(z.string().regex(/^MIGRATOR_VAULT_/)),
  vault: z.object({
    address: z.string(),
    namespace: z.string().nullable(),
    policy: z
      .string()
      .regex(/^migrator-pipeline-/)
      .nullable(),
    accessor: z.string().nullable(),
  }),
});

/** All that a temporary pipeline leaves anywhere, recorded before the first of it is created: only names, no token. */
export type PipelineRecord = z.infer<typeof recordSchema>;

export interface PipelineRecords {
  /** Durable when it resolves. */
  save(record: PipelineRecord): Promise<void>;
  remove(record: PipelineRecord): Promise<void>;
  list(): Promise<readonly PipelineRecord[]>;
}

/** One file for each, in the state folder. */
export function pipelineRecords(stateFolder: string): PipelineRecords {
  const folder = join(stateFolder, 'vault', 'pipelines');
  const pathOf = ({ id }: PipelineRecord) => join(folder, `${id}.json`);
  const using = <T>(work: () => Promise<T>) =>
    usingFolder(folder, work, `The saved pipeline runs in ${folder}`);
  return {
    save: (record) =>
      using(async () => {
        makeFolder(folder);
        const path = pathOf(record);
        const text = `${JSON.stringify(record)}\n`;
        await writeFile(`${path}.tmp`, text, { mode: 0o600, flush: true });
        await rename(`${path}.tmp`, path);
        // The new name must be durable as well.
        await using handle = await open(folder, 'r');
        await handle.sync();
      }),
    remove: (record) => using(() => rm(pathOf(record), { force: true })),
    list: () =>
      using(async () => {
        const names = existsSync(folder) ? await readdir(folder) : [];
        const paths = names.filter((one) => one.endsWith('.json')).sort();
        const texts = paths.map((name) => readFile(join(folder, name), 'utf8').catch(() => ''));
        return parseRecords(recordSchema, await Promise.all(texts));
      }),
  };
}
