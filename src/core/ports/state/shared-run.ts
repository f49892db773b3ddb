import { MigratorError } from '../../kernel/errors.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import type { LeaseHolder, RepositoryState } from '../records/migration.ts';
import type { DispatchedTask } from './dispatcher.ts';
import type { RepositoryWriter } from './repository-writer.ts';

/** A run that several processes work on. */
export interface SharedRun {
  /** Another run of the same migration has another one. */
  readonly id: string;
  /** Work on each repository. */
  readonly task: DispatchedTask;
  /** How it is run, as JSON; its shape belongs to core/run. Never a credential. */
  readonly options: string;
}

/** Describes what several processes need to work on one migration. Errors are those of the store. */
export interface SharedRuns {
  /** The run that processes may join; `null`: none. */
  findRun(migration: string): Promise<SharedRun | null>;
  /** Migrations that can be joined, oldest first. */
  listRuns(): Promise<readonly string[]>;
  /** Migrations that can be joined, or that some process writes about. */
  listBusy(): Promise<readonly string[]>;
  /**
   * The lease of one repository, which expires unless it is renewed.
   * @param source the repository's slug; `organization`: what all repositories share
   * @returns `null` while another process has it, or where this run has ended
   */
  claim(of: RunOf & { readonly source: string }, holder: LeaseHolder): Promise<ClaimWriter | null>;
  /** The state of one repository; `null` where the migration has no such repository. */
  findRepository(migration: string, source: string): Promise<RepositoryState | null>;
  /**
   * Tells whether nobody may begin a repository before its coordinator has checked it: `MigrationWriter.keepBack()`.
   */
  isKeptBack(migration: string, source: string): Promise<boolean>;
  /** Who works on which repository at present, and which workers are there. */
  listClaims(migration: string): Promise<readonly Claim[]>;
  /** Lets all processes know what the one that coordinates has decided. */
  announce(migration: string, decision: Decision): Promise<void>;
  /**
   * Leaves a person's request at a process that does not coordinate. The one that does comes to it within a second or
   * two.
   */
  leaveRequest(migration: string, request: ControlRequest): Promise<void>;
  /**
   * Takes the requests since the last call, oldest first. A lost answer loses them: the person sees that nothing has
   * changed.
   */
  takeRequests(migration: string): Promise<readonly ControlRequest[]>;
  /** Results that were saved and not dropped, at most so many. Another process wrote them: their texts are to be checked. */
  listResults(of: RunOf, limit: number): Promise<readonly SavedResult[]>;
  /** Forgets what they are, and keeps that they are there. */
  dropResults(of: RunOf, sources: readonly string[]): Promise<void>;
  /** Tells whether a repository's result was saved, dropped or not. */
  hasResult(of: RunOf & { readonly source: string }): Promise<boolean>;
}

interface RunOf {
  readonly migration: string;
  /** Its id. */
  readonly run: string;
}

export interface SavedResult {
  readonly source: string;
  /** JSON */
  readonly text: string;
}

/** The claim of what belongs to no single repository. No slug is empty. */
export const organization = '';

export interface Claim extends LeaseHolder {
  readonly source: string;
}

/** The claim of a worker that is there, whether or not it works on a repository. No slug has a space. */
export function presenceOf(worker: string): string {
  return `worker ${worker}`;
}

export function isPresence({ source }: Pick<Claim, 'source'>): boolean {
  return source.includes(' ');
}

export function isRepositoryClaim({ source }: Pick<Claim, 'source'>): boolean {
  return source !== organization && !source.includes(' ');
}

export const controlRequests = ['hold', 'resume', 'skip', 'retry'] as const;

/** Describes what a person can want of a run; `source`: the repository that is to be skipped or retried. */
export type ControlRequest =
  | { readonly kind: 'hold' | 'resume' }
  | { readonly kind: 'skip' | 'retry'; readonly source: string };

type Decision =
  /** No step, request or git command starts until the run is resumed. */
  | { readonly kind: 'hold' | 'resume' }
  /** A running repository stops; without effect on any other. */
  | { readonly kind: 'skip'; readonly source: string };

/** Writes about one repository. Every write throws ClaimLost if another process has taken the repository over. */
export interface ClaimWriter extends RepositoryWriter {
  /** Tells this claim from all others. */
  readonly id: string;
  /** The claim before this one; `null`: there was none. */
  readonly previous: string | null;
  /** To be called more often than every `claimMilliseconds`. @returns what a person wants */
  renew(): Promise<{ readonly isPaused: boolean; readonly isSkipped: boolean }>;
  /**
   * Saves the result of the run's work on this repository for the process that leads it. The first one stays; without
   * effect where the run has ended.
   * @param result becomes JSON, without what the redactor knows; `null`: the leader has it already
   */
  saveResult(result: unknown): Promise<void>;
  /** Lets another process have it. */
  release(): Promise<void>;
}

/** Another process works on the repository by now: this one leaves it, and goes on with others. */
export class ClaimLost extends MigratorError {
  constructor(migration: string, source: string) {
    const what = source === organization ? 'the organization' : safe(source);
    super('state', `Another process took over ${what} of migration ${migration}`, {
      hint: 'This process has stopped writing to it. Nothing is lost.',
    });
  }
}

/** The state is out of reach: nothing was written since, and nothing is lost. */
export class StateLost extends MigratorError {}

/** How long a claim lasts without being renewed: another process takes a repository over within a minute of a crash. */
export const claimMilliseconds = 40_000;
