import { getCACertificates } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { allAuthorities } from '../../../../src/core/network/tls-proxy/certificates.ts';

/** The same certificate, with its lines broken elsewhere. */
function rewrapped(pem: string): string {
  const [begin = '', ...rest] = pem.trim().split('\n');
  const lines =
    rest
      .slice(0, -1)
      .join('')
      .match(/.{1,50}/g) ?? [];
  return `${[begin, ...lines, rest.at(-1)].join('\n')}\n`;
}

describe('allAuthorities', () => {
  it('lists each authority once, wherever its lines break', () => {
    const [first = ''] = getCACertificates('bundled');
    const all = allAuthorities([]);
    expect(rewrapped(first)).not.toBe(first);
    expect(allAuthorities([rewrapped(first)])).toHaveLength(all.length);
    expect(new Set(all.map((pem) => pem.replace(/\s/g, ''))).size).toBe(all.length);
  });

  it('adds what is given to the built-in roots', () => {
    const given = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';
    const all = allAuthorities([given]);
    expect(all).toContain(given);
    expect(all.length).toBeGreaterThan(getCACertificates('bundled').length);
  });
});
