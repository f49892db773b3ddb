import type { TargetOwner } from '../../../ports/records/account.ts';
import type { Cancellable } from '../../../ports/records/target-address.ts';
import type { TokenGap } from '../../../ports/records/target-checkup.ts';
import type { GitHub } from '../rest/shared.ts';

/** Requests that an organization answers only with a permission of their own. */
const probes = [
  {
    route: 'GET /orgs/{org}/hooks',
    permission: 'Webhooks: read',
    lack: 'list webhooks, so the dry run cannot list them',
  },
  {
    route: 'GET /orgs/{org}/rulesets',
    permission: 'Administration: read',
    lack: 'list rulesets, so the dry run cannot list them',
  },
  {
    route: 'GET /orgs/{org}/actions/secrets/public-key',
    permission: 'Secrets: read and write',
    lack: 'create organization secrets',
  },
] as const;

/**
 * Finds what a fine-grained token cannot do. GitHub reports no permissions of such a token: those to read are tried,
 * one request each, and those to write show with the first repository.
 * @param options.owner `null`: unknown, so nothing is tried
 */
export async function findTokenGaps(
  github: GitHub,
  { token, owner, signal }: { token: string; owner: TargetOwner | null } & Cancellable,
): Promise<readonly TokenGap[]> {
  if (!token.startsWith('github_pat_')) return [];
  const where = owner === null ? 'the target organization' : owner.login;
  const unknown: TokenGap = {
    message: 'DST_TOKEN is fine-grained: GitHub does not report its permissions',
    remedy: `It needs access to all repositories in ${where}, with Administration, Contents, Pull requests and Workflows (read and write).`,
  };
  if (owner === null || owner.kind !== 'organization') return [unknown];
  const org = owner.login;
  const gaps = await Promise.all(
    probes.map(async ({ route, permission, lack }): Promise<readonly TokenGap[]> => {
      const answer = await github.send(
        route,
        { org },
        { creates: false, expectedStatuses: refused, signal },
      );
      if (answer.status !== 403 && answer.status !== 404) return [];
      const message = `DST_TOKEN cannot ${lack} (${org})`;
      const remedy = `Add the organization permission ${permission} to the token, or use a classic token.`;
      return [{ message, remedy }];
    }),
  );
  return [unknown, ...gaps.flat()];
}

/** With server errors: this is not worth retries. */
const refused = [403, 404, 410, 500, 501, 502, 503, 504];
