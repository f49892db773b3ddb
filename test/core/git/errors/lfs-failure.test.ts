import { describe, expect, it } from 'vitest';
import { lfsFailure } from '../../../../src/core/git/errors/lfs-errors.ts';

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
    'LFS: http2: server sent GOAWAY and closed the connection; LastStreamID=3, ErrCode=NO_ERROR',
    'LFS: stream error: stream ID 1; INTERNAL_ERROR; received from peer',
    'LFS: write tcp 10.0.0.1:5->10.0.0.2:443: use of closed network connection',
    'LFS: http: server closed idle connection',
    'LFS: Client error https://storage.example/a from HTTP 408',
    'batch response: Client error https://github.com/o/r.git/info/lfs/objects/batch from HTTP 409',
    'batch response: Service temporarily unavailable',
    `[${'a'.repeat(64)}] [503] Service Unavailable`,
  ])('is a passing fault: %s', (stderr) => {
    expect(failure(stderr)).toMatchObject({ code: 'unavailable', retry: 'yes' });
  });
});

describe('what this machine would not do', () => {
  it.each([
    'LFS: open /mirror/lfs/objects/aa/bb/aabb: permission denied',
    'LFS: open /mirror/lfs/objects/aa/bb/aabb: too many open files',
    'LFS: unable to open file: /mirror/lfs/objects/aa/bb/aabb: no such file or directory',
  ])('is no refusal of the target, which leaves objects behind: %s', (stderr) => {
    expect(failure(stderr).code).toBe('unexpected');
  });
});

describe('the reason of a failure', () => {
  it('holds no address that grants write access to a storage', () => {
    const address = 'https://storage.example/a?X-Amz-Credential=AKIA&X-Amz-Signature=deadbeef';
    for (const said of [`LFS: Put "${address}": EOF`, `LFS: Client error: ${address}`]) {
      const { message, detail } = failure(said);
      expect(message).toContain('https://storage.example/a?…');
      expect(`${message} ${detail}`).not.toContain('deadbeef');
    }
  });

  it('is never how far it had come', () => {
    expect(failure('something new').message).toMatch(/: something new$/);
    const said =
      "batch response: Closed on Sundays\nerror: failed to fetch some objects from 'https://x'";
    expect(failure(said).message).toMatch(/: batch response: Closed on Sundays$/);
  });
});
