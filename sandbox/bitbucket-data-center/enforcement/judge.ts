import type { BitbucketPerson } from '../../bitbucket/accounts/people.ts';
import type { RefAction, RefRefusal } from '../../git/ref-rules.ts';
import type {
  DataCenterPermission,
  MergeChecks,
  RefRestriction,
  RequiredBuild,
  RestrictionType,
} from '../settings/records.ts';
import { matches, type RefPlace } from './matchers.ts';

export interface DataCenterQuestion extends RefPlace {
  /** Of the repository and of its project. */
  readonly restrictions: readonly RefRestriction[];
  readonly checks: MergeChecks;
  readonly permission: DataCenterPermission | null;
  readonly person: BitbucketPerson | null;
  /** Names of the groups that the person is in. */
  readonly groups: readonly string[];
}

/** Describes what a pull request has come to. */
export interface MergeFacts {
  readonly approvals: number;
  readonly hasUnapproved: boolean;
  readonly hasChangesRequested: boolean;
  readonly openTasks: number;
  /** Keys of builds that have succeeded on the newest commit. */
  readonly succeeded: readonly string[];
  readonly failedBuilds: number;
  readonly requiredBuilds: readonly RequiredBuild[];
}

const always = (sentence: string): RefRefusal => ({ when: 'always', sentence });

/**
 * Lists what stands against an action by restrictions and by the product's own hooks. Of all restrictions that match and prevent it,
 * an exception from a single one lets somebody through; administrators are no exception by themselves.
 * @param facts of the pull request that is merged
 */
export function judgeByRestrictions(
  question: DataCenterQuestion,
  action: RefAction,
  facts: MergeFacts | null = null,
): readonly RefRefusal[] {
  const { permission, restrictions, checks } = question;
  if (permission === null || permission === 'READ') {
    return [always('You are not permitted to write to this repository.')];
  }
  const preventing = restrictions.filter(
    ({ matcher, type }) =>
      matches(matcher, action.ref, question) && refusalOf(type, action).length > 0,
  );
  const isExcepted = preventing.some((one) => isException(one, question));
  const stopped = isExcepted ? [] : preventing.flatMap(({ type }) => refusalOf(type, action));
  const unmet =
    action.kind === 'merge' && facts !== null ? mergeFaults(question, action.ref, facts) : [];
  const hook: readonly RefRefusal[] =
    checks.noForcePush && action.kind === 'update'
      ? [{ when: 'rewrites', sentence: 'Force push is not allowed in this repository.' }]
      : [];
  return [...stopped, ...hook, ...unmet.map(always)];
}

function isException(
  { users, groups }: RefRestriction,
  { person, groups: own }: DataCenterQuestion,
) {
  return (person !== null && users.includes(person)) || groups.some((name) => own.includes(name));
}

function refusalOf(type: RestrictionType, { kind, ref }: RefAction): readonly RefRefusal[] {
  const branch = ref.replace(/^refs\/(heads|tags)\//, '');
  switch (type) {
    case 'read-only':
      return [always(`Branch ${ref} is read-only and cannot be changed.`)];
    case 'no-deletes':
      return kind === 'delete' ? [always(`Branch ${ref} cannot be deleted.`)] : [];
    case 'no-creates':
      return kind === 'create' ? [always(`Branch ${ref} cannot be created.`)] : [];
    case 'fast-forward-only':
      return kind === 'update'
        ? [{ when: 'rewrites', sentence: `The history of branch ${ref} cannot be rewritten.` }]
        : [];
    case 'pull-request-only':
      return kind === 'update'
        ? [always(`Branch ${branch} can only be modified through pull requests.`)]
        : [];
  }
}

/** Merge checks have no exceptions. */
function mergeFaults(
  question: DataCenterQuestion,
  ref: string,
  facts: MergeFacts,
): readonly string[] {
  const { checks } = question;
  const faults: string[] = [];
  if (facts.approvals < (checks.requiredApprovers ?? 0)) {
    faults.push(`${checks.requiredApprovers} approvals are required.`);
  }
  if (checks.allApprovers && facts.hasUnapproved) faults.push('All reviewers must approve.');
  if (checks.noChangesRequested && facts.hasChangesRequested) faults.push('Changes are requested.');
  if (checks.allTasksComplete && facts.openTasks > 0) faults.push('All tasks must be resolved.');
  const builds = checks.requiredSuccessfulBuilds;
  if (builds !== null && (facts.succeeded.length < builds || facts.failedBuilds > 0)) {
    faults.push(`${builds} successful builds are required.`);
  }
  const lacking = facts.requiredBuilds.filter(
    ({ branches, exempt, buildKeys }) =>
      matches(branches, ref, question) &&
      !(exempt !== null && matches(exempt, ref, question)) &&
      !buildKeys.every((key) => facts.succeeded.includes(key)),
  );
  return lacking.length > 0 ? [...faults, 'Required builds have not succeeded.'] : faults;
}
