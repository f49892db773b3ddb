import { join } from 'node:path';
import * as z from 'zod';
import { makeFolder } from '../../kernel/files/make-folder.ts';
import { replaceFile } from '../../kernel/files/write-result.ts';
import { readJsonFile } from './read-json-file.ts';

const leftSchema = z.array(
  z.object({
    host: z.string(),
    owner: z.string(),
    name: z.string(),
    /** Of the host, which stays with a repository: unknown until the request that makes it is answered. */
    id: z.string().optional(),
  }),
);

/** A scratch repository that was made, or was about to be, and is not known to be gone. */
type LeftRepository = Readonly<z.infer<typeof leftSchema>[number]>;

/** The list of scratch repositories, in the state folder: a run that was killed leaves its own there. */
export interface LeftRepositories {
  list(): Promise<readonly LeftRepository[]>;
  /** Before the request that makes it, and once more with its id. */
  add(one: LeftRepository): Promise<void>;
  remove(one: LeftRepository): Promise<void>;
}

export function leftRepositories(folder: string): LeftRepositories {
  const path = join(folder, 'scratch-repositories.json');
  const list = async () => (await readJsonFile(path, leftSchema)) ?? [];
  const isSame = (one: LeftRepository, other: LeftRepository) =>
    one.host === other.host && one.owner === other.owner && one.name === other.name;
  const listOthers = async (one: LeftRepository) =>
    (await list()).filter((other) => !isSame(one, other));
  async function write(all: readonly LeftRepository[]): Promise<void> {
    makeFolder(folder);
    await replaceFile(path, `${JSON.stringify(all, null, 2)}\n`, { force: true, uid: null });
  }
  return {
    list,
    add: async (one) => write([...(await listOthers(one)), one]),
    remove: async (one) => write(await listOthers(one)),
  };
}
