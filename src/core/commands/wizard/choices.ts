import { flagsSetBy } from '../../options/controls.ts';
import type { FlagValues } from '../../options/flag.ts';
import {
  allPrivate,
  type Choices,
  type DescribedSelection,
  type WizardFiles,
} from '../../wizard/choices.ts';
import { commandLineArguments } from '../command-line.ts';
import { discoverCommand } from '../discover/command.ts';
import { migrateCommand } from '../migrate/command.ts';
import { planCommand } from '../plan/command.ts';

type DiscoverFlags = Partial<FlagValues<typeof discoverCommand.flags>>;
type PlanFlags = Partial<FlagValues<typeof planCommand.flags>>;
type MigrateFlags = Partial<FlagValues<typeof migrateCommand.flags>>;

/** The flags of `migrate` for the choices, for the run and for the printed command. Pure. */
export function migrateFlags({ options, files, config }: Choices): MigrateFlags {
  return {
    plan: files.plan,
    ...flagsSetBy(options, 'migrate'),
    ...(options.existing === 'skip' ? { skipExisting: true } : {}),
    ...(options.existing === 'overwrite' ? { overwrite: true } : {}),
    ...(options.userMap === '' ? {} : { userMap: options.userMap }),
    ...(config === undefined ? {} : { config }),
  };
}

function planFlags({ options, files, selection, renames, hasTeamMap }: Choices): PlanFlags {
  return {
    inventory: files.inventory,
    targetOrg: options.organization,
    ...selectionFlags(selection, files),
    ...flagsSetBy(options, 'plan'),
    ...(renames.size === 0
      ? {}
      : { rename: [...renames].map(([slug, target]) => `${slug}=${target}`) }),
    ...(options.publishPrivate ? { publishPrivate: allPrivate } : {}),
    ...(options.settings && options.userMap !== '' ? { userMap: options.userMap } : {}),
    ...(hasTeamMap ? { teamMap: files.teams } : {}),
    output: files.plan,
    // The wizard has written the files.
    force: true,
  };
}

function discoverFlags(choices: Choices): DiscoverFlags {
  const { workspace, isDeep, findsLargeFiles, selection, files, config, options } = choices;
  const isScanned = isDeep || options.settings || options.convertPipelines || findsLargeFiles;
  return {
    workspace,
    ...(isDeep ? { deep: true } : {}),
    ...(options.settings ? { includeSettings: true } : {}),
    ...(options.convertPipelines ? { includePipelines: true } : {}),
    ...(findsLargeFiles ? { includeLargeFiles: true } : {}),
    ...(options.settings && options.groups !== '' ? { groups: options.groups } : {}),
    ...(isScanned ? selectionFlags(selection, files) : {}),
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

/**
 * The commands of a demo with names to replace, for hosts of one's own: its files, repositories and people are gone then. They
 * open and replace nothing, and write the list of people that the demo has. Pure.
 */
export function commandsForOwnHosts({ options }: Choices): readonly (readonly string[])[] {
  const userMap = options.userMap === '' ? '' : 'users.csv';
  const own: Choices = {
    workspace: ownNames.workspace,
    findsLargeFiles: false,
    isDeep: true,
    selection: { include: [], exclude: [], isListed: false },
    renames: new Map(),
    options: {
      ...options,
      ...{ organization: ownNames.organization, userMap, groups: '' },
      ...{ visibility: 'source', publishPrivate: false, existing: 'stop' },
    },
    hasTeamMap: false,
    files: {
      ...{ inventory: 'inventory.json', plan: 'plan.json' },
      ...{ repositories: 'repositories.txt', teams: 'teams.csv' },
    },
    config: undefined,
  };
  // A second run must not lose the logins that were filled in.
  const force = false;
  const people = userMap === '' ? {} : { users: userMap };
  return [
    commandLineArguments(discoverCommand, { ...discoverFlags(own), ...people, force }),
    commandLineArguments(planCommand, { ...planFlags(own), force }),
    commandLineArguments(migrateCommand, migrateFlags(own)),
  ];
}

export const ownNames = { workspace: 'my-workspace', organization: 'my-organization' } as const;

/** The command lines that do the same, each as its words. Pure. */
export function equivalentCommands(choices: Choices): readonly (readonly string[])[] {
  return [
    commandLineArguments(discoverCommand, discoverFlags(choices)),
    commandLineArguments(planCommand, planFlags(choices)),
    commandLineArguments(migrateCommand, migrateFlags(choices)),
  ];
}
