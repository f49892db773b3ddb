import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BitbucketHost } from '../../../sandbox/bitbucket/host.ts';
import type { BitbucketRepository } from '../../../sandbox/bitbucket/records.ts';

/**
 * Hosts a working copy on the source, as `addRepository({ from })` does, by copying its files: the fetch takes eight
 * processes. The copy's refs have to be loose.
 * @param options.without branches that the source does not have any more, although their commits are there
 */
export async function hostCopy(
  bitbucket: BitbucketHost,
  options: { slug: string; from: string; name?: string; without?: readonly string[] },
): Promise<BitbucketRepository> {
  const { slug, name = slug, without = [] } = options;
  const copied = join(options.from, '.git');
  const [, mainBranch = 'main'] =
    /^ref: refs\/heads\/(.*)/.exec(readFileSync(join(copied, 'HEAD'), 'utf8')) ?? [];
  const repository = await bitbucket.addRepository({ slug, name, mainBranch });
  const directory = bitbucket.gitDirectory(slug);
  for (const part of ['objects', 'refs/heads', 'refs/tags'])
    cpSync(join(copied, part), join(directory, part), { recursive: true });
  for (const branch of without) rmSync(join(directory, 'refs/heads', branch));
  return repository;
}
