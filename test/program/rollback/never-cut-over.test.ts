import { describe, expect, it } from 'vitest';
import { usersEnvironment } from '../../../sandbox/environment.ts';
import { runCommandLine } from '../../../src/cli/main.ts';
import type { PlannedRepository } from '../../../src/core/plan/plan-schema.ts';
import { createProgramHere, standIn } from '../../helpers/program/run-here.ts';
import { environmentIn } from '../../helpers/program/run-program.ts';
import { askGithub } from '../../sandbox/helpers/rest.ts';
import { type CutoverPlace, openCutoverPlace } from '../cutover/cutover-place.ts';

const names = ({ sandbox }: CutoverPlace) =>
  sandbox.github.repositories.map(({ name, archived }) => `${name}${archived ? ' archived' : ''}`);

function rollback(place: CutoverPlace, ...args: readonly string[]) {
  return place.run(['rollback', '--migration', place.migration, ...args], place.credentials);
}

/** A person at a terminal gives this answer. */
async function answer(place: CutoverPlace, text: string, ...args: readonly string[]) {
  const variables = { ...usersEnvironment(place.sandbox), ...place.credentials };
  const environment = environmentIn({ cwd: place.folder, environment: variables });
  const asked: string[] = [];
  const { program, written } = createProgramHere({
    ...{ environment, temporaryFolder: place.folder },
    async ask(question) {
      asked.push(question);
      return text;
    },
  });
  using _folder = standIn(place.folder);
  const line = ['rollback', '--migration', place.migration, ...args];
  const code = await runCommandLine(line, program);
  return { code, ...written, asked };
}

describe('a rollback of repositories that were never cut over', () => {
  it('is refused with --yes alone, and names the flag that allows it', async () => {
    await using place = await openCutoverPlace({}, ['one', 'two']);
    const dry = await rollback(place, '--dry-run');
    expect(dry.stdout).toContain('would be renamed and archived on GitHub');
    expect(dry.stdout).toContain('nothing to unlock');
    expect(dry.stdout).toContain('Never cut over: one, two');
    expect(dry.stdout).toContain('add --without-cutover');
    const refused = await rollback(place, '--yes');
    expect({ ...refused }).toMatchObject({ code: 2 });
    expect(refused.stderr).toContain('2 repositories were never cut over');
    const allowed = `migrator rollback --migration ${place.migration} --without-cutover --yes`;
    expect(refused.stderr).toContain(allowed);
    expect(names(place).toSorted()).toEqual(['one', 'two']);
    const done = await rollback(place, '--without-cutover', '--yes');
    expect({ ...done }).toMatchObject({ code: 0 });
    expect(names(place).every((name) => /-rolledback-.* archived$/.test(name))).toBe(true);
    expect(done.stdout).not.toContain('unlocked');
    expect(done.stderr).not.toMatch(/^Unlock/m);
    expect((await place.run(['status'])).stdout).toContain('rolled back');
  });

  it('names what it changes as GitHub knows it, and the names that are kept', async () => {
    const renamed = (one: PlannedRepository) => ({ ...one, target: `${one.source}-f` });
    await using place = await openCutoverPlace({}, ['one', 'two'], null, {}, renamed);
    const date = new Date().toISOString().slice(0, 10).replaceAll('-', '');
    const name = `one-f-rolledback-${date}`;
    await askGithub(place.sandbox, 'POST', '/orgs/acme/repos', { name });
    const dry = await rollback(place, '--dry-run');
    expect(dry.stdout).toContain(
      'These would be renamed and archived on GitHub:\n' +
        `  acme/one-f -> one-f-rolledback-${date}-2\n  acme/two-f -> two-f-rolledback-${date}\n`,
    );
    expect(dry.stdout).toContain('Never cut over: one -> one-f, two -> two-f');
    const done = await rollback(place, '--without-cutover', '--yes', '--include', 'one');
    expect(done.stdout).toContain(`Kept on GitHub, archived: one-f-rolledback-${date}-2\n`);
    expect((await place.run(['verify', '--migration', place.migration])).stderr).toMatch(
      /^equal {4}two -> two-f/m,
    );
  });

  it('asks a person to type a word, and y is not enough', async () => {
    await using place = await openCutoverPlace({}, ['one']);
    const refused = await answer(place, 'y');
    expect(refused).toMatchObject({ code: 2 });
    expect(refused.asked.join('')).toContain('Type archive');
    expect(names(place)).toEqual(['one']);
    expect(await answer(place, 'archive')).toMatchObject({ code: 0 });
  });

  it('concerns only those of a wave that has not been cut over', async () => {
    await using place = await openCutoverPlace({}, ['one', 'later']);
    expect(await place.cutover('--wave', '1')).toMatchObject({ code: 0 });
    expect((await rollback(place, '--dry-run')).stdout).toContain('Never cut over: later');
    expect((await rollback(place, '--yes')).stderr).toContain('1 repository was never cut over');
    const switched = await rollback(place, '--yes', '--wave', '1');
    expect(switched).toMatchObject({ code: 0 });
    const again = `migrator migrate --resume ${place.migration} --reset-rolled-back`;
    const { stdout: status } = await place.run(['status', '--migration', place.migration]);
    expect(status).toContain(`${place.migration}  partly rolled back`);
    expect(status).toContain('1 of 2 on GitHub, 1 rolled back');
    expect(status).toContain(`Migrate again what was rolled back:  ${again}`);
    const verify = ['verify', '--migration', place.migration];
    expect((await place.run(verify, place.credentials)).stdout).toContain(
      'Verified 1 of 2 repositories, 1 rolled back',
    );
    const dry = await place.cutover('--dry-run');
    expect(dry).toMatchObject({ code: 8, stdout: '' });
    expect(dry.stderr).toContain(`one was rolled back`);
    expect(dry.stderr).toContain(`Migrate it again with: ${again}. Or skip it with --exclude.`);
    const migrated = await place.run(again.split(' ').slice(1));
    expect(migrated).toMatchObject({ code: 0, stderr: expect.not.stringContaining('is gone') });
    expect((await place.run(['status'])).stdout).not.toContain('rolled back');
    expect(switched.stdout).toContain('unlocked.');
  });
});
