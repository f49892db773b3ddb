import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { usersEnvironment } from '../../../sandbox/environment.ts';
import { runCommandLine } from '../../../src/cli/main.ts';
import { createProgramHere, standIn } from '../../helpers/program/run-here.ts';
import { environmentIn } from '../../helpers/program/run-program.ts';
import { newestMigration } from '../../helpers/repositories/migration-fixture.ts';
import { type NamesPlace, openNamesPlace } from '../../helpers/repositories/names-place.ts';
import { migrate } from '../../helpers/repositories/pull-request-place.ts';

describe('a user map with fewer people than the last one', () => {
  let place: NamesPlace;
  let again: readonly string[];
  let before: readonly string[];
  beforeAll(async () => {
    place = await openNamesPlace();
    const { jane, joe } = place;
    place.map([jane, 'jane-gh'], [joe, 'joe-gh']);
    const { code, stderr } = await place.run([...migrate, '--user-map', 'users.csv']);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    again = ['migrate', '--resume', await newestMigration(place), '--user-map', 'users.csv'];
    before = place.texts();
    place.map([joe, 'joe-gh']);
  });
  afterAll(() => place[Symbol.asyncDispose]());

  const text = 'no longer maps 1 person';

  it('is refused in a script, also with --yes, before any request', async () => {
    const from = place.sandbox.requests.length;
    for (const flags of [[], ['--yes']]) {
      const { code, stderr } = await place.run([...again, ...flags]);
      expect({ code, stderr }).toMatchObject({ code: 2 });
      expect(stderr).toContain(`${text} (${place.jane.uuid}): up to 3 pull requests`);
      expect(stderr).toContain('confirm with --unmap-people');
    }
    expect(place.sandbox.requests).toHaveLength(from);
    expect(place.texts()).toEqual(before);
  });

  it('is named by a dry run', async () => {
    const { code, stdout, stderr } = await place.run([...again, '--dry-run']);
    expect({ code, stdout, stderr }).toMatchObject({ code: 0 });
    expect(`${stdout}${stderr}`).toContain(text);
    expect(place.texts()).toEqual(before);
  });

  it('asks a person to type a word, and y is not enough', async () => {
    const environment = environmentIn({
      cwd: place.folder,
      environment: usersEnvironment(place.sandbox),
    });
    const asked: string[] = [];
    const { program } = createProgramHere({
      ...{ environment, temporaryFolder: place.folder },
      async ask(question) {
        asked.push(question);
        return 'y';
      },
    });
    using _folder = standIn(place.folder);
    expect(await runCommandLine(again, program)).toBe(2);
    expect(asked.join('')).toContain('Type unmap to confirm');
    expect(place.texts()).toEqual(before);
  });

  it('rewrites the names where it is confirmed', async () => {
    const { code, stderr } = await place.run([...again, '--unmap-people']);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(place.texts().join('\n')).not.toContain('jane-gh');
    expect(place.texts().join('\n')).toContain('joe-gh');
  });
});
