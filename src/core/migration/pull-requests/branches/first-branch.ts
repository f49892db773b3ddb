import { makeCommits } from '../../../git/objects/create-commits.ts';
import { intendKept, recordKept, updateRefs } from '../open/push-openings.ts';
import type { PullRequestContext } from '../pull-request-context.ts';

/**
 * A target without branches makes the first one that it is given its default branch, and lets nobody delete that. So a
 * repository whose branches are all gone is given one that stays before the temporary ones come.
 */
export async function pushFirstBranch(context: PullRequestContext): Promise<void> {
  const { git, directory, signal, readRefs, sourceRepository } = context.repository;
  const refs = [...(await readRefs()).keys()];
  if (refs.some((ref) => ref.startsWith('refs/heads/'))) return;
  const text = 'The source has no branch any more. This one holds the place of a default branch.\n';
  const [commit] = await makeCommits({
    git,
    directory,
    commits: [
      {
        parents: [],
        tree: { files: [{ path: 'pull-requests.txt', content: text }] },
        message: 'Stand in for the branches that are gone\n',
        date: Date.parse(sourceRepository.createdAt ?? '2000-01-01T00:00:00Z'),
      },
    ],
    signal,
  });
  if (commit === undefined) throw new TypeError('the commit is missing');
  const branch = context.branches.first;
  await intendKept(context, [{ branch }]);
  await updateRefs(context, [{ ref: `refs/heads/${branch}`, to: commit, expected: null }]);
  await recordKept(context, [{ branch, commit }]);
}
