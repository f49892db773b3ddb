import { discover } from '../../discovery/discover.ts';
import type { Inventory } from '../../discovery/inventory-schema.ts';
import { findPipelines } from '../../discovery/pipelines/find-pipelines.ts';
import { findSettings } from '../../discovery/settings/find-settings.ts';
import { palette } from '../../kernel/format/palette.ts';
import { buildPlan } from '../../plan/build-plan.ts';
import type { Plan } from '../../plan/plan-schema.ts';
import { isTargetLimited } from '../../ports/credentials/target-credentials.ts';
import { pipelinesAhead, pipelinesLines } from '../../report/lines/pipelines-lines.ts';
import { settingsAhead, settingsLines } from '../../report/lines/settings-lines.ts';
import { outputOptions } from '../../report/output-options.ts';
import { discoveryFolder, stateFolder } from '../../state/state-folder.ts';
import { parseUserMap } from '../../users/parse-user-map.ts';
import type { App, AppFlags } from '../app.ts';
import type { CommandProgram } from '../command-program.ts';

/** Pull requests of this repository are created by the importer. */
const imported = 'billing-engine';

/** The plan of the sample's workspace, with what it says on the way. */
export async function discoverAndPlan(options: {
  program: CommandProgram;
  flags: AppFlags;
  workspace: string;
  organization: string;
  /** CSV. */
  userMap: string;
  /** One repository keeps its authors and dates: the target has an importer. */
  importsOne: boolean;
  say: (line: string) => void;
}): Promise<Plan> {
  const { program, flags, workspace, organization, userMap, importsOne, say } = options;
  await using app = await program.openApp({ program, flags });
  const inventory = await discoverSample({ app, program, workspace, say });
  say(`\n2  Plan  ${workspace} -> ${organization}`);
  const targetIsLimited = isTargetLimited(program.environment);
  const { plan: built, notes } = buildPlan({
    inventory,
    settings: {
      users: parseUserMap(userMap, 'of the demo'),
      teamMap: new Map(),
      hasUserActors: targetIsLimited,
      jiraUrl: 'https://jira.acme.example',
    },
    organization,
    include: [],
    exclude: [],
    nameFrom: 'slug',
    visibility: 'source',
    options: {},
    resolveTargetNames: program.naming.resolveRepositoryNames,
  });
  const plan = importsOne ? withImport(built) : built;
  const colors = palette(outputOptions(flags, program).color);
  for (const note of notes) say(`${colors.warning('warning')}  ${note}`);
  if (importsOne)
    say(
      `${imported} is migrated by GitHub's importer, with authors and dates; the others use the API`,
    );
  const settings = settingsAhead(plan, { targetIsLimited });
  const pipelines = pipelinesAhead(plan);
  const all = [
    settings === null ? [] : settingsLines(settings, { all: true, colors }),
    pipelines === null ? [] : pipelinesLines(pipelines, { colors }),
  ].filter((lines) => lines.length > 0);
  if (all.length === 0) return plan;
  const hint = '               With -v the demo lists them, each with its reason.';
  const shown =
    flags.verbose > 0 ? all.flat() : [...all.flatMap((lines) => lines.slice(0, 1)), hint];
  for (const line of ['', ...shown]) say(line);
  return plan;
}

function withImport(plan: Plan): Plan {
  const repositories = plan.repositories.map((one) =>
    one.source === imported ? { ...one, engine: 'archive' as const } : one,
  );
  return { ...plan, repositories };
}

/** The repositories of the sample, with settings of every kind, and pipelines. */
async function discoverSample(options: {
  app: App;
  program: CommandProgram;
  workspace: string;
  say: (line: string) => void;
}): Promise<Inventory> {
  const { app, program, workspace, say } = options;
  const source = app.source();
  const common = { source, clock: program.clock, emit: app.events.emit };
  const signal = AbortSignal.any([program.drain, program.stop]);
  const { inventory, repositories } = await discover({ ...common, workspace, signal });
  const scanning = {
    ...common,
    workspace: inventory.source.workspace,
    repositories,
    folder: discoveryFolder(stateFolder(program)),
    fresh: true,
    signal: program.stop,
    drain: program.drain,
    say,
  };
  const { facts, groups } = await findSettings(scanning);
  // A Data Center has none.
  const pipelines = source.secrets === null ? null : await findPipelines(scanning);
  const withFacts = inventory.repositories.map((one) => ({
    ...one,
    ...facts.get(one.slug ?? ''),
    ...pipelines?.facts.get(one.slug ?? ''),
  }));
  return { ...inventory, groups: [...groups], repositories: withFacts };
}
