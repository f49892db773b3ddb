import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sources } from '../../helpers/sources.ts';
import { type CutoverPlace, openCutoverPlace } from './cutover-place.ts';

interface Missing {
  readonly what: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** @returns what undoes it */
  readonly damage?: (place: CutoverPlace) => () => void;
  readonly code: number;
  readonly said: string;
}

function target(place: CutoverPlace) {
  const found = place.sandbox.github.findRepository('acme/one');
  if (found === null) throw new Error('no target');
  return found;
}

const missing: readonly Missing[] = [
  {
    what: 'a license',
    environment: { MIGRATOR_LICENSE: '' },
    code: 5,
    said: 'Register for a free license',
  },
  {
    what: 'a license that can be read',
    environment: { MIGRATOR_LICENSE: 'MIGRATOR-1-broken' },
    code: 5,
    said: 'license',
  },
  { what: 'git', environment: { PATH: '/nonexistent' }, code: 3, said: 'git' },
  {
    what: 'the target that the migration created',
    damage(place) {
      const one = target(place);
      one.name = 'elsewhere';
      return () => {
        one.name = 'one';
      };
    },
    code: 3,
    said: 'acme/one, created earlier by this migration, no longer exists',
  },
  {
    what: 'a target that takes changes',
    damage(place) {
      const one = target(place);
      one.archived = true;
      return () => {
        one.archived = false;
      };
    },
    code: 6,
    said: 'acme/one is archived and accepts no changes',
  },
];

describe.each(sources)('cutover from %s without what its later steps need', (source) => {
  let place: CutoverPlace;
  beforeAll(async () => {
    place = await openCutoverPlace({ source }, ['one']);
  });
  afterAll(() => place[Symbol.asyncDispose]());

  it.each(missing)('locks nothing, and a dry run says the same: $what', async (row) => {
    const undo = row.damage?.(place) ?? (() => {});
    try {
      for (const last of ['--dry-run', '--yes']) {
        const command = ['cutover', '--migration', place.migration, last];
        const environment = { ...place.credentials, ...row.environment };
        const { code, stderr } = await place.run(command, environment);
        expect(stderr).toContain(row.said);
        expect({ last, code }).toEqual({ last, code: row.code });
        expect(place.restrictions('one')).toEqual([]);
      }
    } finally {
      undo();
    }
  });
});
