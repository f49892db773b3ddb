import { describe, expect, it } from 'vitest';
import { openWorkplace } from '../../../helpers/program/workplace.ts';
import { addRepositories } from '../../../helpers/repositories/migration-fixture.ts';

const runArguments = ['migrate', '--plan', 'plan.json', '--workers', '1'];

describe('a dry run of a migration that has begun', () => {
  it('tells what is done already from what would be made', async () => {
    await using place = await openWorkplace();
    await addRepositories(place, 'one', 'two');
    place.sandbox.faults.add({
      host: 'github',
      method: 'POST',
      action: { kind: 'status', status: 403, body: '{"message":"Not now."}' },
    });
    expect((await place.run(runArguments)).code).toBe(6);
    const { code, stdout } = await place.run([...runArguments, '--dry-run']);
    expect(stdout).toMatch(/^create +one /m);
    expect(stdout).toMatch(/^done +two /m);
    expect(stdout).toContain('1 repository would be created');
    expect(code).toBe(0);
  });
});
