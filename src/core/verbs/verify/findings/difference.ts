import type { Failure } from '../../../kernel/errors.ts';
import type { PipelineAction } from '../../../options/settings.ts';
import type { ServiceHost } from '../../../ports/credentials/host-service.ts';
import type { MigrationStatus, RepositoryState } from '../../../ports/records/migration.ts';
import type { Grade } from '../../../settings/mapping/item.ts';

export type ItemKind =
  | 'repository'
  | 'setting'
  | 'branch'
  | 'tag'
  | 'lfs-object'
  | 'pull-request'
  /** Added by migrator, for a pull request that has lost its own branch or for attachments. */
  | 'added-branch'
  /** A placeholder: Bitbucket has no pull request of this number. */
  | 'added-pull-request'
  | 'review'
  | 'review-comment'
  | 'comment'
  /** The rest of a text that does not fit, or a note. */
  | 'added-comment'
  | 'thread';

/** In the order in which somebody has to look at them. */
export const verdicts = [
  /** It is not as it was migrated. */
  'defect',
  /** A setting that GitHub refused, or that waits for somebody; a team without all of its members. */
  'not-applied',
  /** A setting of the plan that GitHub has nothing for: a person sets it up. */
  'by-hand',
  /** Files that are still on the source, until a person moves them. */
  'left-behind',
  /** Somebody changed the source since. */
  'changed-on-source',
  /** Somebody added it on the target since. */
  'added-since',
  /** It differs from the source as docs/fidelity.md says. */
  'expected',
] as const;

export type Verdict = (typeof verdicts)[number];

/** Describes what a repair does again. */
export type RepairAction =
  | { readonly what: 'refs' }
  | { readonly what: 'lfs' }
  | { readonly what: 'settings' }
  /** A setting of the plan that somebody has changed; `id` in the state. */
  | { readonly what: 'planned-setting'; readonly id: string; readonly found: string }
  /** Branches of migrator that belong to no single pull request. */
  | { readonly what: 'own-branches' }
  /** Its state; the branches of migrator that it is open between. `number` is the source's. */
  | {
      readonly what: 'state' | 'branches' | 'threads';
      readonly number: number;
    }
  /** `found`: the digest of the text that is replaced, unless somebody has changed it meanwhile. */
  | { readonly what: 'texts'; readonly number: number; readonly found: string }
  /** Something written into a pull request: created again, or its text restored. */
  | { readonly what: 'write'; readonly number: number; readonly key: string }
  | {
      readonly what: 'rewrite';
      readonly number: number;
      readonly key: string;
      readonly found: string;
    };

export interface Difference {
  readonly verdict: Verdict;
  readonly kind: ItemKind;
  /** `main`, `#12`, `comment 1007 of #12`; of a host, and so hostile until escaped. */
  readonly name: string;
  /** The difference, in words that follow the name. Hostile as well. */
  readonly message: string;
  readonly url: string | null;
  /** How a repair mends a defect; `null` where it cannot. */
  readonly repair: RepairAction | null;
  /** Why a repair cannot, and what to do by hand; of other differences, what a person can do. */
  readonly advice: string | null;
  /** The importer lost it, which is known since the import; absent for all others. */
  readonly isLoss?: boolean | undefined;
  /** Of the pull request on the source that it belongs to. */
  readonly sourceNumber?: number | undefined;
}

/** How many items of a kind were compared, and how many of them have no defect. */
export interface KindCount {
  readonly kind: ItemKind;
  readonly compared: number;
  readonly equal: number;
}

/** Why a repository could not be compared to the end. What a host says is hostile until escaped. */
export interface Unverified extends Pick<Failure, 'code' | 'message'> {
  readonly hint: string;
}

/** A setting of the plan, and what it became. Hostile until escaped. */
export interface PlannedFinding {
  /** As the plan has it; missing where a process of an earlier version compared it. */
  readonly kind?: string | undefined;
  /** As on Bitbucket. */
  readonly source: string;
  /** As on GitHub; empty where it is not carried. */
  readonly target: string;
  readonly grade: Grade;
  readonly why: string;
}

/** Describes what a plan says of a repository's pipeline file. */
export interface PipelinesFinding {
  readonly action: PipelineAction;
  /** Number of the pull request with workflows; `null` where there is none. */
  readonly pullRequest: number | null;
  readonly url: string | null;
  readonly exact: number;
  readonly changed: number;
  readonly lost: number;
  readonly findings: readonly {
    readonly grade: 'changed' | 'lost';
    readonly line: number;
    /** The imported file that the line is in. */
    readonly file?: string | undefined;
    readonly message: string;
    readonly advice: string | null;
  }[];
}

/** Describes what one repository came to. */
export interface RepositoryFindings
  extends Pick<RepositoryState, 'source' | 'target' | 'webUrl' | 'status'> {
  /** `null`: it was compared to the end; else what follows is what was found before. */
  readonly unverified: Unverified | null;
  /** Why it is not migrated; missing where it is, or where nothing failed. */
  readonly failure?: Pick<Failure, 'message' | 'hint'> | undefined;
  /** Items that were looked at, and those of them without a defect. */
  readonly compared: number;
  readonly equal: number;
  /** The same by kind; none where a process of an earlier version compared it. */
  readonly kinds: readonly KindCount[];
  /** Parts that could not be compared, and why. */
  readonly notes: readonly string[];
  readonly differences: readonly Difference[];
  /** None where the plan has none. */
  readonly settings: readonly PlannedFinding[];
  /** A rollback has taken it away, so nothing of it was compared. */
  readonly rolledBack?: true | undefined;
  /** Missing where the plan has none. */
  readonly pipelines?: PipelinesFinding | undefined;
}

export interface Counts {
  readonly compared: number;
  readonly equal: number;
  readonly expected: number;
  readonly defects: number;
  readonly notApplied: number;
  readonly byHand: number;
  readonly leftBehind: number;
  readonly addedSince: number;
  readonly changedOnSource: number;
}

export interface Verification {
  readonly migration: string;
  /** Of the migration, when it was compared. */
  readonly status: MigrationStatus;
  readonly source: { readonly kind: string; readonly workspace: string };
  readonly target: { readonly host: string; readonly organization: string };
  /** ISO 8601, UTC. */
  readonly at: string;
  /** True if the source was read again. */
  readonly hasRereadSource: boolean;
  readonly counts: Counts;
  readonly repositories: readonly RepositoryFindings[];
  /** Its cost: requests by host, and lists of refs by git. */
  readonly requests: {
    readonly hosts: readonly (ServiceHost & { readonly requests: number })[];
    readonly refLists: number;
  };
}

type Counted = Pick<RepositoryFindings, 'compared' | 'equal' | 'differences'>;

export function countOf({ compared, equal, differences }: Counted): Counts {
  const many = (wanted: Verdict) => differences.filter(({ verdict }) => verdict === wanted).length;
  return {
    compared,
    equal,
    expected: many('expected'),
    defects: many('defect'),
    notApplied: many('not-applied'),
    byHand: many('by-hand'),
    leftBehind: many('left-behind'),
    addedSince: many('added-since'),
    changedOnSource: many('changed-on-source'),
  };
}
