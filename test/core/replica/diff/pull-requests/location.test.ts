import { describe, expect, it } from 'vitest';
import type { AuditedComment } from '../../../../../src/core/ports/target-audit.ts';
import {
  isAtLocation,
  rootKeyOf,
} from '../../../../../src/core/replica/diff/pull-requests/location.ts';
import { locationText } from '../../../../../src/core/replica/recorded/pull-requests/written-record.ts';

type Place = NonNullable<AuditedComment['place']>;

function comment(
  place: Partial<Place> | null,
  madeOn: AuditedComment['madeOn'] = null,
): AuditedComment {
  const whole = {
    path: 'a b.txt',
    line: 10,
    side: 'RIGHT',
    startLine: null,
    isFile: false,
  } as const;
  return {
    id: '90',
    body: '',
    webUrl: '',
    ...{ author: null, createdAt: null },
    rootId: null,
    number: 7,
    place: place === null ? null : { ...whole, ...place },
    madeOn,
  };
}

function written(startLine: number | null): string {
  const place = { path: 'a b.txt', line: 10, side: 'RIGHT', startLine, startSide: null } as const;
  return locationText({ placement: { kind: 'line', commit: 'c', place } });
}

describe('isAtLocation', () => {
  it.each([
    ['a line', written(null), comment({})],
    ['several lines', written(7), comment({ startLine: 7 })],
    ['one line that was given as its own first one', written(10), comment({})],
    ['a file', 'a b.txt', comment({ isFile: true, line: null, side: null })],
    ['a file of a host that has no word for it', 'a b.txt', comment({ line: null })],
    [
      'a line that a later push has moved',
      written(null),
      comment({ line: 14 }, { line: 10, startLine: null }),
    ],
    ['a side that the host does not tell', written(null), comment({ side: null })],
  ])('knows %s', (_, expected, found) => {
    expect(isAtLocation(expected, found)).toBe(true);
  });

  it.each([
    ['another line', comment({ line: 11 }, { line: 11, startLine: null })],
    ['the other side', comment({ side: 'LEFT' })],
    ['another file', comment({ path: 'b.txt' })],
    ['more lines', comment({ startLine: 7 }, { line: 10, startLine: 7 })],
    ['the file as a whole', comment({ isFile: true, line: null })],
    ['the conversation', comment(null)],
  ])('tells a line from %s', (_, found) => {
    expect(isAtLocation(written(null), found)).toBe(false);
  });
});

describe('rootKeyOf', () => {
  it('gives the key of the comment that a reply answers, and of nothing else', () => {
    expect(rootKeyOf('reply to comment 7/90')).toBe('comment 7/90');
    expect(rootKeyOf('a.txt RIGHT 10')).toBeNull();
    expect(rootKeyOf(null)).toBeNull();
  });
});
