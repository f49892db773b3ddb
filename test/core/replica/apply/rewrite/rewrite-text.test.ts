import { describe, expect, it } from 'vitest';
import {
  rewriteFacts,
  rewrittenText,
  unconfirmedRewrite,
} from '../../../../../src/core/replica/apply/rewrite/rewrite-text.ts';
import type { RewrittenHistory } from '../../../../../src/core/replica/recorded/rewritten-history.ts';

const history: RewrittenHistory = {
  confirmed: false,
  limit: 100,
  commits: 1200,
  file_count: 5,
  lfs_bytes: 3_000_000_000,
  files: ['a', 'b', 'c', 'd', 'e'].map((path) => ({ path, bytes: 600_000_000 })),
  signatures: 2,
  pull_requests: 1,
  maps: null,
};

describe('the facts of a rewrite', () => {
  it('name commits, the largest files, bytes of LFS, signatures and pull requests', () => {
    expect(rewriteFacts(history)).toEqual([
      '1,200 commits get new hashes',
      '5 files move to LFS: a (572.20 MiB), b (572.20 MiB), c (572.20 MiB) and 2 more',
      '3 GB of LFS storage',
      '2 signatures are lost',
      '1 pull request has new commits',
    ]);
    expect(rewriteFacts(history, 20)[1]).toContain('e (572.20 MiB)');
  });

  it('leave out what there is none of', () => {
    const facts = rewriteFacts({ ...history, signatures: 0, pull_requests: null });
    expect(facts).toHaveLength(3);
  });
});

describe('unconfirmedRewrite', () => {
  it('says how to confirm it', () => {
    const { code, message, hint } = unconfirmedRewrite(history, 'web shop');
    expect(code).toBe('refused');
    expect(message).toContain('1,200 commits get new hashes; 5 files move to LFS');
    expect(hint).toContain("--rewrite-history 'web shop'");
  });
});

describe('rewrittenText', () => {
  it('leads to the commit map', () => {
    const maps = { csv: '/maps/web.commit-map.csv', filter_repo: '/maps/web.commit-map.txt' };
    expect(rewrittenText({ ...history, commits: 1, maps })).toBe(
      '1 commit has a new hash, 5 files are in LFS (3 GB); commit map: /maps/web.commit-map.csv',
    );
  });
});
