import { createBareRepository } from '../../git/bare-repository.ts';
import type { GithubRepository } from '../records.ts';
import { makeRepository, type NewGithubRepository } from './make-repository.ts';

export interface RepositoryBook {
  readonly repositories: readonly GithubRepository[];
  /** @param fullName `owner/name`, in any letter case; the old names of renamed ones are not found */
  findRepository(fullName: string): GithubRepository | null;
  findRepositoryById(id: number): GithubRepository | null;
  /** The repository that once had this name, if nobody has taken it since. */
  findRenamed(fullName: string): GithubRepository | null;
  /** @throws Error if the name is taken */
  createRepository(options: NewGithubRepository): GithubRepository;
  /** @throws Error if the new name is taken */
  renameRepository(fullName: string, name: string): void;
  /** Its files stay until the sandbox ends: a push may be on its way. */
  deleteRepository(fullName: string): Promise<void>;
  /** @throws Error if there is no such repository */
  gitDirectory(fullName: string): string;
}

/** All repositories, and the names that renamed ones had. */
export function createRepositoryBook(options: {
  folder: string;
  now: () => number;
}): RepositoryBook {
  const repositories: GithubRepository[] = [];
  const redirects = new Map<string, number>();
  let nextRepository = 700_000_001;
  const find = (fullName: string) =>
    repositories.find((one) => keyOf(fullNameOf(one)) === keyOf(fullName)) ?? null;
  const findById = (id: number) => repositories.find((one) => one.id === id) ?? null;
  return {
    repositories,
    findRepository: find,
    findRepositoryById: findById,
    findRenamed(fullName) {
      const id = redirects.get(keyOf(fullName));
      return id === undefined ? null : findById(id);
    },
    createRepository(wanted) {
      const id = nextRepository;
      nextRepository += 1;
      const record = makeRepository(wanted, { id, folder: options.folder, now: options.now });
      const key = keyOf(fullNameOf(record));
      if (find(key) !== null) throw new Error(`${key} exists already`);
      createBareRepository(record.directory);
      redirects.delete(key);
      repositories.push(record);
      return record;
    },
    renameRepository(fullName, name) {
      const record = must(find(fullName), fullName);
      const wanted = `${record.owner.login}/${name}`;
      const other = find(wanted);
      if (other !== null && other !== record) throw new Error(`${wanted} exists already`);
      const before = keyOf(fullNameOf(record));
      record.name = name;
      redirects.delete(keyOf(wanted));
      if (before !== keyOf(wanted)) redirects.set(before, record.id);
    },
    async deleteRepository(fullName) {
      const record = must(find(fullName), fullName);
      repositories.splice(repositories.indexOf(record), 1);
    },
    gitDirectory: (fullName) => must(find(fullName), fullName).directory,
  };
}

export function fullNameOf(repository: GithubRepository): string {
  return `${repository.owner.login}/${repository.name}`;
}

function keyOf(name: string): string {
  return name.toLowerCase();
}

/** @throws Error if there is none */
export function must(found: GithubRepository | null, fullName: string): GithubRepository {
  if (found === null) throw new Error(`No such GitHub repository: ${fullName}`);
  return found;
}
