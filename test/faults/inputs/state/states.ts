import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { Family } from '../family.ts';
import { isWrite } from '../is-write.ts';
import { complaintsAbout } from '../judge.ts';
import { type ByteChange, byteChange, changeBytes } from '../mutate/mutate-bytes.ts';
import type { Scene } from '../scene.ts';
import { runInWorld } from '../world.ts';
import { putDamaged } from './damage-state.ts';
import { type StateDamage, stateDamage } from './state-damages.ts';

interface StateCase {
  readonly damage: StateDamage;
  /** Of the key beside the database, and of the budgets. */
  readonly key: readonly ByteChange[];
  readonly budgets: readonly ByteChange[];
  readonly command: keyof ReturnType<typeof commandsOf>;
  readonly asJson: boolean;
}

const fewBytes = fc.oneof(
  { weight: 8, arbitrary: fc.constant([]) },
  { weight: 1, arbitrary: fc.array(byteChange, { minLength: 1, maxLength: 2 }) },
);

/** State folders that are not as the program left them, by the commands that read them. */
export function stateFamily(scene: Scene): Family<StateCase> {
  const folder = join(scene.place.folder, 'damaged');
  const path = join(folder, 'migrator.sqlite');
  const whole = readFileSync(join(scene.stateFolder, 'migrator.sqlite'));
  const key = readFileSync(join(scene.stateFolder, 'marker.key'));
  const budgets = readFileSync(join(scene.stateFolder, 'pace-1.sqlite'));
  const environment = { ...scene.environment, MIGRATOR_STATE_DIR: folder };
  const commands = commandsOf(scene);
  const names = [folder, scene.completed, scene.unfinished, 'acme', '127.0.0.1', 'web', 'api'];
  return {
    name: 'state',
    share: 14,
    cases: fc.record({
      damage: stateDamage,
      key: fewBytes,
      budgets: fewBytes,
      command: fc.oneof(
        { weight: 5, arbitrary: fc.constantFrom('list', 'one', 'repository', 'unfinished') },
        { weight: 2, arbitrary: fc.constantFrom('verify', 'resume', 'again') },
      ) as fc.Arbitrary<StateCase['command']>,
      asJson: fc.boolean(),
    }),
    async run(one) {
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { mode: 0o700 });
      writeFileSync(join(folder, 'marker.key'), changeBytes(key, one.key), { mode: 0o600 });
      writeFileSync(join(folder, 'pace-1.sqlite'), changeBytes(budgets, one.budgets));
      putDamaged(path, whole, one.damage);
      const before = contentOf(path);
      const requests = scene.place.sandbox.requests.length;
      const { argv, codes } = commands[one.command];
      const outcome = await runInWorld(
        one.asJson ? [...argv, '--json'] : argv,
        { folder, environment },
        60_000,
      );
      const complaints = complaintsAbout(outcome, { codes, names, within: 15_000 });
      if (!before.equals(contentOf(path))) complaints.push('what was there was changed');
      if (scene.place.sandbox.requests.slice(requests).some(isWrite))
        complaints.push('something was written to the target');
      if (/Invalid plan mig_/.test(outcome.stderr + outcome.stdout))
        complaints.push('a plan in the state is reported as a file of the user');
      return complaints;
    },
  };
}

function contentOf(path: string): Buffer {
  if (!existsSync(path)) return Buffer.from('nothing');
  return statSync(path).isFile() ? readFileSync(path) : Buffer.from('no file');
}

function commandsOf({ completed, unfinished, planFile, configFile }: Scene) {
  const config = ['--config', configFile];
  return {
    list: { argv: ['status', '--list'], codes: [0, 8] },
    one: { argv: ['status', '--migration', completed], codes: [0, 8] },
    unfinished: { argv: ['status', '--migration', unfinished], codes: [0, 8] },
    repository: {
      argv: ['status', '--migration', completed, '--repository', 'web'],
      codes: [0, 8],
    },
    // What the state says wrongly of what it has brought looks like damage on the target.
    verify: { argv: ['verify', '--migration', completed, ...config], codes: [0, 6, 8] },
    // A changed plan leads to repositories that are not there, or is another one.
    resume: {
      argv: ['migrate', '--resume', unfinished, '--dry-run', ...config],
      codes: [0, 2, 3, 8],
    },
    again: { argv: ['migrate', '--plan', planFile, '--dry-run', ...config], codes: [0, 2, 3, 8] },
  } satisfies Record<string, { argv: readonly string[]; codes: readonly number[] }>;
}
