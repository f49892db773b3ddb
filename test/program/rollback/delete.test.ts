import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { usersEnvironment } from '../../../sandbox/environment.ts';
import { runCommandLine } from '../../../src/cli/main.ts';
import { createProgramHere, standIn } from '../../helpers/program/run-here.ts';
import { environmentIn } from '../../helpers/program/run-program.ts';
import { type CutoverPlace, openCutoverPlace } from '../cutover/cutover-place.ts';

let place: CutoverPlace;
beforeAll(async () => {
  place = await openCutoverPlace({}, ['one', 'two']);
  expect((await place.cutover()).code).toBe(0);
});
afterAll(() => place[Symbol.asyncDispose]());

/** A person at a terminal gives these answers. */
async function rollbackWith(answers: readonly string[], scopes: readonly string[]) {
  const { sandbox, folder, credentials, migration } = place;
  const DST_TOKEN = sandbox.github.tokens.add({ scopes });
  const environment = environmentIn({
    cwd: folder,
    environment: { ...usersEnvironment(sandbox), ...credentials, DST_TOKEN },
  });
  const left = [...answers];
  const { program, written } = createProgramHere({
    ...{ environment, temporaryFolder: environment.TMPDIR ?? '/tmp' },
    ask: async () => left.shift() ?? null,
  });
  using _folder = standIn(folder);
  const args = ['rollback', '--migration', migration, '--delete'];
  return { code: await runCommandLine(args, program), ...written };
}

const all = ['repo', 'workflow', 'read:org', 'delete_repo'];
const names = () => place.sandbox.github.repositories.map(({ name }) => name).toSorted();

describe('rollback --delete', () => {
  it('is refused where nobody can type, with --yes as well', async () => {
    const args = ['rollback', '--migration', place.migration, '--delete', '--yes'];
    const { code, stderr } = await place.run(args, place.credentials);
    expect({ code, stderr }).toMatchObject({ code: 2 });
    expect(stderr).toContain('--delete asks you to type each name');
  });

  it('needs the scope delete_repo, before anything is asked or written', async () => {
    const { code, stderr } = await rollbackWith([], ['repo', 'workflow', 'read:org']);
    expect({ code, stderr }).toMatchObject({ code: 4 });
    expect(stderr).toContain('--delete needs the scope delete_repo');
    expect(names()).toEqual(['one', 'two']);
  });

  it('changes nothing where another word is typed than one of the names', async () => {
    const { code, stderr } = await rollbackWith(['one', 'yes'], all);
    expect({ code, stderr }).toMatchObject({ code: 2 });
    expect(stderr).toContain('Deleting acme/two was not confirmed');
    expect(names()).toEqual(['one', 'two']);
    expect(place.restrictions('one').length).toBeGreaterThan(0);
  });

  it('deletes what was named, and unlocks the sources', async () => {
    const { code, stdout, stderr } = await rollbackWith(['one', 'acme/two'], all);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stdout).toContain('2 GitHub repositories deleted.');
    expect(names()).toEqual([]);
    expect(place.restrictions('one')).toEqual([]);
    expect(place.restrictions('two')).toEqual([]);
    expect((await rollbackWith([], all)).stdout).toContain('one, two: rolled back earlier');
  });
});
