import { describe, expect, it } from 'vitest';
import { lfsFailure } from '../../../src/core/git/lfs-errors.ts';

const progress =
  'Uploading LFS objects:   0% (0/3), 0 B | 0 B/s\rUploading LFS objects:  67% (2/3), 150 KB | 0 B/s\n';

function failure(stderr: string, doing = 'Sending LFS objects to') {
  const outcome = { stderr, stdout: progress, exitCode: 2 };
  return lfsFailure(outcome, { doing, subject: 'https://github.com/o/r.git' });
}

describe('what git-lfs says of an answer that was no LFS host’s', () => {
  it.each([
    'batch response: Expected JSON type, got: "text/html; charset=utf-8"',
    'batch response: Unable to parse HTTP response for POST https://x:y@github.com/o/r.git/info/lfs/objects/batch: unexpected EOF',
    'LFS: unexpected EOF',
    'Not Found',
  ])('is a passing fault: %s', (stderr) => {
    const found = failure(stderr);
    expect([found.code, found.retry]).toEqual(['unavailable', 'yes']);
    expect(JSON.stringify([found.message, found.detail])).not.toContain('x:y@');
  });

  it('is not that the target takes no objects where they are fetched', () => {
    expect(failure('Not Found', 'Fetching LFS objects of').code).not.toBe('unavailable');
  });
});

describe('a request that came to no answer', () => {
  it.each([
    'batch response: Post "https://github.com/o/r.git/info/lfs/objects/batch": write tcp 10.0.0.1:5->10.0.0.2:443: write: broken pipe',
    'batch response: Post "https://github.com/o/r.git/info/lfs/objects/batch": EOF',
    'LFS: Put "https://storage.example/a": http2: server sent GOAWAY and closed the connection',
    'LFS: Put "https://storage.example/a": dial tcp 10.0.0.2:443: connect: no route to host',
  ])('is a passing fault: %s', (stderr) => {
    expect(failure(stderr)).toMatchObject({ code: 'unavailable', retry: 'yes' });
  });
});

describe('the reason of a failure', () => {
  it('is never how far it had come', () => {
    expect(failure('something new').message).toMatch(/: something new$/);
    const said =
      "batch response: Closed on Sundays\nerror: failed to fetch some objects from 'https://x'";
    expect(failure(said).message).toMatch(/: batch response: Closed on Sundays$/);
  });
});
