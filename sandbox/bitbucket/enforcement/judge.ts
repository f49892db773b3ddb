import type { RefAction, RefRefusal } from '../../git/ref-rules.ts';
import type { BitbucketPerson } from '../accounts/people.ts';
import { isOfType } from '../settings/branching-model.ts';
import type { BranchingModel, BranchRestriction } from '../settings/records.ts';
import { fitsGlob } from './glob.ts';
import { type MergeFacts, mergeFaults } from './merge-checks.ts';

export interface CloudQuestion {
  readonly restrictions: readonly BranchRestriction[];
  readonly model: BranchingModel;
  readonly mainBranch: string;
  readonly starCrossesSlashes: boolean;
  readonly permission: 'read' | 'write' | 'admin' | null;
  readonly person: BitbucketPerson | null;
}

/**
 * Returns what stands against an action by branch restrictions. All that fit a branch hold: where two are for it, an
 * exception from one is none from the other. Tags have none. Administrators are no exception by themselves.
 * @param facts of the pull request that is merged
 */
export function judgeByRestrictions(
  question: CloudQuestion,
  action: RefAction,
  facts: MergeFacts | null = null,
): readonly RefRefusal[] {
  const { permission, restrictions } = question;
  const always = (sentence: string): RefRefusal => ({ when: 'always', sentence });
  if (permission === null || permission === 'read') {
    return [always('You do not have write access to this repository.')];
  }
  const [, branch] = /^refs\/heads\/(.+)$/.exec(action.ref) ?? [];
  if (branch === undefined) return [];
  const own = restrictions.filter((one) => fits(one, branch, question));
  const stopped = own.flatMap((one) => refusalsOf(one, { branch, action, question }));
  const unmet = action.kind === 'merge' && facts !== null ? mergeFaults(own, facts) : [];
  return [...stopped, ...unmet.map(always)];
}

function fits({ match }: BranchRestriction, branch: string, question: CloudQuestion): boolean {
  return 'pattern' in match
    ? fitsGlob(match.pattern, branch, question)
    : isOfType(question, branch, match.branchType);
}

function refusalsOf(
  restriction: BranchRestriction,
  { branch, action, question }: { branch: string; action: RefAction; question: CloudQuestion },
): readonly RefRefusal[] {
  const { kind } = action;
  const denied = `Permission denied to update branch ${branch}.`;
  switch (restriction.kind) {
    case 'push':
      return (kind === 'create' || kind === 'update') && !isListed(restriction, question.person)
        ? [{ when: 'always', sentence: denied }]
        : [];
    case 'restrict_merges':
      return kind === 'merge' && !isListed(restriction, question.person)
        ? [{ when: 'always', sentence: `You are not allowed to merge into ${branch}.` }]
        : [];
    case 'force':
      return kind === 'update'
        ? [{ when: 'rewrites', sentence: `Permission denied to rewrite branch ${branch}.` }]
        : [];
    case 'delete':
      return kind === 'delete'
        ? [{ when: 'always', sentence: `Permission denied to delete branch ${branch}.` }]
        : [];
    default:
      return [];
  }
}

function isListed({ users, groups }: BranchRestriction, person: BitbucketPerson | null): boolean {
  if (person === null) return false;
  return users.includes(person) || groups.some(({ members }) => members.includes(person));
}
