import { count, formatNumber } from '../../kernel/format/format.ts';
import type { Plan } from '../../plan/plan-schema.ts';
import { missingTargetScopes } from '../../ports/credentials/scope-needs.ts';
import type { Account } from '../../ports/records/account.ts';
import type { TargetCheckup, TokenGap } from '../../ports/records/target-checkup.ts';
import { missingCapabilities, targetName } from '../../ports/records/target-checkup.ts';
import type { TargetHost } from '../../ports/target-host.ts';
import type { DoctorTools } from '../findings/doctor-tools.ts';
import { type Finding, failed, pass, warn } from '../findings/finding.ts';
import { missingCapabilityFindings, signedIn } from './account-findings.ts';
import { checkCalibration } from './check-calibration.ts';
import { checkTrial } from './check-trial.ts';

interface Question {
  readonly app: DoctorTools;
  readonly plan: Plan | null;
  readonly signal: AbortSignal;
  readonly now: number;
  readonly stateFolder: string;
}

/** The account on the target, what it may do there, and what this target can do. */
export async function checkTarget(question: Question): Promise<readonly Finding[]> {
  const { app, signal } = question;
  try {
    const target = app.target();
    const account = await target.verifyCredentials({ signal });
    return [
      signedIn(
        'target-account',
        { ...account, name: account.username ?? account.displayName },
        target.hostname,
      ),
      ...missingCapabilityFindings('target-account', 'DST_TOKEN', {
        missing: missingTargetScopes(account.scopes),
        remedy:
          'Add it to the token (Settings > Developer settings > Personal access tokens), or create a new token.',
      }),
      ...(await ownerFindings(question, target, account)),
      ...(await featureFindings(question, target, account)),
    ];
  } catch (error) {
    return [failed('target-account', error)];
  }
}

async function ownerFindings(
  { plan, signal }: Question,
  target: TargetHost,
  account: Account,
): Promise<readonly Finding[]> {
  if (plan === null) return gapFindings(await target.findTokenGaps({ owner: null, signal }));
  const name = plan.target.organization;
  try {
    const owner = await target.findOwner({ name, account, signal });
    const what = owner.kind === 'organization' ? 'The organization' : 'The account';
    return [
      pass('target-organization', `${what} ${owner.login} accepts new repositories`),
      ...gapFindings(await target.findTokenGaps({ owner, signal })),
    ];
  } catch (error) {
    return [failed('target-organization', error)];
  }
}

function gapFindings(gaps: readonly TokenGap[]): readonly Finding[] {
  return gaps.map(({ message, remedy }) => warn('target-account', message, remedy));
}

async function featureFindings(
  question: Question,
  target: TargetHost,
  account: Account,
): Promise<readonly Finding[]> {
  const { signal, now } = question;
  try {
    const checkup = await target.checkUp({ signal });
    return [
      ...productFindings(checkup, target.hostname),
      budgetFinding(checkup, target.hostname, now),
      await checkCalibration(question, { host: target.hostname, account, checkup }),
      ...(await checkTrial(question, target.hostname)),
    ];
  } catch (error) {
    return [failed('target-features', error)];
  }
}

function productFindings(checkup: TargetCheckup, hostname: string): readonly Finding[] {
  const found = checkup.isTested ? [pass('target-features', productText(checkup, hostname))] : [];
  const lacks = missingCapabilities(checkup).map(({ about, message, remedy }) =>
    warn(`target-${about}`, message, remedy),
  );
  return [...found, ...lacks];
}

function productText(checkup: TargetCheckup, hostname: string): string {
  if (checkup.version !== null) return `${targetName(checkup)}, a tested version`;
  return /^(api\.)?github\.com$/.test(hostname)
    ? 'GitHub.com'
    : `${targetName(checkup)} at ${hostname}`;
}

function budgetFinding({ budget }: TargetCheckup, hostname: string, now: number): Finding {
  if (budget === null) return pass('target-budget', `${hostname} has no rate limit`);
  const { limit, remaining, resetAt } = budget;
  const message = `${formatNumber(remaining)} of ${count(limit, 'hourly request')} left on ${hostname}`;
  if (remaining > limit / 10) return pass('target-budget', message);
  const minutes = Math.max(1, Math.ceil((resetAt - now) / 60_000));
  return warn(
    'target-budget',
    message,
    `The limit resets in ${count(minutes, 'minute')}. Wait, or start now: a migration waits automatically.`,
  );
}
