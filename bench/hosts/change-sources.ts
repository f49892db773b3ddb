import { addComment } from '../../sandbox/bitbucket/changes/comments.ts';
import { pushRefs } from '../../sandbox/bitbucket/changes/push-refs.ts';
import { makeCommit } from '../../sandbox/git/commit-files.ts';
import type { GitTools } from '../../sandbox/git/git-tools.ts';
import { readRef } from '../../sandbox/git/read-ref.ts';
import { placeOnCloud } from '../../sandbox/people/place.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';

const ref = 'refs/heads/main';

/** Does what people do between the last sync and a cut-over. @returns how many pull requests have a new comment */
export async function changeSources(
  { bitbucket }: Sandbox,
  tools: GitTools,
  slugs: readonly string[],
): Promise<number> {
  let comments = 0;
  for (const slug of slugs) {
    const repository = bitbucket.findRepository(slug);
    if (repository === null) throw new Error(`repository ${slug} not found`);
    const scene = { ...placeOnCloud(bitbucket, tools), repository };
    const directory = bitbucket.gitDirectory(slug);
    const deed = { by: bitbucket.user, on: new Date() };
    const from = readRef(directory, ref);
    const commit = { parent: from ?? '', message: 'Change', files: { 'last.txt': 'last\n' } };
    const to = makeCommit(directory, commit);
    const refused = await pushRefs(scene, deed, [{ ref, from, to }]);
    if (refused !== null) throw new Error(refused);
    const pull = repository.pullRequests.findLast(({ state }) => state === 'OPEN');
    if (pull === undefined) continue;
    addComment({ ...scene, pull }, deed, { text: 'One more thing.' });
    comments += 1;
  }
  return comments;
}
