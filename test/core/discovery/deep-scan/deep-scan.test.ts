import { describe, expect, it } from 'vitest';
import { sourceRepository } from '../../source-repository.ts';
import { person } from '../../users/people.ts';
import { comment, fakeSource, onLine, pullRequest } from '../fake-source.ts';
import { deepScans, many, plans } from './deep-scans.ts';

const { scan } = deepScans();

describe('a deep look', () => {
  it('counts pull requests and looks for LFS with a request for every 50 and one more', async () => {
    const fake = fakeSource({ api: { pullRequests: many(120), attributes: '*.bin filter=lfs\n' } });
    const { facts, refused } = await scan(fake);
    expect(facts.get('api')).toMatchObject({
      pull_requests: { merged: 120, highest_number: 120, missing_numbers: 0 },
      uses_lfs: true,
      people: 1,
    });
    expect(refused).toEqual([]);
    expect(fake.requests).toEqual(['list api', 'list api', 'list api', 'file api']);
  });

  it('asks nothing about the attributes of an empty repository', async () => {
    const fake = fakeSource({ api: {} });
    const repositories = [sourceRepository('api', { defaultBranch: null })];
    const { facts } = await scan(fake, { repositories });
    expect(facts.get('api')).toMatchObject({ uses_lfs: false, people: 0 });
    expect(fake.requests).toEqual(['list api']);
  });

  it('says what it takes: at least at first, exactly after the first pages', async () => {
    const fake = fakeSource({ api: { pullRequests: many(120) }, web: {} });
    const repositories = ['api', 'web'].map((slug) => sourceRepository(slug));
    const { events } = await scan(fake, { repositories });
    const before = { type: 'deep-look-planned', repositories: 2, known: 0 };
    expect(plans(events)).toEqual([
      { ...before, pullRequests: null, requests: 4, accuracy: 'at-least' },
      { ...before, pullRequests: 120, requests: 4, accuracy: 'exact' },
    ]);
    expect(events.at(-1)).toEqual({
      type: 'deep-look-progress',
      looked: 2,
      repositories: 2,
      pullRequests: 120,
      conversations: null,
    });
  });

  it('does not call exact what a source without totals reports', async () => {
    const fake = fakeSource({ api: { pullRequests: many(60), tellsTotal: false } });
    const { events, facts } = await scan(fake);
    expect(plans(events)[1]).toMatchObject({ pullRequests: null, accuracy: 'at-least' });
    expect(facts.get('api')?.pull_requests).toMatchObject({ merged: 60 });
  });

  it('reads the comments of those that have any, with --users alone', async () => {
    const pullRequests = [pullRequest(1), pullRequest(2, { commentCount: 2 })];
    const comments = [comment('1', { inline: onLine }), comment('2', { author: person('kim') })];
    const repositories = { api: { pullRequests, comments: { 2: comments } } };
    const { facts, people, events } = await scan(fakeSource(repositories), { withPeople: true });
    expect(facts.get('api')?.pull_requests?.conversations).toEqual({
      reviews: 1,
      line_threads: 1,
      file_threads: 0,
      replies: 0,
      general: 1,
    });
    expect(people.map(({ person: { nickname }, times }) => [nickname, times])).toEqual([
      ['author', 2],
      ['commenter', 1],
      ['kim', 1],
    ]);
    expect(facts.get('api')?.people).toBe(3);
    // The attributes and the comments of the one conversation.
    expect(plans(events)[1]).toMatchObject({ requests: 2, accuracy: 'exact' });
  });

  it('takes no repository for an empty one whose default branch the source could not name', async () => {
    const fake = fakeSource({ api: { attributes: '*.bin filter=lfs' } });
    const unknown = { defaultBranch: null, isDefaultBranchUnknown: true } as const;
    const { facts } = await scan(fake, { repositories: [sourceRepository('api', unknown)] });
    expect(facts.get('api')?.uses_lfs).toBe(true);
  });

  it('counts the comments that it has read where the source does not', async () => {
    const pullRequests = [1, 2, 3].map((number) => pullRequest(number, { commentCount: null }));
    const comments = { 2: [comment('1'), comment('2', { inline: onLine })] };
    const fake = fakeSource({ api: { pullRequests, comments } });
    const { facts, events } = await scan(fake, { withPeople: true });
    const counts = facts.get('api')?.pull_requests;
    expect(counts).toMatchObject({ comments: 2, with_comments: 1 });
    expect(counts).not.toHaveProperty('comments_unknown');
    expect(plans(events)[1]).toMatchObject({ requests: 1 + 3, accuracy: 'about' });
  });

  it('takes the rest to be like the first page where it says what conversations take', async () => {
    const fake = fakeSource({ api: { pullRequests: many(100, 1) } });
    const { events } = await scan(fake, { withPeople: true });
    expect(plans(events)[1]).toMatchObject({ requests: 1 + 1 + 100, accuracy: 'about' });
  });

  it('says nothing of conversations that were not read', async () => {
    const fake = fakeSource({ api: { pullRequests: many(1, 1) } });
    const { facts } = await scan(fake);
    expect(facts.get('api')?.pull_requests).not.toHaveProperty('conversations');
  });
});
