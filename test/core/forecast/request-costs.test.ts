import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addFacts,
  estimatedFacts,
  factsOf,
  noFacts,
  type PullRequestFacts,
  whatArrives,
} from '../../../src/core/forecast/facts.ts';
import { creatingTime, sourceTime } from '../../../src/core/forecast/host-limits.ts';
import { requestCosts } from '../../../src/core/forecast/request-costs.ts';

const facts: PullRequestFacts = {
  accuracy: 'exact',
  total: 100,
  states: { open: 10, merged: 70, declined: 15, superseded: 5 },
  openFromForks: 3,
  headsPerhapsGone: 20,
  missingNumbers: 2,
  comments: 300,
  withComments: 60,
  withReviewers: 8,
  conversations: { reviews: 40, fileThreads: 5, replies: 90, general: 50 },
};

describe('requestCosts', () => {
  it('counts, threaded, every pull request, review, reply and general comment', () => {
    expect(requestCosts('threaded', facts)).toMatchObject({
      creating: 102 + 40 + 5 + 90 + 50,
      isUpperBound: false,
    });
  });

  it('counts, threaded, each comment where none was read, and calls it the most that it can be', () => {
    expect(requestCosts('threaded', { ...facts, conversations: null })).toMatchObject({
      creating: 102 + 300,
      isUpperBound: true,
    });
  });

  it('counts, compact, one for each conversation, and folded none', () => {
    expect(requestCosts('compact', facts)).toMatchObject({ creating: 162, isUpperBound: false });
    expect(requestCosts('folded', facts)).toMatchObject({ creating: 102, isUpperBound: false });
  });

  it('counts a request for each pull request of a Data Center, which reports all of it at once', () => {
    expect(requestCosts('threaded', facts, 'bitbucket-data-center').source).toBe(1 + 100);
    expect(requestCosts('folded', noFacts, 'bitbucket-data-center').source).toBe(1);
  });

  it('counts what is asked of the source: the list, tasks and activity of all, comments of some', () => {
    expect(requestCosts('threaded', facts).source).toBe(2 + 200 + 60);
    expect(requestCosts('folded', noFacts).source).toBe(1);
  });

  it('counts writes that create nothing, merges and pushes by themselves', () => {
    expect(requestCosts('compact', { ...facts, total: 1000 })).toMatchObject({
      otherWrites: 15 + 5 + 2 + 8,
      merges: 70,
      pushes: 2 * 5 + 1,
      reads: 11,
    });
  });

  it('never costs more in a mode that keeps less apart', () => {
    const whole = fc.nat(1000);
    const some = fc.record({ comments: whole, withComments: whole, total: whole });
    fc.assert(
      fc.property(some, ({ comments, withComments, total }) => {
        const told = {
          comments: comments + withComments,
          withComments,
          total,
          conversations: null,
        };
        const costs = (['threaded', 'compact', 'folded'] as const).map(
          (mode) => requestCosts(mode, { ...facts, ...told }).creating,
        );
        expect(costs).toEqual([...costs].sort((one, other) => other - one));
      }),
    );
  });
});

describe('the time that limits make of requests', () => {
  it('is a second each for the first 500 creating ones, and then an hour for each 500', () => {
    const minutes = [0, 80, 500, 501, 1000, 1040].map((many) => creatingTime(many) / 60_000);
    const expected = [0, 80 / 60, 500 / 60, 60 + 1 / 60, 60 + 500 / 60, 120 + 40 / 60];
    for (const [index, one] of minutes.entries()) expect(one).toBeCloseTo(expected[index] ?? 0, 9);
  });

  it('is nothing for the first 1,000 to the source, and then an hour for each 1,000', () => {
    expect([0, 1000, 1500, 3000].map((many) => sourceTime(many) / 3_600_000)).toEqual([
      0, 0, 0.5, 2,
    ]);
  });
});

describe('facts', () => {
  it('are those of the inventory, with nothing for what it leaves out', () => {
    expect(factsOf({})).toBeNull();
    expect(factsOf({ pull_requests: {} })).toEqual({ ...noFacts, conversations: null });
    const conversations = { reviews: 1, line_threads: 2, file_threads: 3, replies: 4, general: 5 };
    expect(
      factsOf({ pull_requests: { open: 2, merged: 3, missing_numbers: 1, conversations } }),
    ).toMatchObject({
      accuracy: 'exact',
      total: 5,
      missingNumbers: 1,
      conversations: { reviews: 1, fileThreads: 3, replies: 4, general: 5 },
    });
  });

  it('of several repositories are as exact as the least exact, and add up', () => {
    expect(addFacts(facts, facts)).toMatchObject({
      accuracy: 'exact',
      total: 200,
      states: { open: 20, merged: 140, declined: 30, superseded: 10 },
      conversations: { reviews: 80, fileThreads: 10, replies: 180, general: 100 },
    });
    expect(addFacts(facts, estimatedFacts(10))).toMatchObject({
      accuracy: 'estimate',
      total: 110,
      comments: 330,
      states: null,
      conversations: null,
    });
  });

  it('report what arrives as it is and what changes, and an estimate reports none of it', () => {
    expect(whatArrives(facts)).toEqual({
      asTheyAre: 72,
      changed: [
        { count: 3, why: 'open-from-fork' },
        { count: 5, why: 'superseded' },
        { count: 20, why: 'head-perhaps-gone' },
      ],
    });
    expect(whatArrives(noFacts)).toEqual({ asTheyAre: 0, changed: [] });
    expect(whatArrives(estimatedFacts(5))).toBeNull();
  });
});
