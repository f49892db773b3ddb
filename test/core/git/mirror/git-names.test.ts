import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gitFailure, isDamaged } from '../../../../src/core/git/errors/git-errors.ts';
import { lfsFailure } from '../../../../src/core/git/errors/lfs-errors.ts';
import { classifyPushRejection } from '../../../../src/core/git/errors/push-rejection.ts';

/** Messages that git, git-lfs and hosts really send; `<slug>` and `<ref>` stand for names that others gave. */
const recorded = [
  "Cloning into bare repository '/home/a b/<slug>.git'...\nfatal: unable to access 'https://git.example.com/team/<slug>.git/': The requested URL returned error: 410",
  "fatal: unable to access 'https://git.example.com/team/<slug>.git/': The requested URL returned error: 403",
  "fatal: unable to access 'https://git.example.com/team/<slug>.git/': The requested URL returned error: 429",
  "fatal: unable to access 'https://git.example.com/team/<slug>.git/': The requested URL returned error: 503",
  "fatal: repository 'https://git.example.com/team/<slug>.git/' not found",
  "fatal: Authentication failed for 'https://git.example.com/team/<slug>.git/'",
  "remote: Permission to team/<slug>.git denied to jane.\nfatal: unable to access 'https://git.example.com/team/<slug>.git/': The requested URL returned error: 403",
  "fatal: unable to access 'https://git.example.com/team/<slug>.git/': Could not resolve host: git.example.com",
  "fatal: unable to access 'https://git.example.com/team/<slug>.git/': something new",
  'From https://git.example.com/team/<slug>\n * [new branch]      <ref> -> <ref>\nfatal: early EOF',
  "error: cannot lock ref 'refs/heads/<ref>': something new",
  'error: src refspec <ref> matches more than one',
  'error: refs/heads/<ref> does not point to a valid object!',
  'error: packfile /mirrors/<slug>.git/objects/pack/pack-1.pack cannot be accessed',
  'batch response: Authorization error: https://git.example.com/team/<slug>.git/info/lfs/objects/batch',
  'batch response: Rate limit exceeded: https://git.example.com/team/<slug>.git/info/lfs/objects/batch',
  'batch response: Repository or object not found: https://git.example.com/team/<slug>.git/info/lfs/objects/batch',
  'Post "https://git.example.com/team/<slug>.git/info/lfs/objects/batch": dial tcp 127.0.0.1:1: i/o timeout',
];

const pushes = [
  'remote: error: GH013: Repository rule violations found for refs/heads/<ref>.\nremote: - Something new.\nTo https://git.example.com/team/<slug>.git',
  'remote: error: GH006: Protected branch update failed for refs/heads/<ref>.',
  'Pushing to https://git.example.com/team/<slug>.git\nremote: no pushes on Friday',
  "Pushing to https://git.example.com/team/<slug>.git\nfatal: unable to access 'https://git.example.com/team/<slug>.git/': something new",
];

const hostile = [
  'broken-x',
  'timeout-svc',
  '404-page',
  'not-found',
  'denied',
  'rate-limit',
  'ENOSPC',
  'x509:',
  'SSL_ERROR',
  'bad-object',
  'Timed.out',
  'OpenSSL',
  'git-lfs-not-found',
  'GH007',
  'GH001',
  'GH008',
  'GH002',
  "it's-timeout",
  'app-password',
];
const names = fc.oneof(fc.constantFrom(...hostile), fc.stringMatching(/^[\w.'"$%-]{1,20}$/));

function filled(text: string, slug: string, ref: string): string {
  return text.replaceAll('<slug>', () => slug).replaceAll('<ref>', () => ref);
}

function classes(text: string, slug: string): unknown {
  const outcome = { exitCode: 128, stdout: '', stderr: text };
  const context = { doing: 'Fetching', subject: `https://git.example.com/team/${slug}.git` };
  const git = gitFailure(outcome, context);
  const lfs = lfsFailure(outcome, context);
  return [git.code, git.retry, git.status, lfs.code, lfs.retry, lfs.status, isDamaged(text)];
}

function rejectionClass(text: string, ref: string): unknown {
  const reason = 'pre-receive hook declined';
  const found = classifyPushRejection({
    stderr: text,
    reason,
    ref: `refs/heads/${ref}`,
    host: 'git.example.com',
  });
  return [found?.kind, found?.failure.code, found?.failure.hint];
}

describe('the class of a failure does not depend on the names that a message holds', () => {
  it.each(recorded)('%s', (text) => {
    const expected = classes(filled(text, 'name', 'name'), 'name');
    fc.assert(
      fc.property(names, names, (slug, ref) => {
        expect(classes(filled(text, slug, ref), slug)).toEqual(expected);
      }),
    );
  });

  it.each(pushes)('%s', (text) => {
    const expected = rejectionClass(filled(text, 'name', 'name'), 'name');
    fc.assert(
      fc.property(names, names, (slug, ref) => {
        expect(rejectionClass(filled(text, slug, ref), ref)).toEqual(expected);
      }),
    );
  });

  it('nor on the name of the host', () => {
    const stderr = 'fatal: SSL connect to timeout.example.com:443 failed';
    const subject = 'https://timeout.example.com/team/name.git';
    const outcome = { exitCode: 128, stdout: '', stderr };
    expect(gitFailure(outcome, { doing: 'Fetching', subject }).code).toBe('tls');
  });
});
