import { commonInputs } from '../../config/load-config.ts';
import { fileRecords } from '../../discovery/deep-scan/deep-records.ts';
import { type DeepScanResult, deepScan } from '../../discovery/deep-scan/deep-scan.ts';
import { type Discovered, discover, inventoryText } from '../../discovery/discover.ts';
import { findSecrets, type SecretsFound } from '../../discovery/secrets/scan-secrets.ts';
import {
  findSettings,
  type SettingsFound,
  withGroupsFile,
} from '../../discovery/settings/find-settings.ts';
import { readGroupsFile } from '../../discovery/settings/groups-file.ts';
import { MigratorError, toFailure } from '../../kernel/errors.ts';
import { checkOutputs } from '../../kernel/files/check-outputs.ts';
import { writeResult } from '../../kernel/files/write-result.ts';
import { count, namesText } from '../../kernel/format/format.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import {
  chooseRepositories,
  type RepositoryChoice,
  slugOf,
} from '../../plan/choose-repositories.ts';
import { readSlugs } from '../../plan/read-slugs.ts';
import type { SourceKind, SourceRepository } from '../../ports/records/repository.ts';
import type { Group } from '../../ports/records/source-settings.ts';
import { failureLines } from '../../report/failure-lines.ts';
import { discoveryFolder, stateFolder } from '../../state/state-folder.ts';
import { peopleFile } from '../../users/people-file.ts';
import type { App, AppFlags } from '../app.ts';
import type { CommandProgram, HandlerInput } from '../command-program.ts';

interface DiscoverFlags extends AppFlags {
  readonly workspace: string;
  readonly project: string | undefined;
  readonly deep: boolean;
  readonly includeSecrets: boolean;
  readonly includeSettings: boolean;
  /** Path of a CSV with members of groups. */
  readonly groups: string | undefined;
  readonly users: string | undefined;
  readonly fresh: boolean;
  /** Globs over slugs and names, for scans. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** Path of a list of slugs. */
  readonly repositories: string | undefined;
  readonly output: string | undefined;
  readonly force: boolean;
}

/** `migrator discover`. @returns whether everything could be read */
export async function runDiscover(options: HandlerInput<DiscoverFlags>): Promise<boolean> {
  const { flags, program } = options;
  checkFlags(flags);
  await checkOutputs({
    outputs: [
      { flag: '--output', path: flags.output },
      { flag: '--users', path: flags.users },
    ],
    inputs: [
      ...commonInputs(flags, program),
      { flag: '--repositories', path: flags.repositories },
      { flag: '--groups', path: flags.groups },
    ],
    force: flags.force,
  });
  const slugs = flags.repositories === undefined ? undefined : await readSlugs(flags.repositories);
  const members = flags.groups === undefined ? new Map() : await readGroupsFile(flags.groups);
  await using app = await program.openApp({ program, flags, resultOnly: true });
  const source = app.source({ usesGit: false });
  const found = await discover({
    source,
    workspace: flags.workspace,
    ...(flags.project === undefined ? {} : { project: flags.project }),
    clock: program.clock,
    emit: app.events.emit,
    // Rereading a list is cheap.
    signal: AbortSignal.any([program.stop, program.drain]),
  });
  const scope = {
    workspace: found.inventory.source.workspace,
    repositories: scansOf(flags) ? chosenOf(found, { ...flags, slugs }) : [],
    clock: program.clock,
    emit: app.events.emit,
    signal: program.stop,
    drain: program.drain,
  };
  const folder = discoveryFolder(stateFolder(program));
  const { fresh } = flags;
  const scan = flags.deep
    ? await deepScan({
        ...scope,
        source,
        withPeople: flags.users !== undefined,
        records: fileRecords({ folder, fresh }),
      })
    : null;
  const secrets = flags.includeSecrets
    ? await findSecrets({
        ...scope,
        source,
        folder,
        fresh,
        say: (line) => program.stderr.write(`${line}\n`),
      })
    : null;
  const say = (line: string) => program.stderr.write(`${line}\n`);
  const settings = flags.includeSettings
    ? await findSettings({ ...scope, source, folder, fresh, say })
    : null;
  const groups =
    settings === null
      ? null
      : withGroupsFile(settings.groups, members, {
          hostname: source.hostname,
          how: '--groups FILE',
          say,
        });
  return report({ ...options, app, found, scan, secrets, settings, groups });
}

function chosenOf(
  { inventory, repositories }: Discovered,
  choice: RepositoryChoice,
): readonly SourceRepository[] {
  const chosen = new Set(chooseRepositories(inventory, choice).map(slugOf));
  return repositories.filter(({ slug }) => chosen.has(slug));
}

function scansOf({ deep, includeSecrets, includeSettings }: DiscoverFlags): boolean {
  return deep || includeSecrets || includeSettings;
}

function checkFlags(flags: DiscoverFlags): void {
  const { deep, includeSettings, groups, users, fresh, output } = flags;
  if (!deep && users !== undefined) {
    throw new MigratorError('usage', '--users needs --deep', {
      hint: 'Only a deep scan reads who took part in pull requests: add --deep.',
    });
  }
  if (!includeSettings && groups !== undefined) {
    throw new MigratorError('usage', '--groups needs --include-settings', {
      hint: 'Only settings name groups: add --include-settings.',
    });
  }
  const needsLook = [
    ...(fresh ? ['--fresh'] : []),
    ...(flags.include.length > 0 ? ['--include'] : []),
    ...(flags.exclude.length > 0 ? ['--exclude'] : []),
    ...(flags.repositories === undefined ? [] : ['--repositories']),
  ];
  if (!scansOf(flags) && needsLook.length > 0) {
    const what = needsLook.join(' and ');
    throw new MigratorError(
      'usage',
      `${what} needs --deep, --include-settings or --include-secrets`,
      {
        hint: 'These options limit a scan: add --deep, --include-settings or --include-secrets.',
      },
    );
  }
  const toStandardOutput = (path: string | undefined) => path === undefined || path === '-';
  if (users === '-' && toStandardOutput(output)) {
    throw new MigratorError('usage', '--users - needs --output', {
      hint: 'Only one of them can go to standard output.',
    });
  }
}

async function report(given: {
  flags: DiscoverFlags;
  program: CommandProgram;
  app: App;
  found: Discovered;
  scan: DeepScanResult | null;
  secrets: SecretsFound | null;
  settings: SettingsFound | null;
  groups: readonly Group[] | null;
}): Promise<boolean> {
  const { flags, program, app, found, scan, secrets, settings, groups } = given;
  const { inventory, leftOut } = found;
  const repositories = inventory.repositories.map((repository) => ({
    ...repository,
    ...scan?.facts.get(repository.slug ?? ''),
    ...secrets?.facts.get(repository.slug ?? ''),
    ...settings?.facts.get(repository.slug ?? ''),
  }));
  await writeResult({
    text: inventoryText({
      ...inventory,
      ...(groups === null ? {} : { groups: [...groups] }),
      repositories,
    }),
    path: flags.output,
    repositories: repositories.length,
    isPrivate: settings !== null,
    json: flags.json,
    program,
  });
  if (repositories.length === 0 && leftOut.length === 0) {
    program.stderr.write(`${safe(nothingFound(inventory.source.workspace, flags.project))}\n`);
  }
  if (scan !== null && flags.users !== undefined) {
    await writeResult({
      text: peopleFile(scan.people),
      path: flags.users,
      people: scan.people.length,
      json: flags.json,
      program,
    });
  }
  const refused = [
    ...(scan?.refused ?? []),
    ...(secrets?.failed ?? []),
    ...(settings?.failed ?? []),
  ];
  for (const { error } of refused.slice(0, mostNames)) {
    for (const line of failureLines(toFailure(error), app.output))
      program.stderr.write(`${line}\n`);
  }
  if (refused.length > 0) {
    const names = [...new Set(refused.map(({ slug }) => slug))];
    program.stderr.write(`${namesLine(names, 'could not be scanned completely')}\n`);
  }
  if (app.deviations() > 0) {
    program.stderr.write(`${safe(deviationLine(found.inventory.source.kind))}\n`);
  }
  if (leftOut.length > 0) {
    const were = leftOut.length === 1 ? 'was skipped' : 'were skipped';
    program.stderr.write(`${namesLine(leftOut, were)}\n`);
  }
  const isRefused = secrets?.isRefused === true || settings?.isRefused === true;
  return refused.length === 0 && leftOut.length === 0 && !isRefused;
}

/** Hosts answer in the same way for a missing, an empty and a hidden project. */
function nothingFound(workspace: string, project: string | undefined): string {
  const where = project === undefined ? workspace : `the project ${project} of ${workspace}`;
  const key =
    project === undefined ? '' : 'that this is the key of the project (not its name), and ';
  return `warning  No repositories found in ${where}. Check ${key}what the credentials can read.`;
}

function deviationLine(kind: SourceKind): string {
  const host = kind === 'bitbucket-cloud' ? 'Bitbucket' : 'The Data Center';
  return `note  ${host} sent more or other than described. To report it, without any value: migrator doctor --shapes shapes.json`;
}

const mostNames = 50;

function namesLine(all: readonly string[], what: string): string {
  const names = namesText(all.map(safe), mostNames);
  return `${count(all.length, 'repository', 'repositories')} ${what}: ${names}`;
}
