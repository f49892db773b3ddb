import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { canary, hostileNames } from '../../helpers/hostile/hostile-texts.ts';
import { openWorkplace } from '../../helpers/program/workplace.ts';

const hostile = [
  ...hostileNames.filter((name) => !name.includes('\0') && name.length <= 100),
  `a\u0001'; touch ${canary} #`,
];

it('run nothing of a name in a file, in any POSIX shell', async () => {
  await using place = await openWorkplace();
  const commands: string[] = [];
  async function collect(args: readonly string[]): Promise<void> {
    const { stdout, stderr } = await place.run(args);
    commands.push(
      ...[...(stdout + stderr).matchAll(/: migrator (.*)/g)].map(([, rest]) => `${rest}`),
    );
  }
  for (const name of hostile) {
    const { target, ...plan } = place.plan('web') as { target: object };
    place.write('plan.json', { ...plan, target: { ...target, organization: name } });
    await collect(['doctor', '--plan', 'plan.json']);
    const source = { kind: 'bitbucket-cloud', workspace: name };
    const rest = { discovered_at: '2026-01-01T00:00:00Z', repositories: [{ name: 'web' }] };
    place.write('inventory.json', { version: 1, source, ...rest });
    await collect(['secrets', 'manifest', '--inventory', 'inventory.json', '--output', 'x.yaml']);
  }
  expect(commands.length).toBeGreaterThan(hostile.length);
  for (const shell of ['sh', 'bash']) {
    for (const command of commands) {
      spawnSync(shell, ['-c', `true ${command}`], { cwd: place.folder });
      expect([command, existsSync(join(place.folder, canary))]).toEqual([command, false]);
    }
  }
});
