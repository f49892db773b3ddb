import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';

let place: Workplace;
let ids: readonly string[];
beforeAll(async () => {
  place = await openWorkplace({ workspace: 'sample' });
  const migrated: string[] = [];
  for (const repository of ['mobile-app-2', 'incident-drafts']) {
    place.write('plan.json', place.plan(repository));
    const { code, stdout } = await place.run(['migrate', '--plan', 'plan.json', '--json']);
    expect(code).toBe(0);
    migrated.push(/"migration":"(mig_\w+)"/.exec(stdout)?.[1] ?? '');
  }
  ids = migrated;
});
afterAll(() => place[Symbol.asyncDispose]());

describe('last, in place of an id', () => {
  it.each([
    ['status', '--migration'],
    ['verify', '--migration'],
    ['sync', '--migration'],
    ['migrate', '--resume'],
  ])('names the newest migration for %s', async (command, flag) => {
    const ended = await place.run([command, flag, 'last']);
    expect(ended, ended.stderr).toMatchObject({ code: 0 });
    expect(ended.stderr).toContain(`Newest migration: ${ids[1]}\n`);
  });

  it('is its id in JSON, and says nothing on standard error', async () => {
    const { stdout, stderr } = await place.run(['status', '--migration=last', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ migration: ids[1] });
    expect(stderr).toBe('');
  });

  it('is what status --watch follows where no id is given', async () => {
    const { code, stdout } = await place.run(['status', '--watch']);
    expect([code, stdout.split(' ')[0]]).toEqual([0, ids[1]]);
  });

  it('is an error where there is no migration yet', async () => {
    const environment = { MIGRATOR_STATE_DIR: `${place.folder}/other-state` };
    const { code, stderr } = await place.run(['verify', '--migration', 'last'], environment);
    expect(code).toBe(8);
    expect(stderr).toBe(
      'error  No migrations yet\n       Start one with: migrator migrate --plan plan.json\n',
    );
  });

  it('says so to a completion script as well, newest first', async () => {
    const { stdout } = await place.run(['completion', 'migrations']);
    expect(stdout.split('\n').map((line) => line.split('\t')[0])).toEqual([
      'last',
      ids[1],
      ids[0],
      '',
    ]);
  });
});
