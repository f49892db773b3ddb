import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskAddresses, maskedAddress } from '../../../../src/core/kernel/format/masked-address.ts';

describe('a masked address', () => {
  it.each([
    ['https://ci.example.com/hooks/build-finished', 'ci.example.com/hooks/build-finished'],
    ['https://ci.example.com:8443/api/v2/', 'ci.example.com:8443/api/v2'],
    ['https://joe:pw@ci.example.com/hook', 'ci.example.com/hook'],
    ['https://ci.example.com/hook?token=abc#x', 'ci.example.com/hook?…'],
    ['https://hooks.slack.com/services/T0AAA/B0BBB/xyz', 'hooks.slack.com/services/…'],
    ['https://discord.com/api/webhooks/123456789012/abc-DEF', 'discord.com/api/webhooks/…'],
    ['https://ci.example.com/generic/abcdefghijklmnopqrst', 'ci.example.com/generic/…'],
    ['not an address', 'an unreadable URL'],
  ])('of %s is %s', (address, shown) => {
    expect(maskedAddress(address)).toBe(shown);
  });

  it('has no part that could be a key, whatever stands around it', () => {
    const base64 = fc
      .base64String({ minLength: 16, maxLength: 60 })
      .filter((text) => /\d|[A-Z]/.test(text));
    const paths = fc.array(fc.constantFrom('api', 'hooks', 'v1', 'a-b'), { maxLength: 4 });
    fc.assert(
      fc.property(paths, base64, paths, (before, secret, after) => {
        const part = encodeURIComponent(secret);
        const url = `https://ci.example.com/${[...before, part, ...after].join('/')}`;
        expect(maskedAddress(url)).not.toContain(part);
      }),
    );
  });

  it('takes the place of each one in a text', () => {
    const text = 'Hook "https://ci.example/T0AAA/B" and http://x.example/a?b=c are wrong.';
    expect(maskAddresses(text)).toBe('Hook "ci.example/…" and x.example/a?… are wrong.');
  });
});
