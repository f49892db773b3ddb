import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toUtc } from '../../../../src/core/hosts/shared/lenient-schema.ts';

describe('a date', () => {
  it.each([
    ['2024-03-01T10:00:00.123456+00:00', '2024-03-01T10:00:00.123Z'],
    ['2024-03-01T10:00:00.123456789+02:00', '2024-03-01T08:00:00.123Z'],
    ['2024-03-01 10:00:00+0200', '2024-03-01T08:00:00.000Z'],
    ['2024-03-01T10:00:00', '2024-03-01T10:00:00.000Z'],
    ['2024-03-01T10:00Z', '2024-03-01T10:00:00.000Z'],
    [' 2024-03-01 ', '2024-03-01T00:00:00.000Z'],
    [1_709_287_200, '2024-03-01T10:00:00.000Z'],
    [1_709_287_200_000, '2024-03-01T10:00:00.000Z'],
    ['1709287200000', '2024-03-01T10:00:00.000Z'],
  ])('may be written as %j', (written, expected) => {
    expect(toUtc(written)).toBe(expected);
  });

  it.each([null, undefined, '', 'yesterday', '2024-13-01T00:00:00Z', {}, Number.NaN, 1e300])(
    'is not %j',
    (written) => {
      expect(toUtc(written)).toBeNull();
    },
  );

  it('is a valid one or none, whatever comes', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.double(), fc.date().map(String)), (written) => {
        const read = toUtc(written);
        expect(read === null || new Date(read).toISOString() === read).toBe(true);
      }),
    );
  });

  it('comes back as it was, from whichever zone', () => {
    const day = { min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true };
    fc.assert(
      fc.property(fc.date(day), (date) => {
        expect(toUtc(date.toISOString())).toBe(date.toISOString());
        expect(toUtc(date.toISOString().replace('Z', '000+00:00'))).toBe(date.toISOString());
      }),
    );
  });
});
