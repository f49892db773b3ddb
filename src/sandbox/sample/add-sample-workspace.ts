import type { BitbucketHost } from '../bitbucket/host.ts';
import type { GitTools } from '../git/git-tools.ts';
import { binaryRepository } from './binary-repository.ts';
import { forkRepository } from './fork-repository.ts';
import { importHistory } from './import-history.ts';
import { lfsRepository } from './lfs-repository.ts';
import { manyRefsRepository } from './many-refs-repository.ts';
import { ordinaryRepository } from './ordinary-repository.ts';
import type { SamplePlace, SampleRepository } from './sample-repository.ts';
import { smallRepositories } from './small-repositories.ts';
import { tagsRepository } from './tags-repository.ts';

export interface SampleSurroundings {
  readonly bitbucket: BitbucketHost;
  readonly tools: GitTools;
}

/** Fills a workspace with what a company of some age has: the plain, the large and the awkward. */
export async function addSampleWorkspace(options: SampleSurroundings): Promise<void> {
  const repositories = [
    ordinaryRepository,
    manyRefsRepository,
    lfsRepository,
    tagsRepository,
    binaryRepository,
    ...smallRepositories,
  ];
  const places = [];
  // One after the other, so that they stand in the same order every time.
  for (const sample of repositories) places.push(await addRecord(options, sample));
  await Promise.all(places.map(fill));
  // It grows out of the ordinary one.
  const fork = forkRepository(options.bitbucket.gitDirectory('checkout-web'));
  await fill(await addRecord(options, fork));
}

type SampleInPlace = SamplePlace & { readonly sample: SampleRepository };

async function addRecord(
  { bitbucket, tools }: SampleSurroundings,
  sample: SampleRepository,
): Promise<SampleInPlace> {
  const repository = await bitbucket.addRepository(sample.facts);
  return { sample, tools, repository, directory: bitbucket.gitDirectory(repository.slug) };
}

async function fill(place: SampleInPlace): Promise<void> {
  const { sample, tools, directory } = place;
  if (sample.history !== undefined) await importHistory(tools, directory, sample.history());
  await sample.finish?.(place);
}
