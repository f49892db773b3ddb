import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { githubCron } from '../../../../src/core/pipelines/schedules/cron.ts';

/** Fields of Bitbucket's expression, each with the values that it means, as GitHub counts them. */
interface Known {
  readonly text: string;
  readonly values: ReadonlySet<number>;
}

/** @param shift how much larger Bitbucket's numbers are */
function fieldFrom(first: number, last: number, shift = 0): fc.Arbitrary<Known> {
  const number = fc.integer({ min: first, max: last });
  const all = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const single = number.map((value) => ({ text: `${value + shift}`, values: new Set([value]) }));
  const span = fc.tuple(number, number, fc.integer({ min: 1, max: 20 })).map(([a, b, step]) => {
    const [from, to] = a < b ? [a, b] : [b, a];
    const values = new Set(
      all.filter((one) => one >= from && one <= to && (one - from) % step === 0),
    );
    return { text: `${from + shift}-${to + shift}/${step}`, values };
  });
  const from = fc.tuple(number, fc.integer({ min: 1, max: 20 })).map(([start, step]) => {
    const values = new Set(all.filter((one) => one >= start && (one - start) % step === 0));
    return { text: `${start + shift}/${step}`, values };
  });
  const list = fc
    .array(fc.oneof(single, span, from), { minLength: 1, maxLength: 3 })
    .map((parts) => ({
      text: parts.map(({ text }) => text).join(','),
      values: new Set(parts.flatMap(({ values }) => [...values])),
    }));
  return fc.oneof(fc.constant({ text: '*', values: new Set(all) }), list);
}

/** The values of one of GitHub's fields, by its documentation: `*`, lists, ranges and steps. */
function valuesOf(text: string, [first, last]: readonly [number, number]): ReadonlySet<number> {
  const values = text.split(',').flatMap((part) => {
    const [span = '', step = '1'] = part.split('/');
    const [from = '', to = from] = span === '*' ? [`${first}`, `${last}`] : span.split('-');
    const all = Array.from(
      { length: Number(to) - Number(from) + 1 },
      (_, index) => Number(from) + index,
    );
    return all.filter((one) => (one - Number(from)) % Number(step) === 0);
  });
  return new Set(values);
}

const bounds = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 6],
] as const;

describe('githubCron', () => {
  it('means the same minutes, hours, days, months and weekdays', () => {
    const days = fieldFrom(1, 31).map((day) => [day, { text: '?', values: valuesOf('*', [0, 6]) }]);
    const weekdays = fieldFrom(0, 6, 1).map((day) => [
      { text: '?', values: valuesOf('*', [1, 31]) },
      day,
    ]);
    fc.assert(
      fc.property(
        fc.tuple(fieldFrom(0, 59), fieldFrom(0, 23), fieldFrom(1, 12)),
        fc.oneof(days, weekdays),
        ([minute, hour, month], [day, weekday]) => {
          const fields = [minute, hour, day, month, weekday];
          const found = githubCron(`0 ${fields.map((one) => one?.text).join(' ')} *`);
          const written = found?.cron.split(' ') ?? [];
          expect(written).toHaveLength(5);
          for (const [index, field] of fields.entries()) {
            expect(valuesOf(written[index] ?? '', bounds[index] ?? [0, 0])).toEqual(field?.values);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it.each([
    ['0 0 12 * * ? *', '0 12 * * *'],
    ['0 30 3 ? * MON-FRI *', '30 3 * * 1-5'],
    ['0 0 6 ? * 1,7', '0 6 * * 0,6'],
    ['15 0/15 8-17 * * ? *', '*/15 8-17 * * *'],
    ['0 5 4 1 jan,jul ? *', '5 4 1 1,7 *'],
  ])('writes %s as %s', (bitbucket, github) => {
    expect(githubCron(bitbucket)?.cron).toBe(github);
  });

  it.each([
    '0 0 12 L * ? *',
    '0 0 12 15W * ? *',
    '0 0 12 ? * 2#1 *',
    '0 0 12 ? * 6L *',
    '0 0 12 * * ? 2027',
    '* 0 12 * * ? *',
    '0 12 * * *',
    '0 0 12 ? * FRI-MON *',
    '0 61 12 * * ? *',
    '',
    '0 */0 * * * ? *',
  ])('has nothing for %s', (pattern) => {
    expect(githubCron(pattern)).toBeNull();
  });

  it.each([
    ['0 0/4 * * * ? *', true],
    ['0 0/5 * * * ? *', false],
    ['0 2,58 * * * ? *', true],
    ['0 7 * * * ? *', false],
  ])('tells whether %s is more often than GitHub starts workflows: %s', (pattern, isTooOften) => {
    expect(githubCron(pattern)?.isTooOften).toBe(isTooOften);
  });
});
