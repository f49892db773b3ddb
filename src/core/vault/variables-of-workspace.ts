import { discover } from '../discovery/discover.ts';
import type { InventoryRepository } from '../discovery/inventory-schema.ts';
import { readInventory } from '../discovery/read-inventory.ts';
import { findSecrets } from '../discovery/secrets/scan-secrets.ts';
import { MigratorError, toFailure } from '../kernel/errors.ts';
import { safe } from '../kernel/format/terminal-text.ts';
import type { Program } from '../kernel/program.ts';
import { chooseRepositories, slugOf } from '../plan/choose-repositories.ts';
import { readSlugs } from '../plan/read-slugs.ts';
import type { Emit } from '../ports/records/events.ts';
import type { SourceHost } from '../ports/source-host.ts';
import { failureLines } from '../report/failure-lines.ts';
import type { OutputOptions } from '../report/reporter.ts';
import { discoveryFolder, stateFolder } from '../state/state-folder.ts';
import type { EntryAddress } from './entries/entry-path.ts';

export interface WorkspaceChoice {
  readonly workspace: string;
  /** Names are taken from this file, and the source is not asked. */
  readonly inventory: string | undefined;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly repositories: string | undefined;
  readonly fresh: boolean;
}

export interface WorkspaceVariables {
  readonly repositories: readonly InventoryRepository[];
  /** Nothing had to be left out. */
  readonly isComplete: boolean;
}

/** Describes what reading variables uses of the composition root. */
interface VariableTools {
  readonly events: { readonly emit: Emit };
  readonly output: OutputOptions;
  source(use: { usesGit: boolean }): SourceHost;
  say(line: string): void;
}

/** The names of a workspace's variables, from an inventory or from the source. */
export async function variablesOfWorkspace(options: {
  app: VariableTools;
  program: Program;
  choice: WorkspaceChoice;
}): Promise<WorkspaceVariables> {
  const { app, program, choice } = options;
  const slugs =
    choice.repositories === undefined ? undefined : await readSlugs(choice.repositories);
  const wanted = { include: choice.include, exclude: choice.exclude, slugs };
  if (choice.inventory !== undefined) {
    const { inventory, warnings } = await readInventory(choice.inventory);
    for (const line of warnings) app.say(safe(line));
    const { source } = inventory;
    if (source !== undefined && source.workspace !== choice.workspace) {
      throw new MigratorError(
        'input-file',
        `Inventory ${choice.inventory} is for workspace ${source.workspace}, not ${choice.workspace}`,
        { hint: "Use the inventory's workspace, or omit --inventory." },
      );
    }
    const repositories = chooseRepositories(inventory, wanted);
    const isComplete = repositories.every(
      ({ secrets, secrets_unread: unread = [] }) => secrets !== undefined && unread.length === 0,
    );
    return { repositories, isComplete };
  }
  const source = app.source({ usesGit: false });
  const { emit } = app.events;
  const found = await discover({
    source,
    workspace: choice.workspace,
    clock: program.clock,
    emit,
    signal: AbortSignal.any([program.stop, program.drain]),
  });
  const chosen = new Set(chooseRepositories(found.inventory, wanted).map(slugOf));
  let isComplete = found.unparsed.length === 0;
  const say = (line: string) => {
    isComplete = false;
    program.stderr.write(`${line}\n`);
  };
  const output = await findSecrets({
    source,
    workspace: found.inventory.source.workspace,
    repositories: found.repositories.filter(({ slug }) => chosen.has(slug)),
    folder: discoveryFolder(stateFolder(program)),
    fresh: choice.fresh,
    clock: program.clock,
    emit,
    signal: program.stop,
    drain: program.drain,
    say,
  });
  for (const { error } of output.failed) {
    isComplete = false;
    for (const line of failureLines(toFailure(error), app.output))
      program.stderr.write(`${line}\n`);
  }
  const repositories = found.inventory.repositories
    .filter((one) => chosen.has(slugOf(one)))
    .map((one) => ({ ...one, ...output.facts.get(slugOf(one)) }));
  return { repositories, isComplete };
}

/** One entry for every variable of these repositories, and of their workspace, in a stable order. Pure. */
export function wantedEntries(
  repositories: readonly InventoryRepository[],
): readonly EntryAddress[] {
  const shared = new Set(repositories.flatMap(({ secrets }) => secrets?.workspace ?? []));
  const entries: EntryAddress[] = sorted(shared).map((name) => ({ level: 'workspace', name }));
  for (const one of repositories) {
    const repository = slugOf(one);
    for (const name of sorted(one.secrets?.repository ?? [])) {
      entries.push({ level: 'repository', repository, name });
    }
    for (const [environment, names] of Object.entries(one.secrets?.deployments ?? {})) {
      for (const name of sorted(names)) {
        entries.push({ level: 'deployment', repository, environment, name });
      }
    }
  }
  return entries;
}

/** By code units, each once. */
function sorted(names: Iterable<string>): readonly string[] {
  return [...new Set(names)].sort();
}
