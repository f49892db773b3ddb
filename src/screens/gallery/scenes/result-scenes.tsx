import type { RunResult } from '../../../core/commands/run-result.ts';
import { exitCodes } from '../../../core/kernel/exit-codes.ts';
import type { EndCheck, ProofCount } from '../../../core/report/proof.ts';
import { initialRunState, reduceRunAll } from '../../../core/report/run/run-state.ts';
import { leftInRun } from '../../../core/report/summary/to-dos.ts';
import { ResultScreen } from '../../result/show-result.tsx';
import { migrationId, noon } from '../sample/company.ts';
import * as runs from '../sample/runs.ts';
import type { Scene } from './scene.ts';

const all = (what: ProofCount['what'], many: number): ProofCount => ({
  ...{ what, compared: many, equal: many },
});

const verified: EndCheck = {
  kind: 'verified',
  proof: {
    at: noon + 80_000,
    sha256: 'ace15039'.repeat(8),
    counts: [
      ...[all('branches and tags', 2067), all('LFS objects', 5)],
      ...[all('pull requests', 27), all('comments', 30)],
    ],
    ...{ settings: null, compared: 2129, equal: 2129, problems: [] },
  },
};

/** Every state of the result of a run. */
export const resultScenes: readonly Scene[] = [
  scene('everything arrived', runs.succeeded, { check: verified }),
  scene('things to do by hand', runs.withWarnings, { check: verified }),
  scene('one has failed', runs.failed, { exitCode: exitCodes.someFailed }),
  scene('not verified yet', runs.succeeded, {
    check: { kind: 'not-yet', why: 'GitHub would make it wait for 12m' },
  }),
  scene('a part of a workspace', runs.succeeded, { check: verified, isWhole: false }),
  scene('waits for the cut-over', runs.succeeded, { check: verified, follows: true }),
];

function scene(name: string, { events }: runs.SampleRun, change: Partial<RunResult>): Scene {
  const run = reduceRunAll(initialRunState, events);
  const result: RunResult = {
    ...{ run, left: leftInRun(run) },
    exitCode: exitCodes.done,
    ...{ check: null, isWhole: true, follows: false, notice: null },
    webUrl: 'https://github.com',
    pullRequestPages: new Map(),
    commandLine: 'migrator migrate --plan plan.json',
    statusCommand: `migrator status --migration ${migrationId}`,
    plan: 'plan.json',
    report: null,
    ...change,
  };
  const effects = { choose() {}, open: () => true, copy: () => true };
  return {
    name: `result, ${name}`,
    open: () => (
      <ResultScreen result={result} drain={new AbortController().signal} effects={effects} />
    ),
  };
}
