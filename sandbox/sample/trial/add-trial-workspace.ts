import type { BitbucketHost } from '../../bitbucket/host.ts';
import type { GitTools } from '../../git/git-tools.ts';
import { importHistory } from '../history/import-history.ts';
import { trialHistory } from './trial-history.ts';
import { trialFeatures } from './trial-pull-requests.ts';

/** The only repository of the trial's workspace. */
const trialRepository = 'trial';

/** Fills a workspace with one repository that has a pull request for each thing that an importer may lose. */
export async function addTrialWorkspace(
  bitbucket: BitbucketHost,
  options: {
    readonly tools: GitTools;
    readonly description: string;
    readonly hasHistory: boolean;
  },
): Promise<void> {
  const { tools, description, hasHistory } = options;
  const features = trialFeatures.filter(({ isHistory = false }) => hasHistory || !isHistory);
  await bitbucket.addRepository({ slug: trialRepository, name: 'Trial', description });
  const directory = bitbucket.gitDirectory(trialRepository);
  const history = trialHistory(features.map(({ key }) => key));
  const commits = await importHistory(tools, directory, history);
  const place = {
    author: bitbucket.addPerson({ name: 'Migrator Trial Author' }),
    reviewer: bitbucket.addPerson({ name: 'Migrator Trial Reviewer' }),
    commit: (label: string) => commits.get(label) ?? '',
  };
  for (const { title, number, pull } of features) {
    const added = { ...pull(place), title, ...(number !== undefined && { number }) };
    bitbucket.addPullRequest(trialRepository, added);
  }
}

/** Lists the trial's pull requests with their keys; empty for other workspaces. */
export function trialOf(bitbucket: BitbucketHost) {
  const pulls = bitbucket.findRepository(trialRepository)?.pullRequests ?? [];
  const keys = new Map(trialFeatures.map(({ title, key }) => [title, key]));
  return pulls.map(({ number, title }) => ({ number, title, key: keys.get(title) ?? '' }));
}
