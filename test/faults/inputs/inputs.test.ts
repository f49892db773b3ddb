import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Families, openFamilies } from './families.ts';
import { divide, runFamily } from './harness.ts';

/*
 * The short form, always the same; `npm run faults:inputs -- --cases 10000 --seed N` is the long one.
 */
const cases = 250;
const seed = 20_261_120;

let opened: Families;
beforeAll(async () => {
  opened = await openFamilies();
}, 90_000);
afterAll(async () => {
  await opened[Symbol.asyncDispose]();
});

describe('malformed inputs', () => {
  it('are made of true answers to everything that both hosts are asked', () => {
    expect(opened.withoutAnswers).toEqual([]);
    expect(opened.asked.length).toBeGreaterThan(30);
  });

  it.each([
    'plan',
    'inventory',
    'configuration',
    'user map',
    'state',
    'host answers',
    'host answers, whole commands',
  ])(
    'end in one sentence and the documented exit code, and never in a stack trace: %s',
    async (name) => {
      const index = opened.families.findIndex((family) => family.name === name);
      const family = opened.families[index];
      if (family === undefined) throw new Error(`there is no family ${name}`);
      const many = divide(opened.families, cases)[index] ?? 1;
      const { findings } = await runFamily(family, { cases: many, seed });
      const told = findings.map(({ index: which, complaints, text }) =>
        [`seed ${seed}, case ${which} of ${many}`, ...complaints, text.slice(0, 500)].join('; '),
      );
      expect(told).toEqual([]);
    },
    60_000,
  );
});
