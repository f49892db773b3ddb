import { MigratorError } from '../../../kernel/errors.ts';
import { oneLine } from '../../../network/response/response.ts';
import { type GraphQlError, graphQlFailure } from '../rest/graphql.ts';

interface Asked {
  readonly host: string;
  readonly what: string;
}

const ownersToken =
  "Use an organization owner's classic token, or ask an owner to give its account the 'migrator' role.";

/**
 * The importer's errors as one of ours. Its permission error names the same scopes twice where the role is missing, so
 * that the scopes are compared first. Pure.
 */
export function importerFailure(errors: readonly GraphQlError[], asked: Asked): MigratorError {
  const known = errors.map((error) => knownFailure(error, asked)).find((one) => one !== null);
  return known ?? graphQlFailure(errors, asked);
}

function knownFailure(error: GraphQlError, { host, what }: Asked): MigratorError | null {
  const { type, message } = error;
  const detail = oneLine(message, 300);
  const failed = (code: 'permission' | 'refused', why: string, hint: string) =>
    new MigratorError(code, `${host} refused ${what}: ${why}`, { hint, detail });
  if (error.isSingleSignOn === true || /SAML enforcement/.test(message)) {
    return failed(
      'permission',
      'DST_TOKEN is not authorized for single sign-on',
      'Authorize the token for the organization: Settings > Developer settings > Personal access tokens > Configure SSO.',
    );
  }
  if (/a repository called \S+ already exists/i.test(message)) {
    return new MigratorError('target-exists', `${host} already has a repository with this name`, {
      hint: 'Rename or delete it, or use another name: the importer only creates repositories.',
      detail,
    });
  }
  if (/not authorized to perform imports/i.test(message)) {
    return failed(
      'permission',
      'the organization cannot use the importer',
      'Use an organization with a paid plan, or ask GitHub Support to enable GitHub Enterprise Importer. Otherwise, use --engine rest.',
    );
  }
  if (type === 'SERVICE_UNAVAILABLE' || /Importer is currently unavailable/i.test(message)) {
    return new MigratorError('unavailable', `${host} cannot import at the moment`, {
      hint: 'Try again later, and check githubstatus.com. Enterprise Server has no importer.',
      detail,
    });
  }
  if (/must be a member of/i.test(message)) {
    return failed(
      'refused',
      'the person is not a member of the organization',
      'Invite the person to the organization, then try again once they have accepted.',
    );
  }
  if (/'reattributeMannequinToUser' doesn't exist|Enterprise Managed Users/i.test(message)) {
    return failed(
      'refused',
      'only organizations with managed users support this',
      'Send invitations instead.',
    );
  }
  return rightsFailure(error, { host, what, detail });
}

function rightsFailure(
  { type, message }: GraphQlError,
  { host, what, detail }: Asked & { detail: string },
): MigratorError | null {
  const isAboutRights =
    /correct permissions to execute|required scopes|No access to \w+|Missing permissions/i.test(
      message,
    );
  if (!isAboutRights && type !== 'INSUFFICIENT_SCOPES') return null;
  const [required = [], granted = []] = scopeLists(message);
  const missing = required.filter((scope) => !granted.includes(scope));
  const lack = missing.length > 0 ? `scope missing: ${missing.join(', ')}` : 'role missing';
  return new MigratorError('permission', `${host} refused ${what}: ${lack}`, {
    hint:
      missing.length > 0
        ? `Add ${missing.join(', ')} to the classic token in DST_TOKEN.`
        : ownersToken,
    detail,
  });
}

/** Reads each `['a', 'b']` of a message: the scopes that it needs, and those that the token has. */
function scopeLists(message: string): readonly (readonly string[])[] {
  return [...message.matchAll(/\[([^\]]{0,500})\]/g)].map(([, list = '']) =>
    [...list.matchAll(/[a-z][a-z_:]{0,39}/g)].map(([scope]) => scope),
  );
}

/** Next steps for an import that has failed, by words of its reason. */
const remedies: readonly (readonly [RegExp, string])[] = [
  [
    /archive URL returned/i,
    'The importer could not read the archive. Upload it again: archives are deleted after an import, or after a week.',
  ],
  [
    /too large or complex|maximum allowed size/i,
    'The importer accepts at most 2 GiB per push and per commit. Migrate this repository with git and the API.',
  ],
  [
    /metadata too big/i,
    'The importer accepts at most 10 GB of metadata. Migrate this repository through the API.',
  ],
  [
    /GH013|rule violations/i,
    'Add the bypass actor "Repository migrations" to the organization\'s rulesets.',
  ],
  [
    /GH007|private e-?mail/i,
    'Ask the owner of the email address to allow pushes that expose it (Settings > Emails).',
  ],
];

/** Pure. @param reason hostile */
export function hintForReason(reason: string): string | null {
  return remedies.find(([pattern]) => pattern.test(reason))?.[1] ?? null;
}
