import { describe, expect, it } from 'vitest';
import { requireFeature } from '../../../src/core/license/key/license.ts';
import {
  largerTier,
  requireRepositories,
  requireWorkers,
  tiers,
} from '../../../src/core/license/key/plans.ts';

describe('the plans', () => {
  it('allow so many repositories in one migration, and no more', () => {
    expect(() => requireRepositories('free', 50)).not.toThrow();
    expect(() => requireRepositories('free', 51)).toThrow(
      'Repository limit exceeded: 51 repositories requested but your plan allows 50.',
    );
    expect(() => requireRepositories('pro', 500)).not.toThrow();
    expect(() => requireRepositories('pro', 501)).toThrow(
      'Repository limit exceeded: 501 repositories requested but your plan allows 500.',
    );
    expect(() => requireRepositories('ultimate', 1_000_000)).not.toThrow();
  });

  it('allow so many workers: Free one, which is a feature of the others, and Pro eight', () => {
    expect(() => requireWorkers('free', 1)).not.toThrow();
    expect(() => requireWorkers('free', 2)).toThrow(
      "Feature 'parallel-workers' requires Pro or Ultimate tier.",
    );
    expect(() => requireWorkers('pro', 8)).not.toThrow();
    expect(() => requireWorkers('pro', 9)).toThrow(
      'Worker limit exceeded: 9 workers requested but the Pro tier allows 8.',
    );
    expect(() => requireWorkers('ultimate', 32)).not.toThrow();
  });

  it('have vault synchronisation from Pro on, as long as the license holds', () => {
    const license = {
      id: 'lic_1',
      email: 'a@b.example',
      issuedAt: 0,
      expiresAt: 1,
      scope: 'anywhere',
    } as const;
    const may = (tier: (typeof tiers)[number], validity: 'valid' | 'expired' | 'early') => () =>
      requireFeature({ ...license, tier, validity }, 'vault-sync');
    const refusal = "Feature 'vault-sync' requires Pro or Ultimate tier.";
    expect(may('free', 'valid')).toThrow(refusal);
    expect(may('pro', 'valid')).not.toThrow();
    expect(may('ultimate', 'valid')).not.toThrow();
    expect(may('ultimate', 'expired')).toThrow(refusal);
    expect(may('ultimate', 'early')).toThrow(refusal);
  });

  it('are in an order', () => {
    expect(largerTier('free', 'pro')).toBe('pro');
    expect(largerTier('ultimate', 'pro')).toBe('ultimate');
    for (const tier of tiers) expect(largerTier(tier, tier)).toBe(tier);
  });
});
