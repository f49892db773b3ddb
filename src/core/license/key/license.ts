import { type Feature, plans, requireFeatureOf, type Tier } from './plans.ts';

/** A key whose signature was found good. */
export interface License {
  readonly id: string;
  readonly email: string;
  /** Tier that it was issued for; `effectiveTier()` returns the one that holds now. */
  readonly tier: Tier;
  /** Milliseconds since 1970. */
  readonly issuedAt: number;
  readonly expiresAt: number;
  /** `early`: by this machine's clock it is not issued yet. */
  readonly validity: 'valid' | 'expired' | 'early';
  /** `this-machine`: it counts where all hosts are on loopback addresses. */
  readonly scope: 'anywhere' | 'this-machine';
}

const day = 24 * 60 * 60 * 1000;

/** Milliseconds that clocks may differ. */
const clockTolerance = day;

/** Pure. */
export function validityAt(
  { issuedAt, expiresAt }: Pick<License, 'issuedAt' | 'expiresAt'>,
  now: number,
): License['validity'] {
  if (now >= expiresAt) return 'expired';
  return now < issuedAt - clockTolerance ? 'early' : 'valid';
}

/** The plan that holds: Free where the license does not hold now. */
export function effectiveTier({ tier, validity }: Pick<License, 'tier' | 'validity'>): Tier {
  return validity === 'valid' ? tier : 'free';
}

/**
 * The one question of a command that needs more than Free.
 * @throws `license`: "Feature '<name>' requires Pro or Ultimate tier."
 */
export function requireFeature(license: License, feature: Feature): void {
  requireFeatureOf(effectiveTier(license), feature);
}

/** Whole days that are left, the last one counted; 0 once it has expired. */
export function daysLeft({ expiresAt }: Pick<License, 'expiresAt'>, now: number): number {
  return Math.max(0, Math.ceil((expiresAt - now) / day));
}

/** `1 day left`, `2,912,118 days left` */
export function daysLeftText(license: Pick<License, 'expiresAt'>, now: number): string {
  const left = daysLeft(license, now);
  return left === 1 ? '1 day left' : `${left.toLocaleString('en-US')} days left`;
}

/** Returns what a person is to know before going on; `null` where all is well. */
export function licenseWarning(license: License, now: number): string | null {
  const { repositories, workers } = plans.free;
  const most = `(${repositories} repositories per migration, ${workers} worker)`;
  const limits = `Free tier limits apply ${most}`;
  switch (license.validity) {
    case 'valid':
      return null;
    case 'expired':
      return `License has expired. Free tier limits ${most} have applied since ${dateOf(license.expiresAt)}; existing migrations are not affected. Renew it to restore its tier.`;
    case 'early':
      return `This machine's clock says ${dateOf(now)}, but the license was issued on ${dateOf(license.issuedAt)}. Until the clock is correct, ${limits}.`;
  }
}

/** `2026-11-20`, by UTC. */
export function dateOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}
