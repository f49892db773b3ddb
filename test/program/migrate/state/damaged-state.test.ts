import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../../../helpers/program/workplace.ts';
import {
  addRepositories,
  countCreated,
  hasMoved,
} from '../../../helpers/repositories/migration-fixture.ts';
import { contentOf, garble, keptStates, runArguments, statePath } from './state-place.ts';

let place: Workplace;

const damages: Readonly<Record<string, () => void>> = {
  'garbled from its first byte': () => garble(place),
  'emptied by a full disk': () => truncateSync(statePath(place)),
  'cut in the middle': () =>
    truncateSync(statePath(place), Math.floor(statSync(statePath(place)).size / 2)),
  'without its tables': () => {
    const database = new DatabaseSync(statePath(place));
    database.exec('PRAGMA foreign_keys = OFF; DROP TABLE object');
    database.close();
  },
  'a folder in its place': () => {
    rmSync(statePath(place));
    mkdirSync(statePath(place));
    writeFileSync(join(statePath(place), 'note'), 'mine');
  },
};

describe('a damaged state', () => {
  // One place for all, and the state of the same half-done run for each. What the target lacks then, the first that is
  // mended brings.
  let halfDone: Buffer;
  beforeAll(async () => {
    place = await openWorkplace();
    await addRepositories(place, 'one', 'two');
    place.sandbox.faults.add({
      host: 'github-git',
      path: /two\.git\/info\/refs\?service=git-receive-pack/,
      // Ours, and git's after it.
      times: 2,
      action: { kind: 'status', status: 403, body: 'Forbidden' },
    });
    expect((await place.run(runArguments)).code).toBe(6);
    halfDone = readFileSync(statePath(place));
  });
  afterAll(async () => {
    await place[Symbol.asyncDispose]();
  });

  describe.each(Object.entries(damages))('that is %s', (_, damage) => {
    beforeAll(() => {
      const names = readdirSync(join(place.folder, 'state'));
      for (const name of names.filter((one) => one.startsWith('migrator.sqlite')))
        rmSync(join(place.folder, 'state', name), { recursive: true });
      writeFileSync(statePath(place), halfDone);
      damage();
    });

    it('is reported with the ways out, and is never changed', async () => {
      const before = contentOf(statePath(place));
      const { code, stderr } = await place.run(runArguments);
      expect(stderr).toMatch(/The state at .*migrator\.sqlite is damaged/);
      for (const way of ['status', '--reset-repo', '--reset-state', '--resume <id>'])
        expect(stderr).toContain(way);
      expect(stderr).not.toContain('shows what is left');
      expect(code).toBe(8);
      expect(contentOf(statePath(place))).toBe(before);
    });

    it('is set aside by --reset-state unasked, and what the target has is found again', async () => {
      const before = contentOf(statePath(place));
      const made = countCreated(place);
      const { code, stdout, stderr } = await place.run([...runArguments, '--reset-state']);
      expect(stderr).toContain('Kept the damaged state as ');
      expect(stderr).toContain('one: create: reused');
      expect(stdout).toContain('2 done, 0 skipped, 0 failed');
      expect(code).toBe(0);
      expect(countCreated(place)).toBe(made);
      for (const slug of ['one', 'two']) expect(hasMoved(place, slug)).toBe(true);
      const [kept = ''] = keptStates(place);
      expect(kept).toMatch(/^migrator\.sqlite\.damaged-\d{8}$/);
      expect(contentOf(join(place.folder, 'state', kept))).toBe(before);
    });
  });
});
