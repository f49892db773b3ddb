import { type Failure, MigratorError } from '../../kernel/errors.ts';
import type { SourceKind } from './repository.ts';

export const migrationStatuses = [
  'pending',
  'running',
  'paused',
  'completed',
  'completed_with_failures',
  'failed',
  'cancelled',
] as const;

export type MigrationStatus = (typeof migrationStatuses)[number];

export const repositoryStatuses = [
  'pending',
  'running',
  'waiting',
  'succeeded',
  'skipped',
  'failed',
] as const;

export type RepositoryStatus = (typeof repositoryStatuses)[number];

/** The steps of one repository, in their order. A step that has nothing to do is skipped with a reason. */
export const stepNames = [
  'fetch',
  'inspect',
  'fetch-lfs',
  'archive',
  'import',
  'create',
  'lfs',
  'push',
  'pull-requests',
  'settings',
  'verify',
] as const;

export type StepName = (typeof stepNames)[number];

export const stepStatuses = ['pending', 'running', 'done', 'skipped', 'failed'] as const;

type StepStatus = (typeof stepStatuses)[number];

/** Times are milliseconds since 1970. */
export interface Migration {
  /** `mig_` and twelve sortable characters. */
  readonly id: string;
  /** Of source, target and repositories: the same plan is the same migration. */
  readonly planDigest: string;
  /** The plan file's text when it was last given. */
  readonly planText: string;
  readonly source: { readonly kind: SourceKind; readonly workspace: string };
  readonly target: { readonly organization: string };
  /** JSON; its shape belongs to core/replica. */
  readonly settings: string;
  readonly status: MigrationStatus;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** One repository of a migration. */
export interface RepositoryState {
  /** The source slug. */
  readonly source: string;
  /** The repository's name on the target. */
  readonly target: string;
  readonly status: RepositoryStatus;
  readonly refs: number | null;
  readonly webUrl: string | null;
  /** Why it was skipped. */
  readonly reason: string | null;
  readonly failure: Failure | null;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
}

export interface StepState {
  readonly name: StepName;
  readonly status: StepStatus;
  readonly summary: string | null;
  /** For later steps, as JSON; its shape belongs to the step. */
  readonly data: string | null;
}

/** Something created on the target for an object of the source: first an intent, then its result. */
export const createdKinds = [
  'repository',
  /** By its number on the source. */
  'pull-request',
  /** Anything written into a pull request: a review, a comment, a reply; by its key. */
  'comment',
  /** An existing repository of the target's name that was renamed, by its identity on the target. */
  'replaced',
  /** A branch of ours that stays on the target, by its full name. */
  'branch',
  /**
   * The migrated state, one row of each kind a repository: its shape belongs to core/replica/recorded/migrated-baseline.ts.
   */
  'refs',
  'lfs',
  'settings',
  /** The outcome of a repository's last sync, one row each; its shape belongs to core/replica/recorded/sync-record.ts. */
  'sync',
  /** A team of the organization, by its slug; kept with the plan's first repository. */
  'team',
  /** A ruleset, key, webhook and so on that the plan sets, by its name on the target. */
  'planned-setting',
  /** A restriction that locks the source, and what restricted it before. */
  'source-lock',
  /** A branch on the source that its lock must refuse, by its name. */
  'lock-proof',
  /** How far an import by the host's own importer is, and what it was to bring. */
  'import',
  /** A step of the cut-over. */
  'cutover',
  /** A step of the way back, with the target's identity of the repository that it takes away. */
  'rollback',
] as const;

/** Kinds that are about the source or other repositories: they outlive a target that is gone. */
export const keptKinds: readonly CreatedKind[] = [
  'replaced',
  'source-lock',
  'lock-proof',
  'cutover',
  'rollback',
];

/** Kinds whose rows tell how far a target is. */
export const targetKinds = [
  'repository',
  'rollback',
  'cutover',
  'source-lock',
] as const satisfies readonly CreatedKind[];

export type CreatedKind = (typeof createdKinds)[number];

export interface CreatedObject {
  readonly kind: CreatedKind;
  /** The id on the source, unique within repository and kind. */
  readonly sourceId: string;
  readonly intendedAt: number;
  /** The id on the target; `null` while the answer is unknown: it may exist or not. */
  readonly targetId: string | null;
  readonly targetUrl: string | null;
  /** JSON; its shape belongs to the step that creates it. */
  readonly data: string | null;
}

/** The process that writes to a migration. */
export interface LeaseHolder {
  readonly pid: number;
  readonly hostname: string;
}

/** Data of a `repository` object from its reset until the repository is migrated again. */
export const resetMark = '{"reset":true}';
export const noMark = '{}';

/** Tells whether a person started this repository over: its target may have been in use for weeks, or be gone. */
export function wasReset(made: Pick<CreatedObject, 'data'> | null): boolean {
  return made?.data === resetMark;
}

/** How long a lease lasts without being renewed. */
export const leaseMilliseconds = 60_000;

/** Another process works on the migration at present. */
export class MigrationInUse extends MigratorError {}
