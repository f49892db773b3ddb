import { listed, type Variables } from '../../kernel/environment.ts';
import type { Plan } from '../../plan/plan-schema.ts';
import { plannedReads } from '../../plan/read-plan.ts';
import { credentialTexts } from '../../ports/credentials/describe-credentials.ts';
import { missingSourceScopes } from '../../ports/credentials/scope-needs.ts';
import { readSourceCredentials } from '../../ports/credentials/source-credentials.ts';
import type { Account } from '../../ports/records/account.ts';
import type { DoctorTools } from '../findings/doctor-tools.ts';
import { type Finding, failed, pass, warn } from '../findings/finding.ts';
import { missingCapabilityFindings, signedIn } from './account-findings.ts';

/** The account on the source and what it may do. */
export async function checkSource(options: {
  app: DoctorTools;
  variables: Variables;
  plan: Plan | null;
  signal: AbortSignal;
}): Promise<readonly Finding[]> {
  const { app, variables, plan, signal } = options;
  try {
    const source = app.source({ usesGit: false });
    const access = readSourceCredentials(variables, { usesGit: false });
    const variant = access.kind === 'bitbucket-cloud' ? access.variant : null;
    const { tokens } = access;
    if (variant === 'access-token' && plan === null) {
      return [
        warn(
          'source-account',
          `${listed(tokens.map((one) => one.variable))} on ${source.hostname} can be checked only with a workspace`,
          'Run `migrator doctor --plan <file>`; the plan has the workspace.',
        ),
      ];
    }
    const workspace = plan?.source.workspace ?? '';
    const reads = plan === null ? { workspace } : plannedReads(plan);
    const account = await source.verifyCredentials({ ...reads, forPullRequests: true, signal });
    const where = workspace === '' ? source.hostname : `${source.hostname}, workspace ${workspace}`;
    return [
      signedIn('source-account', account, where),
      ...credentialTexts(account).map((message) => pass('source-account', message)),
      ...credentialsOf(account).flatMap(({ variable, scopes }) =>
        missingCapabilityFindings('source-account', variable, {
          // A Data Center does not report what a token may do.
          missing: variant === null ? [] : missingSourceScopes(variant, scopes),
          remedy: 'Create a new token that also has this scope, and replace the old one with it.',
        }),
      ),
    ];
  } catch (error) {
    return [failed('source-account', error)];
  }
}

function credentialsOf({ credentials, scopes }: Account) {
  return credentials ?? [{ variable: 'the credentials', scopes }];
}
