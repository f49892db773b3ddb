import { describe, expect, it } from 'vitest';
import { classifyPushRejection } from '../../../../src/core/git/errors/push-rejection.ts';
import { classify } from './classify-rejection.ts';

describe('a ref that somebody else has changed', () => {
  it.each([
    ["cannot lock ref 'refs/heads/main': is at ID but expected ID", false],
    ["cannot lock ref 'refs/heads/main': reference already exists", false],
    ['stale info', true],
    ['non-fast-forward', true],
    ['already exists', true],
  ])('says that somebody else has changed the ref: %s', (words, isLocal) => {
    const found = classifyPushRejection({
      stderr: 'remote: Internal Server Error\n',
      reason: words.replaceAll('ID', 'a'.repeat(40)),
      ref: 'refs/heads/main',
      host: 'github.com',
      isLocal,
    });
    expect(found?.kind).toBe('changed');
    expect(found?.failure).toMatchObject({
      code: 'refused',
      message: expect.stringContaining('someone else pushed to it in the meantime'),
    });
  });

  it("finds the host's reason in the line that names the ref", () => {
    const said = (ref: string) =>
      classify('failed to update ref', `error: cannot lock ref '${ref}': reference already exists`);
    expect(said('refs/heads/main')?.kind).toBe('changed');
    expect(said('refs/heads/other')).toBeNull();
  });

  it('does not blame somebody else where the host itself takes no such update', () => {
    expect(classify('non-fast-forward')).toBeNull();
  });
});
