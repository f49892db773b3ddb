import { rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { Family } from './family.ts';
import { complaintsAbout } from './judge.ts';
import { type AnswerChange, answerChange } from './mutate/mutate-answer.ts';
import { changeAnswers, type Hosts } from './ports.ts';
import type { Scene } from './scene.ts';
import { runInWorld } from './world.ts';

const hostNames = ['source', 'target', 'source-git', 'target-git'] as const;

interface RunCase {
  readonly command: 'discover' | 'deep' | 'dry-run' | 'verify' | 'migrate';
  readonly host: (typeof hostNames)[number];
  readonly number: number;
  readonly stays: boolean;
  readonly changes: readonly AnswerChange[];
  readonly asJson: boolean;
}

/** Whole commands, one of whose answers is changed on its way from a real host. */
export function runFamilyOf(scene: Scene, hosts: Hosts): Family<RunCase> {
  const { place, configFile } = scene;
  const folder = join(place.folder, 'runs');
  let turn = 0;
  const config = ['--config', configFile];
  return {
    name: 'host answers, whole commands',
    share: 3,
    cases: fc.record({
      command: fc.oneof(
        { weight: 6, arbitrary: fc.constantFrom('discover', 'deep', 'dry-run', 'verify') },
        { weight: 1, arbitrary: fc.constant('migrate') },
      ) as fc.Arbitrary<RunCase['command']>,
      host: fc.constantFrom(...hostNames),
      number: fc.nat(12),
      stays: fc.boolean(),
      changes: fc.array(answerChange, { minLength: 1, maxLength: 2 }),
      asJson: fc.boolean(),
    }),
    async run(one) {
      turn += 1;
      rmSync(folder, { recursive: true, force: true });
      const plan = place.write('runs.json', place.plan(`web:run-${turn}`));
      const workspace = place.sandbox.workspace;
      const commands = {
        discover: ['discover', '--workspace', workspace],
        deep: ['discover', '--workspace', workspace, '--deep'],
        'dry-run': ['migrate', '--plan', plan, '--dry-run'],
        verify: ['verify', '--migration', scene.completed],
        migrate: ['migrate', '--plan', plan],
      };
      for (const name of hostNames) {
        const change = name === one.host ? changeAnswers(one, hosts.elsewhere) : null;
        hosts[name].begin('pass-on', change);
      }
      const came = hosts.elsewhere.came;
      const stateFolder = one.command === 'verify' ? scene.stateFolder : folder;
      const environment = { ...hosts.environment, MIGRATOR_STATE_DIR: stateFolder };
      const argv = [...commands[one.command], ...config, ...(one.asJson ? ['--json'] : [])];
      const outcome = await runInWorld(
        argv,
        { folder: place.folder, environment, haste: 500 },
        120_000,
      );
      const complaints = complaintsAbout(outcome, {
        codes: [0, 3, 4, 6, 7],
        names: ['127.0.0.1', 'acme', 'web', 'workspace', `run-${turn}`],
        within: 60_000,
      });
      if (hosts.elsewhere.came > came) complaints.push('it went to another host');
      return complaints;
    },
  };
}
