import type { SourceRepository } from '../../../core/ports/records/repository.ts';

/** Noon of a day in milliseconds since 1970: the time that stands still in every picture. */
export const noon = Date.UTC(2026, 10, 20, 12);

export const workspace = 'acme-workspace';
export const organization = 'acme';
export const migrationId = 'mig_m4xk2p9qa7c1';

/** A repository as scenes show it. */
export interface SampleRepository {
  readonly slug: string;
  readonly sizeBytes: number;
  readonly refs: number;
  readonly pullRequests: number;
  readonly comments: number;
  readonly lfsObjects: number;
}

const row = (
  slug: string,
  sizeBytes: number,
  refs: number,
  more: Partial<SampleRepository> = {},
): SampleRepository => ({
  ...{ slug, sizeBytes, refs, pullRequests: 0, comments: 0, lfsObjects: 0 },
  ...more,
});

/** A workspace of a shop, in the order of its plan. */
export const company: readonly SampleRepository[] = [
  row('payments-service-new', 20_400, 7, { pullRequests: 17, comments: 14 }),
  row('checkout-web', 257_000, 7, { pullRequests: 7, comments: 11 }),
  row('device-firmware', 63_000_000, 13),
  row('storefront-experiments', 92_000, 2000),
  row('billing-engine', 21_000, 1, { pullRequests: 3, comments: 5 }),
  row('design-assets', 4_600, 2, { lfsObjects: 5 }),
  row('checkout-web-partners', 260_000, 8),
  row('mobile-app', 16_000, 1),
  row('reporting-eu', 6_900, 1),
  row('release-tools', 6_200, 24),
  row('developer-handbook', 10_000, 1),
  row('incident-drafts', 0, 0),
  row('mobile-app-2', 3_500, 1),
  row('reporting-eu-2', 5_000, 1),
];

/** As Bitbucket lists it. */
export function listed({ slug, sizeBytes }: SampleRepository): SourceRepository {
  return {
    ...{ id: `{${slug}}`, slug, name: slug, description: '', sizeBytes },
    visibility: slug === 'developer-handbook' ? 'public' : 'private',
    defaultBranch: 'main',
    project: { key: 'SHOP', name: 'Shop' },
    ...{ forkOf: null, language: null, archived: false, topics: [] },
    createdAt: '2020-01-01T00:00:00Z',
    updatedAt: '2026-10-30T00:00:00Z',
    webUrl: `https://bitbucket.org/${workspace}/${slug}`,
  };
}
