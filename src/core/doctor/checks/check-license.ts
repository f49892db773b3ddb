import { count } from '../../kernel/format/format.ts';
import { daysLeft, effectiveTier, licenseWarning } from '../../license/key/license.ts';
import { plans, requireRepositories } from '../../license/key/plans.ts';
import type { Plan } from '../../plan/plan-schema.ts';
import type { DoctorTools } from '../findings/doctor-tools.ts';
import { type Finding, failed, pass, warn } from '../findings/finding.ts';

/** Days before the end from which on it is worth a word. */
const soon = 30;

/** Tells whether a license is there that a migration can be made with, and that the plan fits into. */
export async function checkLicense(options: {
  app: Pick<DoctorTools, 'license' | 'source' | 'target'>;
  plan: Plan | null;
  now: number;
}): Promise<readonly Finding[]> {
  const { app, plan, now } = options;
  try {
    const license = await app.license(hostsOf(app));
    const tier = effectiveTier(license);
    const { name, repositories, workers } = plans[tier];
    const some = repositories === null ? 'unlimited' : `up to ${repositories}`;
    const left = daysLeft(license, now);
    const message = `${name} tier: ${some} repositories per migration, up to ${workers} in parallel`;
    const warning = licenseWarning(license, now);
    if (plan !== null) requireRepositories(tier, plan.repositories.length);
    if (warning !== null) return [warn('license', message, warning)];
    if (left > soon) return [pass('license', message)];
    return [
      warn(
        'license',
        `${message}; expires in ${count(left, 'day')}`,
        'Renew it before it expires.',
      ),
    ];
  } catch (error) {
    return [failed('license', error)];
  }
}

/** Some licenses are for hosts of this machine alone; missing credentials are reported elsewhere. */
function hostsOf({ source, target }: Pick<DoctorTools, 'source' | 'target'>): readonly string[] {
  return [() => source({ usesGit: false }), target].flatMap((open) => {
    try {
      return open().hostname;
    } catch {
      return [];
    }
  });
}
