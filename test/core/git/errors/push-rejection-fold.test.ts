import { describe, expect, it } from 'vitest';
import { classifyPushRejection } from '../../../../src/core/git/errors/push-rejection.ts';
import {
  foldRefusals,
  type RefusedRef,
} from '../../../../src/core/git/errors/push-rejection-fold.ts';
import { MigratorError } from '../../../../src/core/kernel/errors.ts';

const declined = 'pre-receive hook declined';

function refused(names: readonly string[], stderr: string, reason = declined): RefusedRef[] {
  return names.map((name) => {
    const ref = `refs/heads/${name}`;
    const found = classifyPushRejection({ stderr, reason, ref, host: 'github.com' });
    if (found === null) throw new Error('no rule knows it');
    return { ref, failure: found.failure };
  });
}

const seven = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

describe('foldRefusals', () => {
  it('reports one cause once, with the number of refs and three of them by name', () => {
    const folded = foldRefusals(refused(seven, 'remote: no pushes on Friday'));
    expect(folded.message).toBe(
      'github.com refused 7 refs (refs/heads/a, refs/heads/b, refs/heads/c, ...): pre-receive hook declined (no pushes on Friday)',
    );
    expect(folded.hint).toMatch(/^Ask GitHub's administrator[^.]*\.$/);
    expect(folded.detail).toBe('no pushes on Friday');
  });

  it('folds refs of which the host names one as the culprit', () => {
    const text =
      'remote: error: GH013: Repository rule violations found for refs/heads/b.\nremote: - Commits must have verified signatures.';
    expect(foldRefusals(refused(['a', 'b', 'c'], text)).message).toBe(
      'github.com refused 3 refs (refs/heads/a, refs/heads/b, refs/heads/c): it violates an organization or repository rule (GH013) for refs/heads/b: Commits must have verified signatures.',
    );
  });

  it('reports different causes one after the other, with each remedy once', () => {
    const folded = foldRefusals([
      ...refused(['a', 'b'], 'remote: no pushes on Friday'),
      ...refused(['c'], '', 'deny updating a hidden ref'),
      ...refused(['d'], '', 'deny updating a hidden ref'),
    ]);
    expect(folded.message).toBe(
      'github.com refused 2 refs (refs/heads/a, refs/heads/b): pre-receive hook declined (no pushes on Friday); github.com refused 2 refs (refs/heads/c, refs/heads/d): the host reserves this name (hidden ref)',
    );
    expect(folded.hint?.match(/Rename or delete the ref/g)).toHaveLength(1);
  });

  it('gives the failure of a single ref as it is', () => {
    const [one] = refused(['a'], 'remote: no');
    if (one === undefined) throw new Error('nothing was refused');
    expect(foldRefusals([one])).toBe(one.failure);
  });

  it('preserves when to try again', () => {
    const failure = new MigratorError('rate-limit', 'h refused refs/heads/a: slower', {
      retry: 'yes',
      retryAt: 5,
    });
    const both = ['refs/heads/a', 'refs/heads/b'].map((ref) => ({ ref, failure }));
    expect(foldRefusals(both)).toMatchObject({ code: 'rate-limit', retry: 'yes', retryAt: 5 });
  });
});
