import { type Answer, jsonAnswer } from '../../../network/answer.ts';
import type { GithubRepository } from '../../records.ts';
import { type FieldError, invalidRequest, validationFailed } from '../../rest/answers.ts';
import { type ParameterForm, type Parameters, readParameters } from '../../rest/parameters.ts';
import { jsonContext, type TrackerCall, type TrackerHandler } from '../context.ts';
import { compare } from '../diffs/compare.ts';
import { makeDiscussion } from '../issues/discussion.ts';
import { noteCodeOwners, noteText } from '../notices/note.ts';
import type { GithubPullRequest } from '../records.ts';
import { missingBranch, refusePull, refuseTexts } from '../refusals.ts';
import { fullPullJson } from './pull-json.ts';
import { readBranch, writePullRef } from './refs.ts';

const form: ParameterForm = {
  head: { kind: 'string', required: true },
  base: { kind: 'string', required: true },
  title: { kind: 'string' },
  body: { kind: 'string or null' },
  draft: { kind: 'boolean' },
  maintainer_can_modify: { kind: 'boolean' },
};

interface Branches {
  readonly head: { readonly ref: string; readonly sha: string };
  readonly base: { readonly ref: string; readonly sha: string };
}

/** `POST /repos/{owner}/{repo}/pulls`, between branches of the repository itself. */
export const createPull: TrackerHandler = async (call) => {
  const { repository, host, token } = call;
  const read = await readParameters(call.exchange, form);
  if ('refusal' in read) return read.refusal;
  const { values } = read;
  const texts = refuseTexts({ ...values, title: values.title ?? '' }, host.rules);
  if (texts !== null) return texts;
  if (!host.rules.createsPulls) return refusePull('Pull requests are not available here.');
  const branches = findBranches(call, values);
  if ('status' in branches) return branches;
  if (values.draft === true && !(host.rules.hasDrafts && hasDrafts(repository))) {
    return refusePull('Draft pull requests are not supported in this repository.');
  }
  const ahead = await countCommits(call, branches);
  if (typeof ahead !== 'number') return ahead;
  const double = refuseDouble(repository, branches);
  if (double !== null) return double;
  const { title, body = null } = values;
  const wanted = {
    tracker: repository.tracker,
    title: String(title),
    body: body as string | null,
    author: token.user,
  };
  const pull: GithubPullRequest = {
    kind: 'pull-request',
    ...makeDiscussion(host, wanted),
    draft: values.draft === true,
    merged: false,
    mergedAt: null,
    mergedBy: null,
    mergeCommit: null,
    ...branches,
    requestedReviewers: [],
    reviews: [],
    reviewComments: [],
    threads: [],
    maintainerCanModify: values.maintainer_can_modify === true,
    commitCount: ahead,
    mergeable: null,
    size: null,
  };
  repository.tracker.add(pull);
  writePullRef(repository.directory, pull.number, 'head', pull.head.sha);
  await noteText(call, pull, pull.body);
  if (!pull.draft) await noteCodeOwners(call, pull);
  const json = fullPullJson(pull, jsonContext(call));
  return jsonAnswer(201, json, { location: json.url });
};

/** An account without a paid plan has drafts in public repositories alone. */
export function hasDrafts({ owner, private: isPrivate }: GithubRepository): boolean {
  return !isPrivate || owner.plan !== 'free';
}

function findBranches({ repository, now }: TrackerCall, values: Parameters): Branches | Answer {
  const base = String(values.base);
  const head = branchOf(String(values.head), repository);
  if (head === '') return invalidRequest('The sandbox does not know forks here.');
  const tipOf = (branch: string): string | null => {
    const isHidden = (repository.tracker.hiddenBranches.get(branch) ?? 0) > now();
    return isHidden ? null : readBranch(repository.directory, branch);
  };
  const headTip = tipOf(head);
  const baseTip = tipOf(base);
  if (headTip !== null && baseTip !== null) {
    return { head: { ref: head, sha: headTip }, base: { ref: base, sha: baseTip } };
  }
  const missing = [...(headTip === null ? ['head'] : []), ...(baseTip === null ? ['base'] : [])];
  return missingBranch(missing);
}

/** `owner:branch` or the branch alone; a colon is in no branch's name. Empty: of another owner. */
function branchOf(head: string, { owner }: GithubRepository): string {
  const [name = '', branch] = head.split(':');
  if (branch === undefined) return name;
  return name.toLowerCase() === owner.login.toLowerCase() ? branch : '';
}

async function countCommits(call: TrackerCall, { head, base }: Branches): Promise<number | Answer> {
  const { tools, repository } = call;
  const commits = { base: base.sha, head: head.sha };
  const { ahead, related } = await compare(tools, repository.directory, commits);
  if (ahead === 0) return refusePull(`No commits between ${base.ref} and ${head.ref}`);
  if (!related) {
    return refusePull(`The ${head.ref} branch has no history in common with ${base.ref}`);
  }
  return ahead;
}

/** Asked again after every wait: two requests may come at the same time. */
function refuseDouble({ tracker, owner }: GithubRepository, { head, base }: Branches) {
  const open = tracker.openPullsOfHead(head.ref).some((one) => one.base.ref === base.ref);
  if (!open) return null;
  const error: FieldError = {
    resource: 'PullRequest',
    code: 'custom',
    message: `A pull request already exists for ${owner.login}:${head.ref}.`,
  };
  return validationFailed([error]);
}
