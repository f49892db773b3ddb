import { join } from 'node:path';
import { type CataloguedString, catalogueStrings } from '../../../scripts/strings/catalogue.ts';
import { commandAt } from '../../../src/cli/flags/find-command.ts';
import { commands } from '../../../src/cli/registry.ts';
import { everyString } from './every-string.ts';

/** Which test of `test/program/hints` runs the commands of the hints in these files. */
const areas = {
  runs: [
    'src/cli/flags/',
    'src/core/commands/help-text.ts',
    'src/core/commands/completion/',
    'src/core/commands/config/',
    'src/core/commands/migrate/cancel-handler.ts',
    'src/core/commands/migrate/named-migration.ts',
    'src/core/commands/migrate/report-outcome.ts',
    'src/core/commands/migrate/run-flags.ts',
    'src/core/commands/status/',
    'src/core/commands/verify/',
    'src/core/commands/remotes/',
    'src/core/handover/arrived.ts',
    'src/core/report/',
    'src/core/state/refusals.ts',
  ],
  state: [
    'src/core/commands/migrate/reset.ts',
    'src/core/replica/context/require-marker-key.ts',
    'src/core/replica/context/stored-plan.ts',
    'src/core/state/already-started.ts',
    'src/core/state/damaged-state.ts',
    'src/core/state/sqlite/open-database.ts',
    'src/core/state/sqlite/state-error.ts',
  ],
  secrets: ['src/core/commands/secrets', 'src/core/secrets/', 'src/core/vault/'],
  hosts: [
    'src/core/commands/sandbox/',
    'src/core/discovery/',
    'src/core/doctor/',
    'src/core/hosts/bitbucket-cloud/',
    'src/core/kernel/documents/',
  ],
  settings: [
    'src/core/commands/settings/',
    'src/core/hosts/github/settings/',
    'src/core/replica/apply/settings/',
    'src/core/settings/',
  ],
  sync: ['src/core/verbs/sync/', 'src/core/replica/apply/synced-refs/', 'src/core/commands/sync/'],
  licenses: ['src/core/commands/license/', 'src/core/license/'],
} as const;

export type Area = keyof typeof areas;

/** Areas that another test follows, because it has the state already. */
export const elsewhere: Readonly<Record<string, string>> = {
  'src/core/run/control/with-workers.ts': 'test/core/run/control/with-workers.test.ts',
  'src/core/state/grant-workers.ts': 'test/core/run/control/with-workers.test.ts',
  'src/core/commands/migrate/workers-go-on.ts': 'test/program/database/workers.test.ts',
  'src/core/state/postgresql/claimed-by-worker.ts': 'test/program/database/workers.test.ts',
  'src/core/commands/migrate/refuse-to-end.ts': 'test/program/cutover/abort-unfinished.test.ts',
  'src/core/verbs/cutover/rollback/check-rollback.ts':
    'test/program/live-targets/killed-while-off.test.ts',
  'src/core/commands/pipelines/convert-handler.ts': 'test/program/pipelines/convert.test.ts',
  'src/core/replica/recorded/converted-pipelines.ts': 'test/program/pipelines/afterwards.test.ts',
  'src/core/commands/archive/check-handler.ts': 'test/program/archive/check.test.ts',
  'src/core/commands/plan/handler.ts': 'test/program/command-line/next-steps.test.ts',
  'src/core/commands/doctor/handler.ts': 'test/program/command-line/next-steps.test.ts',
  'src/core/commands/doctor/calibration.ts': 'test/program/calibration/calibrate.test.ts',
  'src/core/commands/users/suggest-handler.ts': 'test/program/command-line/next-steps.test.ts',
  'src/core/commands/newest-migration.ts': 'test/program/command-line/next-steps.test.ts',
  'src/core/commands/users/status-handler.ts': 'test/program/archive/users.test.ts',
  'src/core/commands/users/claim-handler.ts': 'test/program/archive/users.test.ts',
  'src/core/commands/rollback/handler.ts': 'test/program/rollback/rollback.test.ts',
  'src/core/verbs/cutover/import-again.ts': 'test/program/archive/import-followed.test.ts',
  'src/core/commands/audit/handler.ts': 'test/program/audit/audit.test.ts',
  'src/core/commands/discover/output.ts': 'test/program/command-line/doctor/doctor-shapes.test.ts',
  'src/core/commands/demo/handler.ts': 'test/terminal/demo-recordings.test.ts',
  'src/core/run/preflight/notes-of-calibration.ts': 'test/program/calibration/calibrate.test.ts',
  'src/core/calibration/trial/importer-trial.ts': 'test/program/calibration/importer-trial.test.ts',
  'src/core/run/preflight/names-to-rewrite.ts':
    'test/program/pull-requests/names-unfinished.test.ts',
  'src/core/commands/wizard/migrate-and-show.ts': 'test/terminal/wizard-commands.test.ts',
  'src/screens/result/card-lines.ts': 'test/program/hints/runs.test.ts',
  'src/core/commands/cutover/output.ts': 'test/program/cutover/hints.test.ts',
  'src/core/verbs/cutover/rolled-back.ts': 'test/program/rollback/halfway.test.ts',
  'src/core/verbs/cutover/halfway.ts': 'test/program/rollback/halfway.test.ts',
  'src/core/verbs/cutover/check/problems.ts': 'test/program/cutover/blocked.test.ts',
  'src/core/verbs/verify/compare/lost-user-map.ts':
    'test/program/pull-requests/lost-user-map.test.ts',
  'src/core/verbs/cutover/run/repositories.ts': 'test/program/cutover/hints.test.ts',
  'src/core/verbs/cutover/steps/verify-targets.ts': 'test/program/cutover/hints.test.ts',
  'src/core/journal/target-gone.ts': 'test/program/secrets/replaced-target.test.ts',
  'src/screens/wizard/steps/doctor/step.ts': 'test/program/command-line/doctor/doctor.test.ts',
};

/** Strings that name a command for another reason than to have it run. */
const references = [
  // The tests of the demo run it.
  'New here? `migrator demo`',
  // The head of a file that people edit; the test of manifests reads it.
  'Secrets to create on GitHub, from the pipeline variables of',
  // The test of refused settings runs both.
  'Apply settings again:',
  // Only after twenty things to do; the tests of status run the command.
  'more; all: migrator status --migration',
  // Of the specification, word for word. What it prints without an address is in `licenses`.
  'No license found. Register for a free license',
];

/** On the page, below a setting that was not applied. */
const settingsAgain = 'migrator settings --migration {}';

const root = join(import.meta.dirname, '../../..');

/** The words of each command of ours in a text, up to the end of its sentence; what only sounds like one is none. */
export function commandsIn(text: string): readonly (readonly string[])[] {
  return [...text.matchAll(/(?<![\w./-])migrator ([a-z{-][^\n`"]*)/g)].flatMap(([, line = '']) => {
    const [command = ''] = line.split(/[.,;:)](?= |$)| \(| · /);
    const words = command.trim().split(/ +/);
    const isCommand = /--help$/.test(command) || commandAt(commands, words) !== undefined;
    return isCommand ? [words] : [];
  });
}

/**
 * Every message and hint that names a command, but for the examples in a `--help`.
 * @param area only its own; of all files if left out
 */
export function hintsWithCommands(area?: Area): readonly CataloguedString[] {
  const strings = area === undefined ? everyString() : catalogueStrings(root, areas[area]);
  return strings.filter(
    ({ file, text }) =>
      !file.endsWith('/command.ts') &&
      !references.some((one) => text.includes(one)) &&
      text !== settingsAgain &&
      commandsIn(text).length > 0,
  );
}

/** The area whose test must run what a file's hints name; `null` where none does. */
export function areaOf(file: string): Area | null {
  for (const [area, prefixes] of Object.entries(areas) as [Area, readonly string[]][]) {
    if (prefixes.some((prefix) => file.startsWith(prefix))) return area;
  }
  return null;
}
