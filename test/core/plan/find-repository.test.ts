import { describe, expect, it } from 'vitest';
import { slugFinder } from '../../../src/core/plan/find-repository.ts';

const find = slugFinder(
  [
    { slug: 'web-shop', name: 'Web Shop' },
    { slug: 'web-shop-2', name: 'web shop' },
    { slug: 'api', name: 'Payments' },
    { slug: 'payments', name: 'Old' },
    { slug: 'twin-1', name: 'Twin' },
    { slug: 'twin-2', name: 'Twin' },
    { slug: 'data-tools' },
  ],
  '--reset-repo',
);

describe('slugFinder', () => {
  it.each([
    ['web-shop', 'web-shop'],
    ['Web Shop', 'web-shop'],
    ['web shop', 'web-shop-2'],
    ['old', 'payments'],
    // A slug comes before a name.
    ['payments', 'payments'],
    ['Payments', 'api'],
    // Whose name was not kept.
    ['Data Tools', 'data-tools'],
    ['nope', null],
  ])('finds %j', (text, slug) => {
    expect(find(text)).toBe(slug);
  });

  it('refuses a name that several have, and names their slugs', () => {
    expect(() => find('Twin')).toThrow('--reset-repo: 2 repositories are named Twin');
    expect(() => find('WEB SHOP')).toThrow(
      expect.objectContaining({ hint: expect.stringContaining('web-shop, web-shop-2') }),
    );
  });
});
