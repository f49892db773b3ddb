import { describe, expect, it } from 'vitest';
import { formOfRetryAfter } from '../../../../src/core/network/rate-limit/rate-limit-headers.ts';

describe('formOfRetryAfter', () => {
  it.each([
    ['60', 'seconds'],
    ['60, 60', 'seconds'],
    ['Fri, 20 Nov 2026 12:01:00 GMT', 'date'],
    ['', 'none'],
    ['soon', 'unreadable'],
  ] as const)('knows how %j names a wait: %s', (value, form) => {
    expect(formOfRetryAfter({ 'retry-after': value })).toBe(form);
  });

  it('knows that none was sent', () => {
    expect(formOfRetryAfter({})).toBe('none');
  });
});
