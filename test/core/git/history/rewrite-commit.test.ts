import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  rewriteCommit,
  rewriteTag,
  tagTarget,
} from '../../../../src/core/git/history/rewrite-commit.ts';

const a = 'a'.repeat(40);
const b = 'b'.repeat(40);
const c = 'c'.repeat(40);

function commit(fields: readonly string[], message: string): string {
  return [
    `tree ${c}`,
    ...fields,
    'author A <a@b.c> 1 +0000',
    'committer A <a@b.c> 1 +0000',
    '',
    message,
  ].join('\n');
}

const signature = 'gpgsig -----BEGIN PGP SIGNATURE-----\n \n abc\n -----END PGP SIGNATURE-----';

describe('rewriteCommit', () => {
  it('maps and drops parents and copies everything else byte for byte', () => {
    fc.assert(
      fc.property(
        fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('latin1')),
        (message) => {
          const raw = commit([`parent ${a}`, `parent ${b}`, 'encoding ISO-8859-1'], message);
          const result = rewriteCommit(raw, (parent) => (parent === a ? c : null));
          const expected = commit([`parent ${c}`, 'encoding ISO-8859-1'], message);
          expect(result).toEqual({ raw: expected, lostSignature: false });
        },
      ),
    );
  });

  it('does not change a commit whose parents stay, nor its signature', () => {
    const raw = commit([`parent ${a}`, signature], 'text');
    expect(rewriteCommit(raw, (parent) => parent)).toBeNull();
  });

  it('drops the signature and merged tags of a commit that changes', () => {
    const mergetag = `mergetag object ${b}\n type commit\n tag v1\n tagger A <a@b.c> 1 +0000\n \n text`;
    const raw = commit([`parent ${a}`, mergetag, signature], 'text');
    const result = rewriteCommit(raw, () => null);
    expect(result).toEqual({ raw: commit([], 'text'), lostSignature: true });
  });

  it('reads lines of the message as text', () => {
    const message = `parent ${a}\n${signature}\n`;
    const raw = commit([`parent ${b}`], message);
    expect(rewriteCommit(raw, () => a)?.raw).toBe(commit([`parent ${a}`], message));
  });
});

describe('rewriteTag', () => {
  const raw = `object ${a}\ntype commit\ntag v1\ntagger A <a@b.c> 1 +0000\n\nmessage\n`;

  it('names another object', () => {
    expect(rewriteTag(raw, b)).toEqual({ raw: raw.replace(a, b), lostSignature: false });
    expect(tagTarget(raw)).toEqual({ object: a, type: 'commit' });
  });

  it.each(['PGP', 'SSH'])('drops a %s signature at the end of the message', (kind) => {
    const signed = `${raw}-----BEGIN ${kind} SIGNATURE-----\nabc\n-----END ${kind} SIGNATURE-----\n`;
    expect(rewriteTag(signed, b)).toEqual({ raw: raw.replace(a, b), lostSignature: true });
  });
});
