import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  count,
  formatBytes,
  formatDate,
  formatDuration,
} from '../../../../src/core/kernel/format/format.ts';

describe('formatBytes', () => {
  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [999, '999 bytes'],
    [1000, '1 kB'],
    [1049, '1 kB'],
    [1500, '1.5 kB'],
    [9949, '9.9 kB'],
    [9950, '10 kB'],
    [999_499, '999 kB'],
    [999_500, '1 MB'],
    [60_000_000, '60 MB'],
    [2_147_483_648, '2.1 GB'],
    [5e12, '5 TB'],
  ])('writes %d as %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });

  it('needs at most three digits below a thousand terabytes, and is off by a twentieth at most', () => {
    const factors = { bytes: 1, byte: 1, kB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 };
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999e12 }), (bytes) => {
        const [digits = '', unit = ''] = formatBytes(bytes).split(' ');
        expect(digits.replace('.', '').length).toBeLessThanOrEqual(3);
        const told = Number(digits) * factors[unit as keyof typeof factors];
        expect(Math.abs(told - bytes)).toBeLessThanOrEqual(bytes / 20);
      }),
    );
  });
});

describe('formatDuration', () => {
  it.each([
    [-5, '0.0s'],
    [0, '0.0s'],
    [440, '0.4s'],
    [9_949, '9.9s'],
    [9_950, '10s'],
    [59_499, '59s'],
    [59_500, '1m 00s'],
    [184_000, '3m 04s'],
    [3_599_600, '1h 00m'],
    [7_500_000, '2h 05m'],
    [360_000_000, '100h 00m'],
  ])('writes %d milliseconds as %s', (milliseconds, text) => {
    expect(formatDuration(milliseconds)).toBe(text);
  });
});

describe('count', () => {
  it('knows one from many, and groups thousands', () => {
    expect([0, 1, 2, 12_345].map((number) => count(number, 'ref'))).toEqual([
      '0 refs',
      '1 ref',
      '2 refs',
      '12,345 refs',
    ]);
    expect(count(2, 'repository', 'repositories')).toBe('2 repositories');
  });
});

describe('formatDate', () => {
  it('is the day and the time of this machine', () => {
    const local = new Date(2026, 10, 22, 14, 5, 59).getTime();
    expect(formatDate(local)).toBe('2026-11-22 14:05');
  });
});
