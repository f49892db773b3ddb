import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAuthors } from '../../../../../src/core/replica/diff/imports/authors.ts';
import { differs } from '../../../../../src/core/replica/diff/imports/differs.ts';
import { judgeImport } from '../../../../../src/core/replica/diff/imports/judge-import.ts';
import { learnAuthors } from '../../../../../src/core/replica/diff/imports/learn-authors.ts';
import {
  type ImportedItem,
  matchItems,
} from '../../../../../src/core/replica/diff/imports/match-items.ts';
import type {
  ExpectedImport,
  ExpectedItem,
} from '../../../../../src/core/replica/recorded/imports/expected-import.ts';
import { textDigest } from '../../../../../src/core/replica/recorded/pull-requests/written-record.ts';

const at = (second: number) => `2024-03-01T10:00:${String(second).padStart(2, '0')}Z`;

function item(key: string, change: Partial<ExpectedItem> = {}): ExpectedItem {
  return {
    ...{ key, kind: 'comment', by: 'ann', at: at(1), digest: textDigest(key) },
    ...{ place: null, verdict: null, isResolved: false },
    ...change,
  };
}

/** As an importer that keeps everything shows it. */
function shown(one: ExpectedItem, change: Partial<ImportedItem> = {}): ImportedItem {
  const { kind, at, digest, verdict, isResolved } = one;
  const by = one.by === null ? 'ghost' : `m-${one.by}`;
  return {
    ...{ kind, id: `id of ${one.key}`, url: '', by, at, digest, verdict, isResolved },
    location: null,
    ...change,
  };
}

function pullRequest(items: readonly ExpectedItem[]): ExpectedImport {
  return {
    ...{ outcome: 'open', title: 't', body: 'b', by: 'ann', at: at(0), endedAt: null },
    ...{ head: 'h', headBranch: 'topic', base: 'main', isDraft: false },
    ...{ reviewers: [], changes: [], items: [...items], events: [] },
    asRead: { state: null, tasks: null, revision: '', updatedAt: '', archived: '' },
  };
}

function lossesOf(items: readonly ExpectedItem[], actual: readonly ImportedItem[]) {
  const authors = createAuthors();
  authors.learn('ann', 'm-ann');
  learnAuthors(authors, [{ expected: items, actual }]);
  const matched = matchItems(items, actual, authors);
  const judged = {
    ...{ expected: pullRequest(items), matched, reviewers: null, events: null, authors },
    actual: { author: 'm-ann', createdAt: at(0), endedAt: null, isDraft: false },
    nameOf: (login: string | null) => login ?? 'nobody',
  };
  return { losses: judgeImport(judged).map(({ text }) => text), matched };
}

const items = fc
  .uniqueArray(
    fc.record({
      key: fc.string({ minLength: 1, maxLength: 4 }),
      kind: fc.constantFrom('review' as const, 'review-comment' as const, 'comment' as const),
      by: fc.option(fc.constantFrom('ann', 'bob', 'cy')),
      at: fc.integer({ min: 0, max: 3 }).map(at),
      digest: fc.constantFrom('', 'LGTM', 'no', 'why').map(textDigest),
    }),
    { selector: ({ key }) => key, maxLength: 12 },
  )
  .map((all) => all.map(({ key, ...rest }) => item(key, rest)));

describe('what an import has made', () => {
  it('is equal where the importer has kept everything, in whatever order it is shown', () => {
    fc.assert(
      fc.property(items, fc.infiniteStream(fc.nat()), (all, order) => {
        const actual = all.map((one) => shown(one)).sort(() => ((order.next().value ?? 0) % 3) - 1);
        const { losses, matched } = lossesOf(all, actual);
        expect(matched.lost).toEqual([]);
        expect(losses).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('lacks as many items as the importer has lost, and uses none twice', () => {
    fc.assert(
      fc.property(items, fc.nat({ max: 12 }), (all, many) => {
        const kept = all.slice(many);
        const { matched } = lossesOf(
          all,
          kept.map((one) => shown(one)),
        );
        expect(matched.lost.length).toBe(all.length - kept.length);
        const ids = [...matched.found.values()].map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
      }),
      { numRuns: 500 },
    );
  });

  it('tells two people apart who say the same in the same second', () => {
    const both = [item('1', { digest: 'x' }), item('2', { digest: 'x', by: 'bob' })];
    const [ann, bob] = both.map((one) => shown(one)) as [ImportedItem, ImportedItem];
    expect(lossesOf(both, [bob, ann]).losses).toEqual([]);
  });

  it('is a loss where a verdict has become a comment, and says whose', () => {
    const approval = item('1', { kind: 'review', verdict: 'approved', digest: textDigest('') });
    const { losses } = lossesOf([approval], [shown(approval, { verdict: null })]);
    expect(losses).toEqual([`approval by ann of ${at(1)} became a comment`]);
  });

  it('is a loss where an author or a time is another', () => {
    const one = item('1');
    expect(lossesOf([one], [shown(one, { by: 'm-bob' })]).losses).toEqual([
      `comment by ann of ${at(1)} has the author m-bob`,
    ]);
    expect(lossesOf([one], [shown(one, { at: at(9) })]).losses).toEqual([
      `comment by ann of ${at(1)} is dated ${at(9)}`,
    ]);
  });

  it('is a loss where one account stands for two people', () => {
    const both = [item('1'), item('2', { by: 'bob' })];
    const actual = both.map((one) => shown(one, { by: 'm-ann' }));
    expect(lossesOf(both, actual).losses).toEqual([
      `comment by bob of ${at(1)} has the author m-ann`,
    ]);
  });

  it('knows a reviewer who has written nothing by elimination', () => {
    const authors = createAuthors();
    authors.learn('ann', 'm-ann');
    const matched = { found: new Map(), lost: [], added: [] };
    const waiting = (reviewers: readonly string[]) =>
      judgeImport({
        ...{ matched, authors, nameOf: String, reviewers: new Set(reviewers), events: null },
        expected: { ...pullRequest([]), reviewers: ['cy'] },
        actual: { author: 'm-ann', createdAt: at(0), endedAt: null, isDraft: false },
      }).map(({ text }) => text);
    expect(waiting(['m-ann', 'm-cy'])).toEqual([]);
    expect(waiting(['m-ann'])).toEqual(['has no review request for cy']);
  });

  it('loses a place that is another, and a draft that is none', () => {
    const placed = item('1', { kind: 'review-comment', place: 'a.txt RIGHT 3' });
    const place = {
      path: 'a.txt',
      line: 4,
      side: 'RIGHT' as const,
      startLine: null,
      isFile: false,
    };
    const location = { place, madeOn: null, rootId: null };
    expect(lossesOf([placed], [shown(placed, { location })]).losses).toEqual([
      `comment by ann of ${at(1)} is in a different place; it was at a.txt RIGHT 3`,
    ]);
    const draft = { ...pullRequest([]), isDraft: true };
    const none = { found: new Map(), lost: [], added: [] };
    const authors = createAuthors();
    authors.learn('ann', 'm-ann');
    const actual = { author: 'm-ann', createdAt: at(0), endedAt: null, isDraft: false };
    const judged = { matched: none, authors, nameOf: String, reviewers: null, events: null };
    expect(judgeImport({ ...judged, expected: draft, actual })).toEqual([
      { text: 'is ready for review instead of a draft', key: null },
    ]);
  });

  it('differs where a text or an end is another', () => {
    const placed = item('1', { kind: 'review-comment', place: 'a.txt RIGHT 3', isResolved: true });
    const fields = {
      ...{ title: 't', body: 'b', isDraft: false, isMerged: false, state: 'open' as const },
      ...{ head: { branch: 'topic', commit: 'h' }, base: { branch: 'main', commit: 'x' } },
    };
    const place = (line: number) => ({
      place: { path: 'a.txt', line, side: 'RIGHT' as const, startLine: null, isFile: false },
      ...{ madeOn: null, rootId: null },
    });
    const found = (change: Partial<ImportedItem>) => ({
      found: new Map([['1', shown(placed, { location: place(3), ...change })]]),
      ...{ lost: [], added: [] },
    });
    const expected = pullRequest([placed]);
    expect(differs(expected, fields, found({}))).toBe(false);
    expect(differs(expected, fields, found({ isResolved: false }))).toBe(true);
    expect(differs(expected, fields, found({ digest: 'other' }))).toBe(true);
    expect(differs(expected, { ...fields, state: 'closed' }, found({}))).toBe(true);
    expect(differs(expected, { ...fields, title: 'other' }, found({}))).toBe(true);
  });
});
