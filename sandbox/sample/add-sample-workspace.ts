import type { BitbucketHost } from '../bitbucket/host.ts';
import type { GitTools } from '../git/git-tools.ts';
import { type Company, createCompany } from './company.ts';
import type { HistoryStore } from './history/history-store.ts';
import { importHistory } from './history/import-history.ts';
import { addSampleVariables } from './pipeline-variables.ts';
import { binaryRepository } from './repositories/binary-repository.ts';
import { forkRepository } from './repositories/fork-repository.ts';
import { lfsRepository } from './repositories/lfs-repository.ts';
import { manyRefsRepository } from './repositories/many-refs-repository.ts';
import { ordinaryRepository } from './repositories/ordinary-repository.ts';
import { smallRepositories } from './repositories/small-repositories.ts';
import { tagsRepository } from './repositories/tags-repository.ts';
import type { SamplePlace, SampleRepository } from './sample-repository.ts';
import { addCloudSettings } from './settings/cloud-settings.ts';

export interface SampleEnvironment {
  readonly bitbucket: BitbucketHost;
  readonly tools: GitTools;
  /** False: its pictures are ordinary files. */
  readonly hasLfs: boolean;
  readonly histories: HistoryStore;
}

/** Fills a workspace with what a company of some age has: the plain, the large and the awkward. */
export async function addSampleWorkspace(options: SampleEnvironment): Promise<void> {
  const repositories = [
    ordinaryRepository,
    manyRefsRepository,
    lfsRepository({ hasLfs: options.hasLfs }),
    tagsRepository,
    binaryRepository,
    ...smallRepositories,
  ];
  const places = [];
  // One after the other, so that they stand in the same order every time.
  for (const sample of repositories) places.push(await addRecord(options, sample));
  const filled = await Promise.all(places.map((place) => fill(options, place)));
  // It grows out of the ordinary one.
  const fork = forkRepository(options.bitbucket.gitDirectory('checkout-web'));
  filled.push(await fill(options, await addRecord(options, fork)));
  const company = createCompany(options.bitbucket);
  for (const place of filled) addPullRequests(options.bitbucket, company, place);
  addSampleVariables(options.bitbucket);
  addCloudSettings(options.bitbucket, company);
}

type SampleInPlace = SamplePlace & { readonly sample: SampleRepository };
type SampleFilled = SampleInPlace & { readonly commits: ReadonlyMap<string, string> };

async function addRecord(
  { bitbucket, tools }: Pick<SampleEnvironment, 'bitbucket' | 'tools'>,
  sample: SampleRepository,
): Promise<SampleInPlace> {
  const repository = await bitbucket.addRepository(sample.facts);
  return { sample, tools, repository, directory: bitbucket.gitDirectory(repository.slug) };
}

async function fill(
  { hasLfs, histories }: Pick<SampleEnvironment, 'hasLfs' | 'histories'>,
  place: SampleInPlace,
): Promise<SampleFilled> {
  const { sample, tools, directory } = place;
  const { history } = sample;
  const name = `${sample.facts.slug}${hasLfs ? '' : '-without-lfs'}`;
  const commits =
    history === undefined
      ? new Map<string, string>()
      : await histories({
          ...{ name, directory },
          fill: () => importHistory(tools, directory, history()),
        });
  await sample.finish?.(place);
  return { ...place, commits };
}

function addPullRequests(
  bitbucket: BitbucketHost,
  company: Company,
  { sample, commits }: SampleFilled,
): void {
  const { slug } = sample.facts;
  const commit = (label: string): string => {
    const hash = commits.get(label);
    if (hash === undefined) throw new Error(`No commit of ${slug} has the label ${label}`);
    return hash;
  };
  for (const added of sample.pullRequests?.({ company, commit }) ?? []) {
    bitbucket.addPullRequest(slug, added);
  }
}
