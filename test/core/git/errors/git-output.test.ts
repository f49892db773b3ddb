import { describe, expect, it } from 'vitest';
import { lastSentence } from '../../../../src/core/git/errors/git-output.ts';

const address = "'https://example.com/team/repo.git'";

describe('lastSentence', () => {
  it.each([
    [
      'our policy: no pushes on Friday',
      'Pushing to https://example.com/team/repo.git',
      'Writing objects: 100% (2/2), 136 bytes | 136.00 KiB/s, done.',
      'Total 2 (delta 0), reused 0 (delta 0), pack-reused 0',
      'POST git-receive-pack (309 bytes)',
      'remote: our policy: no pushes on Friday        ',
      `error: failed to push some refs to ${address}`,
    ],
    [
      'RPC failed; HTTP 410 curl 22 The requested URL returned error: 410',
      'POST git-receive-pack (309 bytes)',
      'error: RPC failed; HTTP 410 curl 22 The requested URL returned error: 410',
      'send-pack: unexpected disconnect while reading sideband packet',
      'fatal: the remote end hung up unexpectedly',
      `error: failed to push some refs to ${address}`,
    ],
    [
      'src refspec x matches more than one',
      'error: src refspec x matches more than one',
      `error: failed to push some refs to ${address}`,
    ],
    ['the remote end hung up unexpectedly', 'fatal: the remote end hung up unexpectedly'],
    ['GH007: no', 'remote: error: GH007: no', `error: failed to push some refs to ${address}`],
  ])('takes the line with the reason: %s', (sentence, ...lines) => {
    expect(lastSentence(lines.join('\n'))).toBe(sentence);
  });
});
