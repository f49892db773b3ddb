import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classifyPushRejection } from '../../../../src/core/git/errors/push-rejection.ts';
import { anyCharacter } from '../../../helpers/arbitraries/any-character.ts';
import { classify } from './classify-rejection.ts';

const oid = 'd'.repeat(64);

describe('classifyPushRejection', () => {
  it('names the files that are too large, and the limit', () => {
    const found = classify(
      'pre-receive hook declined',
      'error: Trace: 1f',
      'error: See https://gh.io/lfs for more information.',
      "error: File X is 301.74 MB; this exceeds GitHub's file size limit of 100.00 MB",
      "error: File dir/a b.zip is 120.00 MB; this exceeds GitHub's file size limit of 100.00 MB",
      'error: GH001: Large files detected. You may want to try Git Large File Storage - https://git-lfs.github.com/.',
    );
    expect(found?.kind).toBe('content');
    expect(found?.failure.message).toBe(
      'github.com refused refs/heads/main: large files above the limit of 100.00 MB: X (301.74 MB), dir/a b.zip (120.00 MB)',
    );
  });

  it('names the limit of a server that has its own, also in the command that helps', () => {
    const found = classify(
      'pre-receive hook declined',
      "error: File X is 60.00 MB; this exceeds GitHub Enterprise's file size limit of 50.00 MB",
      'error: GH001: Large files detected.',
    );
    expect(found?.failure.message).toContain('above the limit of 50.00 MB: X (60.00 MB)');
    expect(found?.failure.hint).toContain(`--above=${50 * 1024 * 1024 + 1}b`);
  });

  it('gives the addresses of the secrets, not a rule violation', () => {
    const address = 'https://github.com/o/r/security/secret-scanning/unblock-secret/2Ab-c';
    const found = classify(
      'push declined due to repository rule violations',
      'error: GH013: Repository rule violations found for refs/heads/main.',
      '- GITHUB PUSH PROTECTION',
      '  - Push cannot contain secrets',
      '  —— GitHub Personal Access Token ————————————————',
      '   locations:',
      '     - commit: 0123',
      `   ${address}`,
    );
    expect(found?.failure.message).toContain('secrets (GitHub Personal Access Token)');
    expect(found?.failure.hint).toContain(address);
  });

  it('lists the rules that were violated', () => {
    const found = classify(
      'push declined due to repository rule violations',
      'error: GH013: Repository rule violations found for refs/heads/main.',
      '',
      '- Commits must have verified signatures.',
      '- Changes must be made through a pull request.',
    );
    expect(found?.failure.code).toBe('refused');
    expect(found?.failure.message).toContain(
      'Commits must have verified signatures.; Changes must be made through a pull request.',
    );
  });

  it('takes how many refs may go at once', () => {
    const found = classify(
      'push declined due to repository rule violations',
      'error: GH013: Repository rule violations found for refs/heads/main.',
      '- Pushes can not update more than 5 branches or tags.',
    );
    expect(found).toMatchObject({ kind: 'too-many-refs', maxRefs: 5 });
  });

  it.each([
    ['pack-too-large', 'unpacker error', 'fatal: pack exceeds maximum allowed size'],
    [
      'pack-too-large',
      '',
      'error: RPC failed; HTTP 413 curl 22 The requested URL returned error: 413\nfatal: the remote end hung up unexpectedly',
    ],
    ['server-trouble', 'failed', 'Internal Server Error'],
    ['server-trouble', '', 'fatal: the remote end hung up unexpectedly'],
    ['server-trouble', 'remote failed to report status', ''],
  ] as const)('finds %s in "%s" and "%s"', (kind, reason, remote) => {
    expect(classify(reason, remote)?.kind).toBe(kind);
  });

  it.each([
    ['hidden ref', 'deny updating a hidden ref', ''],
    [
      'GH007',
      'push declined due to email privacy restrictions',
      'error: GH007: Your push would publish a private email address.',
    ],
    [
      oid,
      'pre-receive hook declined',
      `error: GH008: Your push referenced at least 2 unknown Git LFS objects:\nremote:     ${oid}\nremote: Try to push them with 'git lfs push --all'.`,
    ],
    [
      'LFS budget',
      'pre-receive hook declined',
      'This repository exceeded its LFS budget. The account responsible',
    ],
    ['name is not allowed', 'funny refname', ''],
    [
      'protected',
      'protected branch hook declined',
      'error: GH006: Protected branch update failed for refs/heads/main.',
    ],
    ['incomplete', 'shallow update not allowed', ''],
    ['our own rule', 'pre-receive hook declined', 'our own rule'],
  ])('says %s', (words, reason, remote) => {
    const found = classify(reason, remote);
    expect(found?.kind).toBe('content');
    expect(found?.failure.code).toBe('refused');
    expect(found?.failure.message).toContain(words);
    expect(found?.failure.hint).toMatch(/\.$/);
  });

  it.each(['a Personal Access Token', 'an OAuth App', 'a GitHub App'])(
    'names the workflow file that %s may not push',
    (who) => {
      const found = classify(
        `refusing to allow ${who} to create or update workflow \`.github/workflows/x.yml\` without \`${who === 'a GitHub App' ? 'workflows' : 'workflow'}\` ${who === 'a GitHub App' ? 'permission' : 'scope'}`,
      );
      expect(found?.failure.code).toBe('permission');
      expect(found?.failure.message).toContain('.github/workflows/x.yml');
    },
  );

  it.each(['`.github/workflows/deploy to test.yml`', '.github/workflows/deploy to test.yml'])(
    'names a workflow file with blanks in its name: %s',
    (path) => {
      const found = classify(
        `refusing to allow an OAuth App to create or update workflow ${path} without \`workflow\` scope`,
      );
      expect(found?.failure).toMatchObject({
        code: 'permission',
        message: expect.stringMatching(/file \.github\/workflows\/deploy to test\.yml$/),
      });
    },
  );

  it('says once for all refs which LFS objects are not there, and names three at most', () => {
    const oids = ['a', 'b', 'c', 'd', 'e'].map((digit) => digit.repeat(64));
    const said = [
      'error: GH008: Your push referenced at least 5 unknown Git LFS objects:',
      ...oids.map((name) => `    ${name}`),
      "Try to push them with 'git lfs push --all'.",
    ];
    const stderr = said.map((line) => `remote: ${line}\n`).join('');
    const messages = ['refs/heads/main', 'refs/tags/v1'].map(
      (ref) =>
        classifyPushRejection({
          stderr,
          reason: 'pre-receive hook declined',
          ref,
          host: 'github.com',
        })?.failure.message,
    );
    expect(new Set(messages)).toEqual(
      new Set([
        `github.com refused the push: at least 5 Git LFS objects are missing (GH008): ${oids.slice(0, 3).join(', ')} and others`,
      ]),
    );
  });

  it.each([
    [
      `error: GH008: Your push referenced at least 1 unknown Git LFS object:\nremote:     ${oid}`,
      `at least 1 Git LFS object is missing (GH008): ${oid}`,
    ],
    ['error: GH008: something else', 'at least 1 Git LFS object is missing (GH008)'],
  ])('counts a single LFS object: %j', (remote, words) => {
    expect(classify('pre-receive hook declined', remote)?.failure.message).toBe(
      `github.com refused the push: ${words}`,
    );
  });

  it.each([401, 403, 404, 410, 429])('leaves a push that ends with %i to the caller', (status) => {
    const stderr = [
      `error: RPC failed; HTTP ${status} curl 22 The requested URL returned error: ${status}`,
      'send-pack: unexpected disconnect while reading sideband packet',
      'fatal: the remote end hung up unexpectedly',
    ].join('\n');
    const ref = 'refs/heads/main';
    expect(classifyPushRejection({ stderr, reason: '', ref, host: 'github.com' })).toBeNull();
  });

  it('quotes of a plain refusal what the hook said, and nothing of what git did', () => {
    const stderr = [
      'Pushing to https://github.com/o/r.git',
      'Enumerating objects: 2, done.',
      'Writing objects:  50% (1/2)\rWriting objects: 100% (2/2), 136 bytes | 136.00 KiB/s, done.',
      'Total 2 (delta 0), reused 0 (delta 0), pack-reused 0',
      'POST git-receive-pack (309 bytes)',
      'remote: Resolving deltas: 100% (1/1), done.        ',
      'remote: our policy: no pushes on Friday        ',
      "error: failed to push some refs to 'https://github.com/o/r.git'",
    ].join('\n');
    const reason = 'pre-receive hook declined';
    const found = classifyPushRejection({ stderr, reason, ref: 'refs/heads/main', host: 'h' });
    expect(found?.failure.message).toBe(
      'h refused refs/heads/main: pre-receive hook declined (our policy: no pushes on Friday)',
    );
    expect(found?.failure.detail).toBe('our policy: no pushes on Friday');
  });

  it('leaves unknown words to the caller', () => {
    expect(classify('something new')).toBeNull();
  });

  it('turns any output of a host into a single line', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: anyCharacter }),
        fc.string({ unit: anyCharacter }),
        (stderr, reason) => {
          const found = classifyPushRejection({
            stderr: `${stderr}\nremote: ${stderr}`,
            reason: `hook declined ${reason}`,
            ref: 'refs/heads/main',
            host: 'github.com',
          });
          expect(found?.failure.message).not.toMatch(/[\n\r\x1b]/);
        },
      ),
    );
  });
});
