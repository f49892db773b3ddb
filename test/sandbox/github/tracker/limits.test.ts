import { describe, expect, it } from 'vitest';
import { openBench } from './support.ts';

const line = { path: 'a.txt', line: 20, body: 'x' };

describe('the limit on content', () => {
  it('counts every kind of it, and a review once however many comments it has', async () => {
    // The repository itself was the first.
    await using bench = await openBench({ limits: { github: { contentPerMinute: 7 } } });
    const number = await bench.open();
    const pull = bench.repository.tracker.findPull(number);
    const commit = { commit_id: pull?.head.sha };
    const comments = [line, line, line];
    const review = { event: 'COMMENT', body: 'x', comments };
    await bench.ask('POST', `/pulls/${number}/reviews`, review);
    const root = await bench.ask('POST', `/pulls/${number}/comments`, { ...line, ...commit });
    const replies = `/pulls/${number}/comments/${root.body.id}/replies`;
    await bench.ask('POST', replies, { body: 'x' });
    await bench.ask('POST', `/issues/${number}/comments`, { body: 'x' });
    expect((await bench.ask('POST', '/issues', { title: 'x' })).status).toBe(201);
    const kinds: readonly (readonly [string, object])[] = [
      ['/issues', { title: 'x' }],
      ['/pulls', { title: 'x', head: 'feature', base: 'main' }],
      [`/pulls/${number}/reviews`, review],
      [`/pulls/${number}/comments`, { ...line, ...commit }],
      [replies, { body: 'x' }],
      [`/issues/${number}/comments`, { body: 'x' }],
    ];
    for (const [path, body] of kinds) {
      const refused = await bench.ask('POST', path, body);
      expect(refused.status).toBe(403);
      expect(refused.body.message).toContain('temporarily blocked from content creation');
    }
    expect((await bench.ask('PATCH', `/pulls/${number}`, { title: 'y' })).status).toBe(200);
    expect(pull?.reviewComments).toHaveLength(5);
    expect(bench.sandbox.requests.filter((one) => one.contentCreating)).toHaveLength(13);
  });
});
