import { describe, expect, it } from 'vitest';
import type { TargetPullRequest } from '../../../../../../src/core/ports/pull-request-target.ts';
import type { CreatedObject } from '../../../../../../src/core/ports/records/migration.ts';
import { fieldWriters } from '../../../../../../src/core/replica/apply/pull-requests/update/write-fields.ts';
import { changedFields } from '../../../../../../src/core/replica/diff/pull-requests/diff-pull-request.ts';
import {
  differs,
  fields,
  notedFields,
  openingRequest,
  restoringChange,
} from '../../../../../../src/core/replica/diff/pull-requests/fields/fields.ts';
import { judgeField } from '../../../../../../src/core/replica/diff/pull-requests/judge-field.ts';
import { readRecord } from '../../../../../../src/core/replica/recorded/pull-requests/pull-request-record.ts';
import { textDigest } from '../../../../../../src/core/replica/recorded/pull-requests/written-record.ts';
import { prepared } from '../../../apply/pull-requests/memory-context.ts';

const one = prepared(1, { outcome: 'open' });
const { writes, opening } = one;

const onTarget: TargetPullRequest = {
  number: 1,
  ...{ title: writes.title, body: writes.body, state: 'open', isMerged: false },
  isDraft: opening.isDraft,
  head: opening.head,
  base: opening.base,
  ...{ author: null, createdAt: '2023-05-01T10:00:00Z', endedAt: null, webUrl: '' },
};

/** Of an earlier version, which noted none of the fields, with these changes. */
function recordOf(change: object) {
  const first = { isDone: true, state: 'open', changes: [], leftImages: [], comments: 0 };
  const object = { data: JSON.stringify({ ...first, ...change }) } as CreatedObject;
  const record = readRecord(object);
  if (record === null) throw new TypeError('no record');
  return record;
}

function different(change: object, changed: Partial<TargetPullRequest> = {}) {
  const found = { record: recordOf(change), onTarget: { ...onTarget, ...changed } };
  const beside = { sourceRefs: null, movedRefs: new Set<string>(), hasMarker: true };
  return fields
    .filter((field) => differs(field, found))
    .map((field) => field.describe({ ...found, beside })?.message);
}

describe('the fields of a pull request', () => {
  it('are the same on a target that has what was noted', () => {
    expect(different(notedFields(one))).toEqual([]);
    const object = { sourceId: '1' } as CreatedObject;
    const existing = { prepared: one, object, record: recordOf(notedFields(one)), number: 1 };
    expect(changedFields(existing)).toEqual([]);
  });

  it('are not compared where an earlier version noted none', () => {
    const others = { title: 'T', body: 'B', isDraft: true, head: { branch: 'h', commit: 'c' } };
    expect(different({}, { ...others, base: { branch: 'b', commit: 'c' } })).toEqual([]);
  });

  it('are named one by one where others have changed them', () => {
    const noted = { ...notedFields(one), isDraft: false };
    const head = { branch: 'h', commit: 'other commit' };
    const base = { branch: 'elsewhere', commit: 'c' };
    const changed = { title: 'T', body: 'B', isDraft: true, head, base } as const;
    expect(different(noted, changed)).toEqual([
      `has the title “T”; it was “${writes.title}”`,
      'has a different description',
      'is a draft; it was opened as ready for review',
      `is at other comm; it was opened at ${opening.head.commit}`,
      `targets elsewhere; it targeted ${opening.base.branch}`,
    ]);
    expect(different(noted, { state: 'closed' })).toEqual(['is closed; it was open']);
  });

  it('say only the present title where a kept one is not the recorded one', () => {
    const noted = { ...notedFields(one), titleText: 'Kept before a kill' };
    expect(different(noted, { title: 'T' })).toEqual(['has a different title: T']);
  });

  it('say what a repair restores together', () => {
    expect(restoringChange('texts', one)).toEqual({ title: writes.title, body: writes.body });
    expect(restoringChange('state', one)).toEqual({ state: 'open' });
  });
});

it('a new pull request is opened with what the fields say', () => {
  expect(openingRequest(one)).toEqual({
    ...{ title: writes.title, body: writes.body, isDraft: opening.isDraft },
    ...{ head: opening.head.branch, base: opening.base.branch },
  });
});

it('each field that a sync changes has one request or a writer of its own, and only those have one', () => {
  const synced = fields.filter(({ sync }) => sync !== undefined);
  const withoutRequest = synced.filter(({ change }) => change === undefined);
  expect(Object.keys(fieldWriters).sort()).toEqual(withoutRequest.map(({ name }) => name).sort());
});

describe('a field whose value on the source is another one now', () => {
  const recorded = recordOf(notedFields(one));
  const prepared = { ...one, writes: { ...writes, title: 'Edited on the source' } };
  const judge = (title: string) =>
    changedFields({ prepared, record: recorded }).map((field) =>
      judgeField(field, { prepared, record: recorded, onTarget: { ...onTarget, title } }),
    );

  it('is written where the target has what we left there', () => {
    expect(judge(writes.title)).toEqual([{ kind: 'write' }]);
  });

  it('stays where somebody has edited it on the target as well', () => {
    const why = 'its title was changed on GitHub';
    expect(judge('Edited on the target')).toEqual([{ kind: 'foreign', why }]);
  });

  it('is noted alone where the target has it already', () => {
    expect(judge('Edited on the source')).toEqual([{ kind: 'same' }]);
  });

  it('is looked at again where a killed run may have sent another title', () => {
    const record = { ...recorded, retitling: textDigest('Sent before a kill') };
    const there = { ...onTarget, title: 'Sent before a kill' };
    expect(fields.filter((field) => differs(field, { record, onTarget: there }))).toEqual([]);
    const [title] = changedFields({ prepared: one, record });
    if (title === undefined) throw new Error('the title is not looked at');
    expect(judgeField(title, { prepared: one, record, onTarget: there })).toEqual({
      kind: 'write',
    });
  });

  it('is left alone where nobody knows what it should be', () => {
    const unknown = { ...one, opening: { ...opening, base: { ...opening.base, branch: '' } } };
    expect(changedFields({ prepared: unknown, record: recorded })).toEqual([]);
  });
});
