import type { DeepScanResult } from '../../discovery/deep-scan/deep-scan.ts';
import { type Discovered, inventoryText } from '../../discovery/discover.ts';
import type { LargeFilesFound } from '../../discovery/large-files/find-large-files.ts';
import type { PipelinesFound } from '../../discovery/pipelines/find-pipelines.ts';
import type { SecretsFound } from '../../discovery/secrets/scan-secrets.ts';
import type { SettingsFound } from '../../discovery/settings/find-settings.ts';
import { type MigratorError, toFailure } from '../../kernel/errors.ts';
import { writeResult } from '../../kernel/files/write-result.ts';
import { writeLines } from '../../kernel/fold-lines.ts';
import { count, namesText } from '../../kernel/format/format.ts';
import { jsonLine } from '../../kernel/format/json.ts';
import { shellValue } from '../../kernel/format/shell-quote.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import type { SourceKind } from '../../ports/records/repository.ts';
import type { Group } from '../../ports/records/source-settings.ts';
import { sourceTraits } from '../../ports/records/source-traits.ts';
import { rewriteFacts } from '../../replica/apply/rewrite/rewrite-text.ts';
import { failureLines } from '../../report/failure-lines.ts';
import { peopleFile } from '../../users/people-file.ts';
import type { App } from '../app.ts';
import type { CommandProgram } from '../command-program.ts';
import { sayNext } from '../next-step.ts';
import type { DiscoverFlags } from './discover-flags.ts';

/** Writes the inventory and the people, and reports what could not be read. @returns whether everything could be read */
export async function report(given: {
  flags: DiscoverFlags;
  program: CommandProgram;
  app: App;
  found: Discovered;
  scan: DeepScanResult | null;
  secrets: SecretsFound | null;
  settings: SettingsFound | null;
  pipelines: PipelinesFound | null;
  largeFiles: LargeFilesFound | null;
  groups: readonly Group[] | null;
}): Promise<boolean> {
  const { flags, program, app, found, scan, secrets, settings, pipelines, groups } = given;
  const { largeFiles } = given;
  const { inventory, unparsed } = found;
  const repositories = inventory.repositories.map((repository) => ({
    ...repository,
    ...scan?.facts.get(repository.slug ?? ''),
    ...secrets?.facts.get(repository.slug ?? ''),
    ...settings?.facts.get(repository.slug ?? ''),
    ...pipelines?.facts.get(repository.slug ?? ''),
    ...largeFiles?.facts.get(repository.slug ?? ''),
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
    force: flags.force,
    json: flags.json,
    program,
  });
  if (repositories.length === 0 && unparsed.length === 0) {
    program.stderr.write(`${safe(nothingFound(inventory.source.workspace, flags.project))}\n`);
  }
  if (scan !== null && flags.users !== undefined) {
    await writeResult({
      text: peopleFile(scan.people),
      path: flags.users,
      people: scan.people.length,
      force: flags.force,
      json: flags.json,
      program,
    });
  }
  const refused = [
    ...(scan?.refused ?? []),
    ...(secrets?.failed ?? []),
    ...(settings?.failed ?? []),
    ...(pipelines?.failed ?? []),
    ...(largeFiles?.failed ?? []),
  ];
  for (const line of largeFilesLines(largeFiles)) app.say(line);
  reportRefused({ flags, program, app, refused });
  if (app.deviations() > 0) {
    program.stderr.write(`${safe(deviationLine(found.inventory.source.kind))}\n`);
  }
  if (unparsed.length > 0) {
    const were = unparsed.length === 1 ? 'was skipped' : 'were skipped';
    program.stderr.write(`${namesLine(unparsed, were)}\n`);
  }
  if (repositories.length > 0) sayNextPlan(program, flags);
  const isRefused = secrets?.isRefused === true || settings?.isRefused === true;
  return refused.length === 0 && unparsed.length === 0 && !isRefused;
}

/** Says what a rewrite of each repository with such files would change. Pure. */
function largeFilesLines(found: LargeFilesFound | null): readonly string[] {
  const large = [...(found?.facts ?? [])].filter(([, { large_files }]) => large_files.commits > 0);
  return large.map(
    ([slug, { large_files }]) =>
      `note  ${safe(slug)} has files over 100 MiB. A rewrite: ${safe(rewriteFacts(large_files).join('; '))}`,
  );
}

/** Reports what could not be scanned: in JSON if the inventory does not fill standard output. */
function reportRefused(given: {
  flags: DiscoverFlags;
  program: CommandProgram;
  app: App;
  refused: readonly { readonly slug: string; readonly error: MigratorError }[];
}): void {
  const { flags, program, app, refused } = given;
  if (refused.length === 0) return;
  const failures = refused.slice(0, mostNames).map(({ error }) => toFailure(error));
  const isInJson = flags.json && flags.output !== undefined && flags.output !== '-';
  if (isInJson) {
    for (const failure of failures) program.stdout.write(jsonLine({ type: 'error', ...failure }));
  } else {
    const lines = failures.flatMap((failure) => failureLines(failure, app.output));
    writeLines(program.stderr, lines);
  }
  const names = [...new Set(refused.map(({ slug }) => slug))];
  program.stderr.write(`${namesLine(names, 'could not be scanned completely')}\n`);
}

function sayNextPlan(program: CommandProgram, flags: DiscoverFlags): void {
  const { output, users } = flags;
  if (output === undefined || output === '-') return;
  const plan = (map: string) =>
    safe(
      `migrator plan --inventory ${shellValue(output)} --target-org <organization>${map} --output plan.json`,
    );
  if (users === undefined || users === '-') {
    sayNext(program, flags, plan(''));
    return;
  }
  const suggest = `migrator users suggest --target-org <organization> --user-map ${shellValue(users)} --accept medium --output people.csv`;
  sayNext(program, flags, safe(suggest));
  sayNext(program, flags, plan(' --user-map people.csv'), 'Then');
}

/** Hosts answer in the same way for a missing, an empty and a hidden project. */
function nothingFound(workspace: string, project: string | undefined): string {
  const where = project === undefined ? workspace : `project ${project} in ${workspace}`;
  const key = project === undefined ? '' : "that this is the project's key (not its name), and ";
  return `warning  No repositories found in ${where}. Check ${key}what the credentials can read.`;
}

function deviationLine(kind: SourceKind): string {
  return `note  ${sourceTraits[kind].name} sent data that its documentation does not describe. To report it, without any values: migrator doctor --shapes shapes.json`;
}

const mostNames = 50;

function namesLine(all: readonly string[], what: string): string {
  const names = namesText(all.map(safe), mostNames);
  return `${count(all.length, 'repository', 'repositories')} ${what}: ${names}`;
}
