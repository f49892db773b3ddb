import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { namesForReplaced } from '../../../../../src/core/replica/apply/steps/replaced/names-for-replaced.ts';

const now = Date.UTC(2026, 10, 20, 23, 59);
const planned = (target: string) => ({ source: 'x', target, visibility: 'private' as const });

function names(target: string, others: readonly string[] = []): readonly string[] {
  const repositories = [target, ...others].map(planned);
  return namesForReplaced({ planned: planned(target), plan: { repositories }, now });
}

describe('namesForReplaced', () => {
  it('begins with the name and the date, and counts on from 2', () => {
    expect(names('api').slice(0, 3)).toEqual([
      'api-replaced-20261120',
      'api-replaced-20261120-2',
      'api-replaced-20261120-3',
    ]);
  });

  it('leaves out what the plan wants for another repository, in any letter case', () => {
    expect(names('api', ['API-Replaced-20261120'])[0]).toBe('api-replaced-20261120-2');
  });

  it('gives names that differ and are short enough, whatever the name', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9._-]{1,100}$/), (target) => {
        const all = names(target);
        expect(new Set(all).size).toBe(all.length);
        expect(all.every((name) => name.length <= 100)).toBe(true);
      }),
    );
  });
});
