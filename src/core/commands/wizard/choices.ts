import type { LfsChoice } from '../../plan/plan-choices.ts';
import type { CommentMode } from '../../ports/records/comment-mode.ts';
import type { DescribedSelection } from '../../wizard/describe-selection.ts';
import type { FlagValues } from '../command.ts';
import { commandWords } from '../command-line.ts';
import { discoverCommand } from '../discover/command.ts';
import { migrateCommand } from '../migrate/command.ts';
import { planCommand } from '../plan/command.ts';

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

type DiscoverFlags = Partial<FlagValues<typeof discoverCommand.flags>>;
type PlanFlags = Partial<FlagValues<typeof planCommand.flags>>;
type MigrateFlags = Partial<FlagValues<typeof migrateCommand.flags>>;

export const defaultWorkers = 4;

/** The flags of `migrate` that a person's choices come to; the run gets these, and so does the printed command. Pure. */
export function migrateFlags({ options, files, config }: Choices): MigrateFlags {
  return {
    plan: files.plan,
    ...(options.workers === defaultWorkers ? {} : { workers: options.workers }),
    ...(options.existing === 'skip' ? { skipExisting: true } : {}),
    ...(options.existing === 'overwrite' ? { overwrite: true } : {}),
    ...(options.userMap === '' ? {} : { userMap: options.userMap }),
    ...(config === undefined ? {} : { config }),
  };
}

/** The same of `plan`. Pure. */
function planFlags({ options, files, selection }: Choices): PlanFlags {
  return {
    inventory: files.inventory,
    targetOrg: options.organization,
    ...selectionFlags(selection, files),
    ...(options.nameFrom === 'slug' ? {} : { nameFrom: options.nameFrom }),
    ...(options.visibility === 'source' ? {} : { visibility: options.visibility }),
    ...(options.comments === null ? {} : { comments: options.comments }),
    ...(options.pullRequests ? {} : { pullRequests: false }),
    ...(options.lfs === 'found' ? {} : { lfs: options.lfs }),
    output: files.plan,
    // The wizard has written both files.
    force: true,
  };
}

/** The same of `discover`. Pure. */
function discoverFlags({ workspace, isDeep, selection, files, config }: Choices): DiscoverFlags {
  return {
    workspace,
    ...(isDeep ? { deep: true, ...selectionFlags(selection, files) } : {}),
    output: files.inventory,
    force: true,
    ...(config === undefined ? {} : { config }),
  };
}

function selectionFlags(
  { include, exclude, isListed }: DescribedSelection,
  files: WizardFiles,
): { include?: readonly string[]; exclude?: readonly string[]; repositories?: string } {
  return {
    ...(include.length === 0 ? {} : { include }),
    ...(exclude.length === 0 ? {} : { exclude }),
    ...(isListed ? { repositories: files.repositories } : {}),
  };
}

/** The command lines that do all of it without the screen, one after the other, each as its words. Pure. */
export function equivalentCommands(choices: Choices): readonly (readonly string[])[] {
  return [
    commandWords(discoverCommand, discoverFlags(choices)),
    commandWords(planCommand, planFlags(choices)),
    commandWords(migrateCommand, migrateFlags(choices)),
  ];
}
