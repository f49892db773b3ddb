import { open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { MigratorError } from '../../kernel/errors.ts';
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

/**
 * All that a temporary pipeline leaves anywhere, recorded before the first of it is created: only names, no token.
 */
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
  return {
    save: (record) =>
      using(folder, async () => {
        makeFolder(folder);
        const path = pathOf(record);
        const file = await open(`${path}.tmp`, 'w', 0o600);
        try {
          await file.writeFile(`${JSON.stringify(record)}\n`);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(`${path}.tmp`, path);
        await syncFolder(folder);
      }),
    remove: (record) => using(folder, () => rm(pathOf(record), { force: true })),
    list: () =>
      using(folder, async () => {
        const names = await readdir(folder).catch(unlessMissing);
        const records: PipelineRecord[] = [];
        for (const name of names.filter((one) => one.endsWith('.json')).sort()) {
          const text = await readFile(join(folder, name), 'utf8').catch(() => '');
          const parsed = parse(text);
          if (parsed !== null) records.push(parsed);
        }
        return records;
      }),
  };
}

/** The new name must be durable as well. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function unlessMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}

function parse(text: string): PipelineRecord | null {
  try {
    return recordSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

async function using<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const code = (cause as { code?: string }).code ?? 'unknown reason';
    throw new MigratorError('state', `Cannot use the pipeline records in ${folder} (${code})`, {
      hint: 'Check that you can read and write there, or point MIGRATOR_STATE_DIR to another folder.',
      retry: 'fatal',
      cause,
    });
  }
}
