import { runGit } from '../../../git/git-tools.ts';
import { contains } from '../../../git/shared-commits.ts';
import { type Answer, jsonAnswer } from '../../../network/answer.ts';
import { githubError, invalidRequest } from '../../rest/answers.ts';
import { type Parameters, readParameters } from '../../rest/parameters.ts';
import { questionOf } from '../../rulesets/actor.ts';
import { judgeByRulesets } from '../../rulesets/judge.ts';
import { type TrackerCall, type TrackerHandler, withPull } from '../context.ts';
import type { GithubPullRequest } from '../records.ts';
import { handlePush, type RefUpdate } from './after-push.ts';
import { markMerged } from './mark-merged.ts';
import { violationsOf } from './merge-violations.ts';
import { mergeTrees, writeMerge } from './mergeability.ts';
import { readBranch } from './refs.ts';

const notMergeable = () => githubError(405, 'Pull Request is not mergeable');
const baseModified = () =>
  githubError(405, 'Base branch was modified. Review and try the merge again.');

/** `PUT /pulls/{n}/merge`, by a merge commit. */
export const mergePull: TrackerHandler = withPull(async (call, pull) => {
  const read = await readParameters(call.exchange, {
    commit_title: { kind: 'string' },
    commit_message: { kind: 'string' },
    sha: { kind: 'string' },
    merge_method: { kind: 'string' },
  });
  if ('refusal' in read) return read.refusal;
  const { values } = read;
  if (!call.limiter.countMerge(call.repository.id, call.host.rules.mergesPerMinute)) {
    return call.limiter.refusal();
  }
  const refusal = refuse(call, pull, values);
  if (refusal !== null) return refusal;
  const base = readBranch(call.repository.directory, pull.base.ref);
  const violations = await violationsOf(call, pull, 'merge');
  if (violations.length > 0) {
    return githubError(405, ['Repository rule violations found', ...violations, ''].join('\n\n'));
  }
  const merged = base === null ? null : await mergeInto(call, pull, { base, values });
  if (base === null || merged === null) return notMergeable();
  if (!(await moveBase(call, pull, { base, merged }))) return baseModified();
  pull.base.sha = base;
  markMerged(call, pull, { by: call.token.user, commit: merged });
  const updates = [{ ref: `refs/heads/${pull.base.ref}`, from: base, to: merged }];
  const deleted = await deleteHead(call, pull);
  // Others may have become merged by the same commits, or lose their branch.
  handlePush(call, {
    repository: call.repository,
    pusher: call.token.user,
    updates: [...updates, ...deleted],
  });
  return jsonAnswer(200, {
    sha: merged,
    merged: true,
    message: 'Pull Request successfully merged',
  });
});

function refuse(call: TrackerCall, pull: GithubPullRequest, values: Parameters): Answer | null {
  const { merge_method: method = 'merge', sha } = values;
  const { mergesByRequest } = call.host.rules;
  if (pull.merged || pull.state === 'closed' || !mergesByRequest) return notMergeable();
  if (pull.draft) return githubError(405, 'Pull Request is still a draft');
  if (sha !== undefined && sha !== pull.head.sha) {
    return githubError(409, 'Head branch was modified. Review and try the merge again.');
  }
  if (method !== 'merge') {
    return invalidRequest(`The sandbox does not know merge_method=${String(method)}.`);
  }
  if (call.repository.allowMergeCommit) return null;
  return githubError(405, 'Merge commits are not allowed on this repository.');
}

async function mergeInto(
  call: TrackerCall,
  pull: GithubPullRequest,
  { base, values }: { base: string; values: Parameters },
): Promise<string | null> {
  const head = pull.head.sha;
  const { tools, repository } = call;
  // Nothing is left to merge.
  if (await contains(tools, repository.directory, { commit: base, part: head })) return null;
  const tree = await mergeTrees(call, { base, head });
  if (tree === null) return null;
  const owner = call.repository.owner.login;
  const title =
    values.commit_title ?? `Merge pull request #${pull.number} from ${owner}/${pull.head.ref}`;
  const text = values.commit_message ?? pull.title;
  const message = `${String(title)}\n\n${String(text)}`;
  return writeMerge(call, { tree, base, head, message, author: call.token.user.login });
}

/** `false`: somebody pushed in the meantime. */
async function moveBase(
  { tools, repository }: TrackerCall,
  pull: GithubPullRequest,
  { base, merged }: { base: string; merged: string },
): Promise<boolean> {
  try {
    const ref = `refs/heads/${pull.base.ref}`;
    await runGit(tools, repository.directory, ['update-ref', ref, merged, base]);
    return true;
  } catch {
    return false;
  }
}

/** Where the repository is set so, the branch goes with its pull request. */
async function deleteHead(
  { tools, repository, token }: TrackerCall,
  { head }: GithubPullRequest,
): Promise<readonly RefUpdate[]> {
  if (!repository.deleteBranchOnMerge) return [];
  const ref = `refs/heads/${head.ref}`;
  const question = questionOf(repository, token.user, { kind: 'delete', ref });
  if (judgeByRulesets(question).length > 0) return [];
  await runGit(tools, repository.directory, ['update-ref', '-d', ref, head.sha]);
  return [{ ref, from: head.sha, to: null }];
}
