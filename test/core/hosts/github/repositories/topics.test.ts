import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toTopics } from '../../../../../src/core/hosts/github/repositories/topics.ts';
import { missingScopes } from '../../../../../src/core/ports/credentials/scope-needs.ts';

describe('toTopics', () => {
  it('makes topics small, plain and unique', () => {
    expect(toTopics(['Node JS', 'node-js', 'C++', '***', 'Für Alle', '-lead'])).toEqual([
      'node-js',
      'c',
      'fur-alle',
      'lead',
    ]);
  });

  it('gives at most 20 that GitHub takes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'binary', maxLength: 80 }), { maxLength: 60 }),
        (topics) => {
          const result = toTopics(topics);
          expect(result.length).toBeLessThanOrEqual(20);
          for (const topic of result) expect(topic).toMatch(/^[a-z0-9][a-z0-9-]{0,49}$/);
          expect(toTopics(result)).toEqual(result);
        },
      ),
    );
  });
});

describe('missingScopes', () => {
  it('names what a classic token lacks, counting what wider scopes include', () => {
    expect(missingScopes(['repo', 'admin:org'], ['repo', 'read:org', 'workflow'])).toEqual([
      'workflow',
    ]);
    expect(missingScopes(['public_repo'], ['repo'])).toEqual(['repo']);
    expect(missingScopes([], ['repo'])).toEqual(['repo']);
  });

  it('knows nothing of tokens without scopes', () => {
    expect(missingScopes(null, ['repo'])).toEqual([]);
  });
});
