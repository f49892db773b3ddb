import type { Role } from '../accounts/roles.ts';
import { inForce, judgeByRulesets, type RulesetQuestion } from './judge.ts';
import type { PullRequestParameters, StatusCheckParameters } from './records.ts';

/** Describes what a pull request has come to when it is to be merged. */
export interface MergeFacts {
  readonly method: 'merge' | 'squash' | 'rebase';
  /** The newest opinion of each reviewer, of those who may write or not. */
  readonly opinions: readonly Opinion[];
  readonly hasOpenThreads: boolean;
  readonly lastPusherId: number | null;
  /** Teams by whose members a review is asked for a changed file, as CODEOWNERS names them. */
  readonly ownersHaveApproved: boolean;
  readonly changedFiles: readonly string[];
  /** Names of checks that have succeeded on the head. */
  readonly succeeded: readonly string[];
  readonly isBehind: boolean;
}

export interface Opinion {
  readonly userId: number;
  readonly role: Role | null;
  readonly teamIds: readonly number[];
  readonly state: 'APPROVED' | 'CHANGES_REQUESTED';
  /** True if it is about the head as it is now. */
  readonly isCurrent: boolean;
}

/** Returns what stands against a merge by request: rules of the ref, and what pull requests into it must have. */
export function judgeMerge(question: RulesetQuestion, facts: MergeFacts): readonly string[] {
  const rules = inForce(question).flatMap((ruleset) => ruleset.rules);
  const sentences = [
    ...judgeByRulesets(question).map(({ sentence }) => sentence.replace(/^- /, '')),
    ...rules.flatMap((rule) => {
      if (rule.type === 'pull_request') return reviewFaults(rule.parameters, facts);
      if (rule.type === 'required_status_checks') return checkFaults(rule.parameters, facts);
      const isMerge = rule.type === 'required_linear_history' && facts.method === 'merge';
      return isMerge ? ['This branch must not contain merge commits.'] : [];
    }),
  ];
  return [...new Set(sentences)];
}

function reviewFaults(rules: PullRequestParameters, facts: MergeFacts): readonly string[] {
  const writers = facts.opinions.filter(({ role }) => role !== null && !isReader(role));
  const counted = writers.filter(
    ({ isCurrent }) => isCurrent || !rules.dismiss_stale_reviews_on_push,
  );
  const approvals = counted.filter(({ state }) => state === 'APPROVED');
  const needed = rules.required_approving_review_count;
  const faults: string[] = [];
  if (approvals.length < needed) {
    const plural = needed === 1 ? 'review is' : 'reviews are';
    faults.push(`At least ${needed} approving ${plural} required by reviewers with write access.`);
  }
  if (writers.some(({ state }) => state === 'CHANGES_REQUESTED') && needed > 0) {
    faults.push('Changes have been requested.');
  }
  if (rules.require_code_owner_review && !facts.ownersHaveApproved) {
    faults.push('Waiting on code owner review.');
  }
  const others = approvals.filter(({ userId }) => userId !== facts.lastPusherId);
  if (rules.require_last_push_approval && !others.some(({ isCurrent }) => isCurrent)) {
    faults.push('New changes require approval from someone other than the last pusher.');
  }
  if (rules.required_review_thread_resolution && facts.hasOpenThreads) {
    faults.push('A conversation must be resolved before this pull request can be merged.');
  }
  const { allowed_merge_methods: methods } = rules;
  if (methods !== undefined && !methods.includes(facts.method)) {
    faults.push(`Merge method ${facts.method} is not allowed on this branch.`);
  }
  return [...faults, ...reviewerFaults(rules, approvals, facts.changedFiles)];
}

function isReader(role: Role): boolean {
  return role === 'read' || role === 'triage';
}

/** Teams that must approve what touches files of theirs. */
function reviewerFaults(
  { required_reviewers: required = [] }: PullRequestParameters,
  approvals: readonly Opinion[],
  files: readonly string[],
): readonly string[] {
  const lacking = required.filter(
    ({ file_patterns: patterns, minimum_approvals: least, reviewer }) => {
      const isTouched = files.some((file) => patterns.some((pattern) => fitsFile(pattern, file)));
      const own = approvals.filter(({ teamIds }) => teamIds.includes(reviewer.id));
      return isTouched && own.length < least;
    },
  );
  return lacking.length > 0 ? ['Waiting on review from a required team.'] : [];
}

function fitsFile(pattern: string, file: string): boolean {
  if (pattern === '*' || pattern === '**' || pattern === '**/*') return true;
  const expression = pattern
    .split(/(\*\*\/|\*\*|\*)/)
    .map((part) => {
      if (part === '**/') return '(?:.*/)?';
      if (part === '**') return '.*';
      return part === '*' ? '[^/]*' : part.replace(/[.+^${}()|[\]\\?]/g, '\\$&');
    })
    .join('');
  return new RegExp(`^${expression}$`).test(file);
}

function checkFaults(rules: StatusCheckParameters, facts: MergeFacts): readonly string[] {
  const missing = rules.required_status_checks.filter(
    ({ context }) => !facts.succeeded.includes(context),
  );
  const faults = missing.map(({ context }) => `Required status check "${context}" is expected.`);
  const isBehind = rules.strict_required_status_checks_policy && facts.isBehind;
  return isBehind ? [...faults, 'The head branch is not up to date with the base branch.'] : faults;
}
