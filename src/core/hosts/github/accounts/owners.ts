import { MigratorError } from '../../../kernel/errors.ts';
import { field } from '../../../network/response/response.ts';
import type { Account, TargetOwner } from '../../../ports/records/account.ts';
import { checkOwnerName } from '../names/naming.ts';
import { membershipSchema, organizationSchema, ownerSchema } from '../repositories/schema.ts';
import { parseResponse } from '../rest/parse-response.ts';
import type { GitHub } from '../rest/shared.ts';

interface OwnerRequest {
  readonly name: string;
  readonly account: Account;
  readonly signal?: AbortSignal | undefined;
}

/** The owner of the repositories to be, and whether this account may make them there. */
export async function findOwner(github: GitHub, request: OwnerRequest): Promise<TargetOwner> {
  const { name, signal } = request;
  checkOwnerName(name, { setting: 'The target', code: 'input-file' });
  const answer = await github.send(
    'GET /orgs/{org}',
    { org: name },
    { creates: false, expectedStatuses: [404], signal },
  );
  if (answer.status === 404) return findPerson(github, request);
  const organization = parseResponse(organizationSchema, answer, github.host, `GET /orgs/${name}`);
  const seenAsMember = memberFields.some((name) => (field(answer.json, name) ?? null) !== null);
  const role = await roleIn(github, organization.login, { seenAsMember, signal });
  const mayCreate =
    organization.members_can_create_repositories !== false &&
    organization.members_can_create_private_repositories !== false;
  if (role === 'member' && !mayCreate) {
    throw refused(
      `Organization ${organization.login} on ${github.host} does not let members create private repositories`,
      "Use an owner's token, or ask an owner to allow it (Settings > Member privileges).",
    );
  }
  const { default_repository_permission: basePermission } = organization;
  return {
    id: String(organization.id),
    login: organization.login,
    kind: 'organization',
    ...(basePermission === null ? {} : { basePermission }),
  };
}

/** Of these GitHub shows an organization's stranger none. */
const memberFields = [
  'members_can_create_repositories',
  'members_can_create_private_repositories',
  'default_repository_permission',
  'two_factor_requirement_enabled',
  'plan',
  'billing_email',
  'total_private_repos',
  'owned_private_repos',
];

/**
 * `unknown` for tokens that may not ask: creating a repository will show. GitHub answers 404 to strangers, and also
 * to fine-grained tokens and apps without the right to ask; who was shown what only members see is no stranger.
 */
async function roleIn(
  github: GitHub,
  org: string,
  { seenAsMember, signal }: { seenAsMember: boolean; signal: AbortSignal | undefined },
): Promise<string> {
  const answer = await github.send(
    'GET /user/memberships/orgs/{org}',
    { org },
    { creates: false, expectedStatuses: [403, 404], signal },
  );
  if (answer.status === 403 || (answer.status === 404 && seenAsMember)) return 'unknown';
  if (answer.status === 404) {
    throw refused(
      `DST_TOKEN's account is not a member of organization ${org} on ${github.host}`,
      "Ask an owner to invite it, or use a member's token.",
    );
  }
  const membership = parseResponse(
    membershipSchema,
    answer,
    github.host,
    `GET /user/memberships/orgs/${org}`,
  );
  if (membership.state === 'active') return membership.role;
  throw refused(
    `DST_TOKEN's account has not accepted its invitation to organization ${org} on ${github.host}`,
    `Accept the invitation, then run the command again.`,
  );
}

async function findPerson(
  github: GitHub,
  { name, account, signal }: OwnerRequest,
): Promise<TargetOwner> {
  const answer = await github.send(
    'GET /users/{username}',
    { username: name },
    { creates: false, expectedStatuses: [404], signal },
  );
  if (answer.status === 404) {
    throw new MigratorError('not-found', `Organization ${name} not found on ${github.host}`, {
      hint: 'Check the name. A token without access to an organization cannot see it either.',
    });
  }
  const person = parseResponse(ownerSchema, answer, github.host, `GET /users/${name}`);
  if (person.type === 'Organization') {
    throw refused(
      `DST_TOKEN cannot read organization ${person.login} on ${github.host}`,
      'Use a token that can access it.',
    );
  }
  if (person.login.toLowerCase() !== account.username?.toLowerCase()) {
    throw refused(
      `${person.login} on ${github.host} is the personal account of someone other than DST_TOKEN's user`,
      'Set the target to an organization or to your own account.',
    );
  }
  return { id: String(person.id), login: person.login, kind: 'user' };
}

function refused(message: string, hint: string): MigratorError {
  return new MigratorError('permission', message, { hint });
}
