import { readDiff } from '../../../git/diff/read-diff.ts';
import type { Answer } from '../../../network/answer.ts';
import { html } from '../../../pages/html.ts';
import type { GithubPullRequest } from '../../tracker/records.ts';
import { changedFiles } from '../changed-files.ts';
import { repositoryFrame } from '../frame.ts';
import type { RepositoryPlace } from '../place.ts';
import { pullHead, pullTitle } from './pull-page.ts';

/** The changes of a pull request, from the repository itself. */
export async function filesPage(place: RepositoryPlace, pull: GithubPullRequest): Promise<Answer> {
  const { tools, repository } = place;
  const range = { base: pull.base.sha, head: pull.head.sha };
  const files = await readDiff(tools, repository.directory, range);
  const shown =
    files === null
      ? html`<p class="warning">The commits of this pull request are not in the repository.</p>`
      : changedFiles([...files.values()]);
  const content = html`${pullHead(place, pull, 'files')}${shown}`;
  return repositoryFrame(place, { title: pullTitle(pull), tab: 'pulls', content });
}
