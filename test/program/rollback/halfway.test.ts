import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Plan } from '../../../src/core/plan/plan-schema.ts';
import { printedCommands } from '../../helpers/printed-commands.ts';
import { type CutoverPlace, openCutoverPlace } from '../cutover/cutover-place.ts';

let place: CutoverPlace;
beforeAll(async () => {
  place = await openCutoverPlace({}, ['one']);
});
afterAll(() => place[Symbol.asyncDispose]());

describe('a rollback that ends before it unlocks Bitbucket', () => {
  it('is shown by status with the command that continues it', async () => {
    expect((await place.cutover()).code).toBe(0);
    const action = { kind: 'status', status: 403, body: 'no' } as const;
    const path = /branch-restrictions/;
    place.sandbox.faults.add({ host: 'bitbucket', method: 'DELETE', path, times: 99, action });
    const rollback = ['rollback', '--migration', place.migration, '--yes'];
    expect((await place.run(rollback, place.credentials)).code).not.toBe(0);
    place.sandbox.faults.clear();

    const early = ['migrate', '--resume', place.migration, '--reset-rolled-back'];
    const refused = await place.run(early);
    expect(refused.code).toBe(8);
    expect(refused.stderr).toContain(`migrator rollback --migration ${place.migration}`);
    const status = ['status', '--migration', place.migration];
    const { stdout } = await place.run(status);
    expect(stdout).toContain('completed, rollback not finished');
    expect(stdout).toContain('1 of 1 archived, 1 still locked on Bitbucket');
    const command = printedCommands(stdout).find((one) => one.startsWith('migrator rollback'));
    const args = (command ?? '').split(' ').slice(1);
    expect((await place.run([...args, '--yes'], place.credentials)).code).toBe(0);
    expect(place.restrictions('one')).toEqual([]);
    const over = (await place.run(status)).stdout;
    expect(over).toContain(`${place.migration}  rolled back`);
    const again = `migrator migrate --resume ${place.migration} --reset-rolled-back`;
    expect(over).toContain(`Migrate again:  ${again}`);
    const resume = ['migrate', '--resume', place.migration];
    const unchanged = await place.run(resume);
    expect(unchanged.stdout + unchanged.stderr).toContain(`Migrate again:  ${again}`);
    expect(JSON.parse((await place.run([...resume, '--json'])).stdout)).toMatchObject({
      ...{ type: 'nothing-to-do', stage: 'rolled-back', targets: { created: 0, rolled_back: 1 } },
    });
    // Nothing of the migration is on GitHub any more, so that the plan may say otherwise.
    const plan = JSON.parse(readFileSync(join(place.folder, 'plan.json'), 'utf8')) as Plan;
    place.write('plan.json', { ...plan, follow: false });
    const edited = await place.run(['migrate', '--plan', 'plan.json']);
    const [, repeat = ''] =
      /Migrate again: {2}migrator (.*)$/m.exec(edited.stdout + edited.stderr) ?? [];
    expect(repeat).toBe('migrate --plan plan.json --reset-rolled-back');
    const migrated = await place.run(repeat.split(' '));
    expect({ code: migrated.code, stderr: migrated.stderr }).toMatchObject({ code: 0 });
    const whole = (await place.run(status)).stdout;
    expect(whole).not.toContain('rolled back');
    expect(whole).not.toContain('waits for its cut-over');
  });
});
