import type { Answer } from '../../network/answer.ts';
import type { GithubAccount } from '../accounts/account.ts';
import { invalidRequest } from '../rest/answers.ts';
import type { EnterpriseServer } from '../rest/missing-features.ts';

/** Why a visibility is refused, or `null`. `internal` is for organizations that belong to an enterprise. */
export function refuseVisibility(
  visibility: unknown,
  { owner, enterprise }: { owner: GithubAccount; enterprise: EnterpriseServer | null },
): Answer | null {
  if (visibility === undefined || visibility === 'public' || visibility === 'private') return null;
  const hasInternal =
    owner.kind === 'organization' && (enterprise !== null || owner.plan === 'enterprise');
  if (visibility === 'internal' && hasInternal) return null;
  const allowed = hasInternal ? 'public, private, internal' : 'public, private';
  return invalidRequest(
    `For 'properties/visibility', ${JSON.stringify(visibility)} is not one of: ${allowed}.`,
  );
}
