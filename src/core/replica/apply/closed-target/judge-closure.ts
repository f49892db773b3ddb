import { count } from '../../../kernel/format/format.ts';
import type { TargetOwner } from '../../../ports/records/account.ts';
import type { TargetDoors, TargetWriter } from '../../../ports/target-closure.ts';

/** Describes what was found out about a target that should be closed. */
export interface ClosureFacts {
  /** `owner/name` */
  readonly fullName: string;
  readonly doors: TargetDoors;
  /** Everybody who can write, our own account among them; `null`: not asked. */
  readonly writers: readonly TargetWriter[] | null;
  readonly owner: TargetOwner;
  /** Logins of the organization's owners, our own account among them. */
  readonly owners: readonly string[];
  /** Our own; `null` for an app, which is in neither list. */
  readonly login: string | null;
}

/** One way in which a target is open. */
export interface OpenReason {
  readonly kind:
    | 'archived'
    | 'visibility'
    | 'issues'
    | 'pull-requests'
    | 'no-policy'
    | 'writers'
    | 'owners'
    | 'base-permission';
  /** False where GitHub offers no way to close it: then people have to be asked. */
  readonly canBeClosed: boolean;
  /** A sentence without a full stop. Hostile where it names people. */
  readonly message: string;
  readonly remedy: string;
}

/** How open a target is, the gravest first: who sees it, who can take numbers, who can push. Pure. */
export function judgeClosure(facts: ClosureFacts): readonly OpenReason[] {
  const { doors, fullName } = facts;
  return [
    ...(doors.archived ? [archived(fullName)] : []),
    ...(doors.visibility === 'private' ? [] : [seen(facts)]),
    ...(doors.hasIssues ? [issuesOn(fullName)] : []),
    ...pullRequestsOpen(facts),
    ...writersOf(facts),
    ...judgeOrganization(facts),
  ];
}

/** Who can change every repository of an organization: nothing closes one to them. Pure. */
export function judgeOrganization(
  facts: Pick<ClosureFacts, 'owner' | 'owners' | 'login'>,
): readonly OpenReason[] {
  return [...basePermissionOf(facts.owner), ...ownersOf(facts)];
}

/** Tells whether nothing is open that could be closed. Pure. */
export function isClosed(reasons: readonly OpenReason[]): boolean {
  return !reasons.some(({ canBeClosed }) => canBeClosed);
}

function archived(fullName: string): OpenReason {
  return {
    kind: 'archived',
    canBeClosed: true,
    message: `${fullName} is archived: nothing can be synced to it`,
    remedy: `Unarchive it: Settings > Danger Zone of ${fullName}.`,
  };
}

function seen({ fullName, doors }: ClosureFacts): OpenReason {
  return {
    kind: 'visibility',
    canBeClosed: true,
    message: `${fullName} is ${doors.visibility}`,
    remedy: 'Set it to private until the cut-over: Settings > Danger Zone > Change visibility.',
  };
}

function issuesOn(fullName: string): OpenReason {
  return {
    kind: 'issues',
    canBeClosed: true,
    message: `Issues are on in ${fullName}: each issue takes a pull request's number`,
    remedy: 'Turn them off until the cut-over: Settings > General > Features.',
  };
}

function pullRequestsOpen({ fullName, doors }: ClosureFacts): readonly OpenReason[] {
  if (doors.pullRequestPolicy === 'collaborators_only') return [];
  if (doors.pullRequestPolicy === null) {
    return [
      {
        kind: 'no-policy',
        canBeClosed: false,
        message: `GitHub cannot limit who creates pull requests in ${fullName}`,
        remedy: 'Ask everyone who can see it not to open any until the cut-over.',
      },
    ];
  }
  return [
    {
      kind: 'pull-requests',
      canBeClosed: true,
      message: `Everyone who can see ${fullName} can create pull requests there, which take up numbers`,
      remedy: 'Until the cut-over, allow only collaborators: Settings > General > Pull requests.',
    },
  ];
}

/** Without owners and those whom the organization's base permission lets write: they are reported by themselves. */
function writersOf(facts: ClosureFacts): readonly OpenReason[] {
  const { fullName, owner } = facts;
  const known = new Set(facts.owners.map(lower));
  const open = owner.basePermission === 'write' || owner.basePermission === 'admin';
  if (open || facts.writers === null) return [];
  const logins = facts.writers.map(({ login }) => login).filter((one) => !known.has(lower(one)));
  const writers = others(facts, logins);
  if (writers.length === 0) return [];
  return [
    {
      kind: 'writers',
      canBeClosed: true,
      message: `${people(writers)} can push to ${fullName}`,
      remedy:
        'Remove their access until the cut-over, or lower it to read: Settings > Collaborators and teams.',
    },
  ];
}

function basePermissionOf({ login, basePermission }: TargetOwner): readonly OpenReason[] {
  if (basePermission !== 'write' && basePermission !== 'admin') return [];
  return [
    {
      kind: 'base-permission',
      canBeClosed: false,
      message: `All members of ${login} can push to its repositories (base permission ${basePermission})`,
      remedy:
        'An owner can lower it until the cut-over: Settings > Member privileges > Base permissions.',
    },
  ];
}

function ownersOf(facts: Pick<ClosureFacts, 'owner' | 'owners' | 'login'>): readonly OpenReason[] {
  const owners = others(facts, facts.owners);
  if (owners.length === 0) return [];
  return [
    {
      kind: 'owners',
      canBeClosed: false,
      message: `${people(owners)} can push to every repository as ${owners.length === 1 ? 'an owner' : 'owners'} of ${facts.owner.login}`,
      remedy: 'Ask them not to change anything in closed repositories until the cut-over.',
    },
  ];
}

function others(
  { login, owner }: Pick<ClosureFacts, 'owner' | 'login'>,
  logins: readonly string[],
): readonly string[] {
  const own = [login, owner.kind === 'user' ? owner.login : null];
  const ours = new Set(own.filter((one) => one !== null).map(lower));
  return logins.filter((one) => !ours.has(lower(one)));
}

function lower(login: string): string {
  return login.toLowerCase();
}

/** At most this many names are listed. */
const shown = 5;

function people(logins: readonly string[]): string {
  const more = logins.length - shown;
  const names = logins.slice(0, shown).join(', ');
  return more > 0 ? `${names} and ${count(more, 'other', 'others')}` : names;
}
