import type { RunResult } from '../../../core/commands/run-result.ts';
import { type ExitCode, exitCodes } from '../../../core/kernel/exit-codes.ts';
import { initialRunState, reduceRunAll } from '../../../core/report/run/run-state.ts';
import { ResultScreen } from '../../result/show-result.tsx';
import { migrationId } from '../sample/company.ts';
import * as runs from '../sample/runs.ts';
import type { Scene } from './scene.ts';

/** Every state of the result of a run. */
export const resultScenes: readonly Scene[] = [
  scene('everything arrived', runs.succeeded, exitCodes.done),
  scene('things to do by hand', runs.withWarnings, exitCodes.done),
  scene('one has failed', runs.failed, exitCodes.someFailed),
];

function scene(name: string, { events }: runs.SampleRun, exitCode: ExitCode): Scene {
  const result: RunResult = {
    run: reduceRunAll(initialRunState, events),
    exitCode,
    webUrl: 'https://github.com',
    pullRequestPages: new Map(),
    commandLine: 'migrator migrate --plan plan.json',
    statusCommand: `migrator status --migration ${migrationId}`,
    plan: 'plan.json',
    report: null,
  };
  const effects = { choose() {}, open: () => true, copy: () => true };
  return {
    name: `result, ${name}`,
    open: () => (
      <ResultScreen result={result} drain={new AbortController().signal} effects={effects} />
    ),
  };
}
