import type { LfsChoice } from '../plan/build-plan.ts';
import type { CommentMode } from '../ports/pull-request-target.ts';
import type { DescribedSelection } from './describe-selection.ts';

/** What becomes of repositories that the target has already. */
type ExistingTargets = 'stop' | 'skip' | 'overwrite';

/** Everything that a person chooses besides the repositories. */
export interface WizardOptions {
  readonly organization: string;
  readonly visibility: 'source' | 'private' | 'internal' | 'public';
  readonly nameFrom: 'slug' | 'name';
  readonly pullRequests: boolean;
  /** `null`: as the configuration has it, or the default. */
  readonly comments: CommentMode | null;
  readonly lfs: LfsChoice;
  /** Empty: none. */
  readonly userMap: string;
  readonly existing: ExistingTargets;
  readonly workers: number;
}

/** Where what was chosen is kept. */
export interface WizardFiles {
  readonly inventory: string;
  readonly plan: string;
  /** Where repositories are listed. */
  readonly repositories: string;
}

/** All that the three commands need to do the same. */
export interface Choices {
  readonly workspace: string;
  /** Pull requests were counted. */
  readonly isDeep: boolean;
  readonly selection: DescribedSelection;
  readonly options: WizardOptions;
  readonly files: WizardFiles;
  /** Path of the configuration that was named. */
  readonly config: string | undefined;
}

export const defaultWorkers = 4;
