import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { convertPipelines } from '../../../src/core/pipelines/convert-pipelines.ts';
import { actionlint } from '../../helpers/pipelines/actionlint.ts';
import { corpus } from '../../helpers/pipelines/corpus.ts';

const awkward: readonly unknown[] = [
  ...[
    '',
    ' ',
    '${{ x }}',
    '$A',
    '${A:-b}',
    '*',
    '**',
    '!',
    "it's",
    'a\nb',
    ': ',
    '#',
    '../x',
    '-',
    'docker',
  ],
  ...[null, true, false, 0, -1, 1.5, 1e9, [], {}, ['a', null], { a: 1 }, [[['a']]], { step: null }],
];

/** Replaces, removes or adds something at a place that a number chooses. */
function mutated(value: unknown, seed: number, by: unknown): unknown {
  let left = seed;
  const walk = (one: unknown): unknown => {
    left -= 1;
    if (left === 0) return by;
    if (Array.isArray(one)) return one.map(walk);
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([key, inner]) => [key, walk(inner)]));
  };
  return walk(value);
}

describe('pipeline files with something odd in them', () => {
  const files = corpus();

  it('convert to valid workflows, with a grade for each key', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...files),
        fc.array(fc.tuple(fc.integer({ min: 2, max: 60 }), fc.constantFrom(...awkward)), {
          minLength: 1,
          maxLength: 3,
        }),
        async (file, changes) => {
          const original: unknown = parse(file.text, { merge: true, logLevel: 'silent' });
          const odd = changes.reduce((value, [seed, by]) => mutated(value, seed, by), original);
          const result = convertPipelines({
            text: stringify(odd),
            path: 'bitbucket-pipelines.yml',
            imports: file.imports,
          });
          if ('refusal' in result) {
            expect(result.refusal.message).toBe('It contains no pipelines');
            return;
          }
          const { coverage, workflows, runnerLabels } = result.converted;
          expect(coverage.exact + coverage.changed + coverage.lost).toBe(coverage.constructs);
          for (const workflow of workflows) {
            expect(await actionlint(workflow, runnerLabels)).toEqual([]);
          }
        },
      ),
      { numRuns: Number(process.env.RUNS ?? 60) },
    );
  });
});
