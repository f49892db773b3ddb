import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
    const again = `migrator migrate --resume ${place.migration} --reset-repo '*'`;
    expect(over).toContain(`Migrate again:  ${again}`);
    const unchanged = await place.run(['migrate', '--resume', place.migration]);
    expect(unchanged.stdout + unchanged.stderr).toContain(`Migrate again:  ${again}`);
    const all = ['migrate', '--resume', place.migration, '--reset-repo', '*'];
    const migrated = await place.run(all);
    expect({ code: migrated.code, stderr: migrated.stderr }).toMatchObject({ code: 0 });
    expect((await place.run(status)).stdout).not.toContain('rolled back');
  });
});
