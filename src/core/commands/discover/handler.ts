import { join } from 'node:path';
import { commonInputs } from '../../config/load-config.ts';
import { fileRecords } from '../../discovery/deep-scan/deep-records.ts';
import { deepScan } from '../../discovery/deep-scan/deep-scan.ts';
import { type Discovered, discover } from '../../discovery/discover.ts';
import {
  findLargeFiles,
  type LargeFilesFound,
} from '../../discovery/large-files/find-large-files.ts';
import { findPipelines } from '../../discovery/pipelines/find-pipelines.ts';
import { findSecrets } from '../../discovery/secrets/scan-secrets.ts';
import { findSettings, withGroupsFile } from '../../discovery/settings/find-settings.ts';
import { readGroupsFile } from '../../discovery/settings/groups-file.ts';
import { checkOutputs } from '../../kernel/files/check-outputs.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import {
  chooseRepositories,
  type RepositoryChoice,
  slugOf,
} from '../../plan/choose-repositories.ts';
import { readSlugs } from '../../plan/read-slugs.ts';
import type { SourceRepository } from '../../ports/records/repository.ts';
import { discoveryFolder, stateFolder } from '../../state/state-folder.ts';
import type { App } from '../app.ts';
import type { HandlerInput } from '../command-program.ts';
import { checkFlags, type DiscoverFlags, scansOf } from './discover-flags.ts';
import { report } from './output.ts';

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
    uid: program.uid,
  });
  const slugs = flags.repositories === undefined ? undefined : await readSlugs(flags.repositories);
  const members = flags.groups === undefined ? new Map() : await readGroupsFile(flags.groups);
  await using app = await program.openApp({ program, flags, resultOnly: true });
  const source = app.source({ usesGit: flags.includeLargeFiles });
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
  const records = fileRecords({ folder, fresh });
  const scan = flags.deep
    ? await deepScan({
        ...scope,
        source,
        withPeople: flags.users !== undefined,
        records,
      })
    : null;
  const say = (line: string) => program.stderr.write(`${line}\n`);
  const scanning = { ...scope, source, folder, fresh, say };
  const secrets = flags.includeSecrets ? await findSecrets(scanning) : null;
  const settings = flags.includeSettings ? await findSettings(scanning) : null;
  const pipelines = flags.includePipelines ? await findPipelines(scanning) : null;
  const largeFiles = flags.includeLargeFiles
    ? await largeFilesOf({ ...scope, app, source, records, folder })
    : null;
  const groups =
    settings === null
      ? null
      : withGroupsFile(settings.groups, members, {
          hostname: source.hostname,
          how: '--groups FILE',
          say,
        });
  return report({ ...options, app, found, scan, secrets, settings, pipelines, largeFiles, groups });
}

async function largeFilesOf({
  app,
  folder,
  ...scan
}: Omit<Parameters<typeof findLargeFiles>[0], 'git' | 'onProgress'> & {
  readonly app: App;
}): Promise<LargeFilesFound> {
  const all = scan.repositories.length;
  return findLargeFiles({
    ...scan,
    git: await app.openGit(),
    folder: join(folder, 'mirrors'),
    onProgress: (done, slug) => app.say(`Fetching ${safe(slug)} (${done + 1} of ${all})`),
  });
}

function chosenOf(
  { inventory, repositories }: Discovered,
  choice: RepositoryChoice,
): readonly SourceRepository[] {
  const chosen = new Set(chooseRepositories(inventory, choice).map(slugOf));
  return repositories.filter(({ slug }) => chosen.has(slug));
}
