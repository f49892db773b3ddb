import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CreatedObject } from '../../../../../src/core/ports/records/migration.ts';
import {
  keepLocations,
  writtenLocations,
} from '../../../../../src/core/replica/desired/prepare/keep-locations.ts';
import { commentKey } from '../../../../../src/core/replica/model/keys.ts';
import type { Placement } from '../../../../../src/core/replica/model/placement.ts';
import {
  locationText,
  toWrittenText,
} from '../../../../../src/core/replica/recorded/pull-requests/written-record.ts';
import { anyCharacter } from '../../../../helpers/arbitraries/any-character.ts';
import { comment, options, place } from '../render/fixture.ts';

const { pullRequest } = options();
const root = comment('1', { inline: place({ path: 'src/a.ts' }) });
const elsewhere: Placement = { kind: 'conversation', why: 'its file is not part of the diff' };
const row = (targetId: string, place: string | null): CreatedObject =>
  ({
    ...{ kind: 'comment', targetId, targetUrl: '', intendedAt: 0 },
    sourceId: `42/${commentKey(pullRequest, root)}`,
    data: toWrittenText('body', place),
  }) as CreatedObject;
const keep = (made: CreatedObject, computed: Placement = elsewhere) =>
  keepLocations(new Map([[root.id, computed]]), {
    ...{ pullRequest, roots: [root], head: 'head' },
    places: writtenLocations([made]),
  }).get(root.id);

describe('keepLocations', () => {
  it('keeps each place on the diff as it was recorded', () => {
    const number = fc.integer({ min: 1, max: 99_999 });
    const places = fc.record({
      path: fc.string({ minLength: 1, unit: anyCharacter }).filter((path) => path !== 'src/a.ts'),
      line: number,
      side: fc.constantFrom('LEFT' as const, 'RIGHT' as const),
      startLine: fc.option(number),
    });
    fc.assert(
      fc.property(places, (at) => {
        const startSide = at.startLine === null ? null : at.side;
        const wanted = { kind: 'line' as const, commit: 'head', place: { ...at, startSide } };
        const text = locationText({ placement: wanted });
        expect(keep(row('review-comment:9', text))).toEqual(wanted);
      }),
    );
  });

  it('keeps what stands on a file', () => {
    expect(keep(row('review-comment:9', 'src/a.ts'))).toMatchObject({
      kind: 'file',
      place: { path: 'src/a.ts' },
    });
  });

  it('leaves in the conversation what was written there', () => {
    expect(keep(row('comment:9', null))).toBe(elsewhere);
    expect(keep(row('comment:9', 'src/a.ts RIGHT 3'))).toBe(elsewhere);
  });
});
