import * as z from 'zod';
import { MigratorError } from '../../../kernel/errors.ts';
import { factsOf } from '../../../network/response/response.ts';
import type { SourceLock } from '../../../ports/source-lock.ts';
import { withPermissionHint } from '../../shared/host-errors.ts';
import { identifier } from '../../shared/lenient-schema.ts';
import { branchTrial } from '../../shared/try-branch.ts';
import { type BitbucketCloud, notUnderstood } from '../http/reading.ts';
import { accessTokenPage, tokenPage } from '../http/refusals.ts';
import { ask } from '../http/writing.ts';
import { repositoryPath } from '../names/names.ts';
import { readRules } from '../settings/read-rules.ts';
import { createSettingsReader } from '../settings/settings-pages.ts';
import { lockParts } from './lock-parts.ts';

const createdSchema = z.object({ id: identifier });

const scopesByKind = {
  token: {
    administer: 'admin:repository:bitbucket',
    push: 'write:repository:bitbucket',
    comment: 'write:pullrequest:bitbucket',
  },
  classic: {
    administer: 'repository:admin',
    push: 'repository:write',
    comment: 'pullrequest:write',
  },
} as const;

/** Branch restrictions of Bitbucket Cloud without exceptions, whose ids are kept. They do not hold for tags. */
export function createCloudLock(
  bitbucket: BitbucketCloud,
  gitAccess: (name: { workspace: string; slug: string }) => { url: string },
): Omit<SourceLock, 'verifyCredentials'> {
  const { host } = bitbucket.client;
  const isPersonal = bitbucket.access.variant === 'api-token';
  const { administer, push, comment } = scopesByKind[isPersonal ? 'token' : 'classic'];
  const createAt = isPersonal ? `Create one at ${tokenPage}.` : `Create one at ${accessTokenPage}.`;
  return {
    hostname: host,
    scopes: [administer, push],
    coversTags: false,
    letsExceptedThrough: false,
    plan: lockParts,

    async read(repository) {
      const wanted = { ...repository, defaultBranch: null, project: null };
      const { settings } = await withPermissionHint(
        `The cut-over needs the token of a repository administrator, with ${administer} and ${push} in addition to the scopes for reading. ${createAt}`,
        readRules(createSettingsReader(bitbucket), wanted),
      );
      return { rules: settings.rules ?? [], checks: settings.checks ?? [] };
    },

    add: (request) => addPart(bitbucket, administer, request),

    async remove({ id, signal, ...repository }) {
      await ask(bitbucket, {
        method: 'DELETE',
        path: `${restrictionsPath(repository)}/${encodeURIComponent(id)}`,
        creates: false,
        expectedStatuses: [404],
        scope: administer,
        signal,
      });
    },

    noteScopes: [comment],
    addNote: (request) => addNote(bitbucket, comment, request),

    ...branchTrial((name) => ({
      network: bitbucket.services.network,
      access: { url: gitAccess(name).url, credential: bitbucket.git },
      hostname: host,
      hint: `The credentials need the ${push} scope, and their account needs write access to the repository.`,
    })),
  };
}

async function addPart(
  bitbucket: BitbucketCloud,
  administer: string,
  { part, signal, ...repository }: Parameters<SourceLock['add']>[0],
): Promise<string> {
  const path = restrictionsPath(repository);
  const hasExceptions = part.type === 'push' || part.type === 'restrict_merges';
  const answer = await ask(bitbucket, {
    method: 'POST',
    path,
    body: {
      type: 'branchrestriction',
      kind: part.type,
      branch_match_kind: 'glob',
      pattern: part.refs.kind === 'glob' ? part.refs.pattern : '',
      // "Users and groups can only be configured in push and restrict_merges restrictions."
      ...(hasExceptions ? { users: [], groups: [] } : {}),
    },
    creates: true,
    expectedStatuses: [400, 404, 409],
    scope: administer,
    signal,
  });
  if (answer.status >= 400) {
    throw new MigratorError(
      'refused',
      `${answer.status}: ${bitbucket.client.host} refused the branch restriction ${part.key} on ${repository.workspace}/${repository.slug}`,
      {
        hint: 'Lock the repository by hand: Repository settings > Branch restrictions.',
        ...factsOf(answer),
      },
    );
  }
  const created = createdSchema.safeParse(answer.json);
  // It was created all the same: the caller looks for it.
  if (!created.success) throw lost(notUnderstood(bitbucket, `POST ${path}`));
  return created.data.id;
}

function restrictionsPath(repository: Parameters<typeof repositoryPath>[0]): string {
  return `${repositoryPath(repository)}/branch-restrictions`;
}

async function addNote(
  bitbucket: BitbucketCloud,
  scope: string,
  { number, text, signal, ...repository }: Parameters<SourceLock['addNote']>[0],
): Promise<string> {
  const path = `${repositoryPath(repository)}/pullrequests/${number}/comments`;
  const answer = await ask(bitbucket, {
    method: 'POST',
    path,
    body: { content: { raw: text } },
    creates: true,
    scope,
    signal,
  });
  const created = createdSchema.safeParse(answer.json);
  if (!created.success) throw lost(notUnderstood(bitbucket, `POST ${path}`));
  return created.data.id;
}

function lost({ message, hint }: MigratorError): MigratorError {
  return new MigratorError('ambiguous-write', message, { hint: hint ?? '', retry: 'yes' });
}
