import type { Variables } from '../../kernel/environment.ts';
import type { Plan } from '../../plan/plan-schema.ts';
import { plannedReads } from '../../plan/read-plan.ts';
import { missingSourceScopes } from '../../ports/credentials/scope-needs.ts';
import { readSourceCredentials } from '../../ports/credentials/source-credentials.ts';
import type { DoctorTools } from '../doctor-tools.ts';
import { type Finding, failed, pass, warn } from '../finding.ts';
import { missingCapabilityFindings, scopesText } from './account-findings.ts';

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
    if (variant === 'access-token' && plan === null) {
      return [
        warn(
          'source-account',
          `What SRC_ACCESS_TOKEN is good for on ${source.hostname} shows with a workspace alone`,
          'Run doctor again with --plan, which names one.',
        ),
      ];
    }
    const workspace = plan?.source.workspace ?? '';
    const reads = plan === null ? { workspace } : plannedReads(plan);
    const account = await source.verifyCredentials({ ...reads, forPullRequests: true, signal });
    const where = workspace === '' ? source.hostname : `${source.hostname}, workspace ${workspace}`;
    return [
      pass(
        'source-account',
        `Signed in as ${account.displayName} at ${where}${scopesText(account)}`,
      ),
      ...missingCapabilityFindings('source-account', 'the credentials', {
        // A Data Center does not tell what a token may do.
        missing: variant === null ? [] : missingSourceScopes(variant, account.scopes),
        remedy: 'Make a new token that has this scope as well, and set it in place of the old one.',
      }),
    ];
  } catch (error) {
    return [failed('source-account', error)];
  }
}
