import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newestMigration } from '../../helpers/repositories/migration-fixture.ts';
import { type NamesPlace, openNamesPlace } from '../../helpers/repositories/names-place.ts';
import { migrate } from '../../helpers/repositories/pull-request-place.ts';

let place: NamesPlace;

beforeEach(async () => {
  place = await openNamesPlace();
});

afterEach(async () => {
  await place[Symbol.asyncDispose]();
});

const mapped = ['--user-map', 'users.csv'];

describe('another user map for a migration that is not finished', () => {
  /** The run breaks off between the writing of pull requests and the record of them. */
  async function breakOff(): Promise<string> {
    place.sandbox.faults.add({
      host: 'github',
      path: /\/pulls\?state=all/,
      times: Number.POSITIVE_INFINITY,
      action: { kind: 'status', status: 403, body: '{"message":"Resource not accessible"}' },
    });
    expect((await place.run(migrate)).code).toBe(6);
    place.sandbox.faults.clear();
    return newestMigration(place);
  }

  it('rewrites what was written by then', async () => {
    const id = await breakOff();
    const written = place.texts().length;
    expect(place.texts().join('\n')).not.toContain('jane-gh');
    place.map([place.jane, 'jane-gh'], [place.joe, 'joe-gh']);
    const { code, stdout, stderr } = await place.run(['migrate', '--resume', id, ...mapped]);
    expect(code, stderr).toBe(0);
    expect(stdout).toContain('names rewritten in 2 pull requests');
    expect(place.texts()).toHaveLength(written);
    expect(place.texts().filter((text) => /(?<!\()(Jane Doe|Joe Bloggs)/.test(text))).toEqual([]);
    expect(place.requested()).toEqual(['joe-gh']);
    await place.expectVerified(id);
  });

  it('goes on where it was broken off between two edits, and knows its own texts again', async () => {
    expect((await place.run(migrate)).code).toBe(0);
    const id = await newestMigration(place);
    place.map([place.jane, 'jane-gh']);
    const resume = ['migrate', '--resume', id, ...mapped];
    // The edit is done, and its answer is lost; the look after it is refused.
    const body = '{"message":"Resource not accessible by personal access token"}';
    const onDone = () =>
      place.sandbox.faults.add({
        ...{ host: 'github', method: 'GET', path: /\/issues\/\d+\/comments/ },
        times: Number.POSITIVE_INFINITY,
        action: { kind: 'status', status: 403, body },
      });
    place.sandbox.faults.add({
      ...{ host: 'github', method: 'PATCH', path: /\/issues\/comments\// },
      action: { kind: 'lost-answer', onDone },
    });
    expect((await place.run(resume)).code).toBe(6);
    place.sandbox.faults.clear();
    // Nor does verify take it for a change by somebody else.
    const between = await place.run(['verify', '--migration', id, '--json']);
    expect(between.stdout).toContain('"defects":0');
    expect(place.texts().join('\n')).toContain('[@jane-gh](');
    // A map of another name: what the first one has written does not count as somebody else's.
    place.map([place.jane, 'joe-gh']);
    const { code, stdout, stderr } = await place.run(resume);
    expect(code, stderr).toBe(0);
    expect(stdout).not.toContain('old names');
    expect(place.texts().filter((text) => text.includes('jane-gh'))).toEqual([]);
    expect(place.texts().join('\n')).toContain('[@joe-gh](');
    await place.expectVerified(id);
  });
});

describe('another user map after the state was lost', () => {
  it('is not said to have rewritten anything, and is written by the repair that is named', async () => {
    expect((await place.run(migrate)).code).toBe(0);
    truncateSync(join(place.folder, 'state', 'migrator.sqlite'));
    place.map([place.jane, 'jane-gh']);
    const { code, stdout, stderr } = await place.run([
      ...migrate,
      ...mapped,
      '--reset-state',
      '--yes',
    ]);
    expect(code, stderr).toBe(0);
    expect(stdout).not.toContain('names rewritten');
    expect(place.texts().join('\n')).not.toContain('jane-gh');
    const id = await newestMigration(place);
    const repair = `verify --migration ${id} --repair`;
    expect(stderr).toContain('stay unchanged, because the state with their text is lost');
    expect(stderr).toContain(`run: migrator ${repair}`);
    expect((await place.run(repair.split(' '))).code).toBe(0);
    expect(place.texts().join('\n')).toContain('[@jane-gh](');
    await place.expectVerified(id);
  });
});
