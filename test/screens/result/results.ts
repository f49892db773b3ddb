import type { RunResult } from '../../../src/core/commands/run-result.ts';
import type { Proof } from '../../../src/core/report/proof.ts';
import { initialRunState, reduceRunAll } from '../../../src/core/report/run/run-state.ts';
import { leftInRun } from '../../../src/core/report/summary/to-dos.ts';
import { resultLines } from '../../../src/screens/result/result-lines.ts';
import { initialResult } from '../../../src/screens/result/result-state.ts';
import { plainText } from '../../../src/ui/text/line.ts';
import { glyphsOf } from '../../../src/ui/theme/glyphs.ts';
import { at, ended, failed, finished, noon, started } from '../../core/report/events.ts';

export const glyphs = glyphsOf({ LANG: 'en_US.UTF-8', TERM: 'xterm' });
const warning = (repository: string, many: number) =>
  at({ type: 'repository-warning', repository, message: `${many} images stay on Bitbucket` });

export function resultOf(...events: Parameters<typeof reduceRunAll>[1]): RunResult {
  const run = reduceRunAll(initialRunState, [started('api', 'web', 'a b', 'old'), ...events]);
  return {
    ...{ run, left: leftInRun(run) },
    exitCode: 6,
    webUrl: 'https://github.com',
    pullRequestPages: new Map(),
    commandLine: 'migrator migrate --plan plan.json',
    statusCommand: 'migrator status --migration mig_000000000001',
    plan: 'plan.json',
    report: null,
    notice: null,
    check: null,
    isWhole: true,
    follows: false,
  };
}

const counts = { succeeded: 2, skipped: 1, failed: 1 };
/** A run with a failure, warnings and a skipped repository. */
export const full = resultOf(
  warning('api', 2),
  warning('web', 14),
  finished('api', { webUrl: 'https://evil.example/' }),
  finished('web'),
  failed('a b', { hint: 'Allow it.' }),
  finished('old', { outcome: 'skipped', refs: null, reason: 'it exists' }),
  ended(counts, 'completed_with_failures'),
);

export function shown(result: RunResult, width: number, height: number) {
  return resultLines(initialResult(result), { width, height, glyphs });
}

export const proof: Proof = {
  at: noon,
  sha256: 'ace15039'.repeat(8),
  compared: 2094,
  equal: 2094,
  settings: null,
  counts: [
    { what: 'branches and tags', compared: 2067, equal: 2067 },
    { what: 'pull requests', compared: 27, equal: 27 },
  ],
  problems: [],
};
/** A run in which everything arrived. */
export const clean = resultOf(
  ...['api', 'web', 'a b', 'old'].map((one) => finished(one)),
  ended({ succeeded: 4, skipped: 0, failed: 0 }),
);

export function textOf(result: RunResult, width = 79, height = 22): string {
  return shown(result, width, height).map(plainText).join('\n');
}
