import { describe, expect, it } from 'vitest';
import { settleSeconds } from '../../../src/core/config/with-config.ts';

describe('settleSeconds', () => {
  it.each([
    ['api.github.com', undefined, 15],
    ['api.github.com', 0, 15],
    ['api.github.com', 14.9, 15],
    ['api.github.com', 60, 60],
    ['127.0.0.1', undefined, 1],
    ['127.0.0.1', 0, 0],
  ])('for %s with %s in the file is %s', (hostname, set, expected) => {
    const config = set === undefined ? {} : { network: { settle_seconds: set } };
    expect(settleSeconds(config, { hostname })).toBe(expected);
  });
});
