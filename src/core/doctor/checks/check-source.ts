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
          `SRC_ACCESS_TOKEN on ${source.hostname} can be checked only with a workspace`,
          'Run `migrator doctor --plan <file>`; the plan names the workspace.',
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
        `Signed in to ${where} as ${account.displayName}${scopesText(account)}`,
      ),
      ...missingCapabilityFindings('source-account', 'the credentials', {
        // A Data Center does not tell what a token may do.
        missing: variant === null ? [] : missingSourceScopes(variant, account.scopes),
        remedy: 'Create a new token that also has this scope, and replace the old one with it.',
      }),
    ];
  } catch (error) {
    return [failed('source-account', error)];
  }
}
