import { MigratorError } from '../../kernel/errors.ts';

/** From the smallest to the largest. */
export const tiers = ['free', 'pro', 'ultimate'] as const;

export type Tier = (typeof tiers)[number];

/** Features that only Pro and Ultimate have. */
export const paidFeatures = ['parallel-workers', 'vault-sync'] as const;

export type Feature = (typeof paidFeatures)[number];

export interface Plan {
  readonly name: string;
  /** In one migration; `null`: as many as there are. */
  readonly repositories: number | null;
  readonly workers: number;
  readonly features: readonly Feature[];
}

export const plans: Readonly<Record<Tier, Plan>> = {
  free: { name: 'Free', repositories: 50, workers: 1, features: [] },
  pro: { name: 'Pro', repositories: 500, workers: 8, features: paidFeatures },
  ultimate: { name: 'Ultimate', repositories: null, workers: 32, features: paidFeatures },
};

export function isTier(text: string): text is Tier {
  return tiers.some((tier) => tier === text);
}

export function largerTier(one: Tier, other: Tier): Tier {
  return tiers.indexOf(one) < tiers.indexOf(other) ? other : one;
}

/** @throws `license` where the plan does not have it */
export function requireFeatureOf(tier: Tier, feature: Feature): void {
  if (plans[tier].features.includes(feature)) return;
  throw new MigratorError('license', `Feature '${feature}' requires Pro or Ultimate tier.`, {
    hint: 'Upgrade your tier, or omit the feature. Show your tier: migrator license status',
  });
}

/** @throws `license` where a migration of so many repositories is above the plan */
export function requireRepositories(tier: Tier, requested: number): void {
  const allowed = plans[tier].repositories;
  if (allowed === null || requested <= allowed) return;
  throw new MigratorError(
    'license',
    `Repository limit exceeded: ${requested} repositories requested but your plan allows ${allowed}.`,
    {
      hint: `Split it: \`migrator plan --inventory <file> --target-org <organization> --split ${allowed} --output plan.json\`. Or upgrade your tier.`,
    },
  );
}

/** @throws `license` where so many workers are above the plan */
export function requireWorkers(tier: Tier, requested: number): void {
  const { name, workers } = plans[tier];
  if (requested <= workers) return;
  requireFeatureOf(tier, 'parallel-workers');
  throw new MigratorError(
    'license',
    `Worker limit exceeded: ${requested} workers requested but the ${name} tier allows ${workers}.`,
    { hint: `Use --workers ${workers} or fewer, or upgrade your tier.` },
  );
}
