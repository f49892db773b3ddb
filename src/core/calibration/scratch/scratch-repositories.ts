import { join } from 'node:path';
import * as z from 'zod';
import { makeFolder } from '../../kernel/files/make-folder.ts';
import { replaceFile } from '../../kernel/files/write-result.ts';
import { readJsonFile } from './read-json-file.ts';

const scratchSchema = z.array(
  z.object({
    host: z.string(),
    owner: z.string(),
    name: z.string(),
    /** Of the host, which stays with a repository: unknown until the request that makes it is answered. */
    id: z.string().optional(),
    /** True if an importer makes it, which gives it no description. */
    isImported: z.boolean().optional(),
  }),
);

/** A scratch repository that was made, or was about to be, and is not known to be gone. */
type ScratchRepository = Readonly<z.infer<typeof scratchSchema>[number]>;

/** The list of scratch repositories, in the state folder: a run that was killed leaves its own there. */
export interface ScratchRepositories {
  list(): Promise<readonly ScratchRepository[]>;
  /** Before the request that makes it, and once more with its id. */
  add(one: ScratchRepository): Promise<void>;
  remove(one: ScratchRepository): Promise<void>;
}

export function scratchRepositories(folder: string): ScratchRepositories {
  const path = join(folder, 'scratch-repositories.json');
  const list = async () => (await readJsonFile(path, scratchSchema)) ?? [];
  const isSame = (one: ScratchRepository, other: ScratchRepository) =>
    one.host === other.host && one.owner === other.owner && one.name === other.name;
  const listOthers = async (one: ScratchRepository) =>
    (await list()).filter((other) => !isSame(one, other));
  async function write(all: readonly ScratchRepository[]): Promise<void> {
    makeFolder(folder);
    await replaceFile(path, `${JSON.stringify(all, null, 2)}\n`, { force: true, uid: null });
  }
  return {
    list,
    add: async (one) => write([...(await listOthers(one)), one]),
    remove: async (one) => write(await listOthers(one)),
  };
}
