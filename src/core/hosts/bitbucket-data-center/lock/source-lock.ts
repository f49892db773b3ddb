import * as z from 'zod';
import { MigratorError } from '../../../kernel/errors.ts';
import { factsOf, type HttpResponse } from '../../../network/response/response.ts';
import type { GitAccess } from '../../../ports/records/repository.ts';
import type { RefMatcher } from '../../../ports/records/source-settings.ts';
import type { SourceLock } from '../../../ports/source-lock.ts';
import { withPermissionHint } from '../../shared/host-errors.ts';
import { identifier } from '../../shared/lenient-schema.ts';
import { branchTrial } from '../../shared/try-branch.ts';
import { type DataCenter, notUnderstood } from '../http/reading.ts';
import { write } from '../http/writing.ts';
import { repositoryAddress } from '../names/names.ts';
import { readRules } from '../settings/read-rules.ts';
import { createSettingsReader } from '../settings/settings-pages.ts';
import { lockParts } from './lock-parts.ts';

const createdSchema = z.object({ id: identifier });

const adminHint =
  'The cut-over needs the token of a repository administrator: an HTTP access token with Repository admin (your avatar > Manage account > HTTP access tokens). Set SRC_TOKEN to it.';

/** A branch permission of Data Center that makes all branches and tags read-only, whose id is kept. */
export function createDataCenterLock(
  dataCenter: DataCenter,
  gitAccess: (name: { workspace: string; slug: string }) => GitAccess,
): Omit<SourceLock, 'verifyCredentials'> {
  const { host } = dataCenter.client;
  const pathOf = (name: { workspace: string; slug: string }) =>
    `/rest/branch-permissions/latest${repositoryAddress(dataCenter, name).path}/restrictions`;
  return {
    hostname: host,
    scopes: ['REPO_ADMIN'],
    coversTags: true,
    letsExceptedThrough: true,
    plan: lockParts,

    async read(repository) {
      const wanted = { ...repository, defaultBranch: null, project: null };
      const { settings, missing } = await withPermissionHint(
        adminHint,
        readRules(createSettingsReader(dataCenter), wanted),
      );
      const rules = { rules: settings.rules ?? [], checks: [] };
      return missing === null ? rules : { ...rules, missing };
    },

    async add({ part, signal, ...repository }) {
      const path = pathOf(repository);
      const answer = await write(dataCenter, {
        method: 'POST',
        path,
        body: {
          type: part.type,
          matcher: matcherOf(part.refs),
          users: [],
          groups: [],
          accessKeys: [],
        },
        creates: true,
        expectedStatuses: [400, 404, 409],
        signal,
      });
      if (answer.status >= 400) {
        throw new MigratorError(
          'refused',
          `${answer.status}: ${host} refused the branch permission ${part.key} on ${repository.workspace}/${repository.slug}`,
          {
            hint: 'Lock the repository by hand: Repository settings > Branch permissions.',
            ...factsOf(answer),
          },
        );
      }
      return createdId(dataCenter, answer, path);
    },

    async remove({ id, signal, ...repository }) {
      await write(dataCenter, {
        method: 'DELETE',
        path: `${pathOf(repository)}/${encodeURIComponent(id)}`,
        creates: false,
        expectedStatuses: [404],
        signal,
      });
    },

    noteScopes: [],
    addNote: (request) => addNote(dataCenter, request),

    ...branchTrial((name) => ({
      network: dataCenter.services.network,
      access: gitAccess(name),
      hostname: host,
      hint: 'SRC_TOKEN needs the Repository write permission, and its account needs it on the repository.',
    })),
  };
}

async function addNote(
  dataCenter: DataCenter,
  { number, text, signal, ...repository }: Parameters<SourceLock['addNote']>[0],
): Promise<string> {
  const { apiPath } = repositoryAddress(dataCenter, repository);
  const path = `${apiPath}/pull-requests/${number}/comments`;
  const request = { method: 'POST', path, body: { text }, creates: true, signal } as const;
  return createdId(dataCenter, await write(dataCenter, request), path);
}

/** Without an id it was created all the same: the caller looks for it. */
function createdId(dataCenter: DataCenter, { json }: HttpResponse, path: string): string {
  const created = createdSchema.safeParse(json);
  if (created.success) return created.data.id;
  const { message, hint } = notUnderstood(dataCenter, `POST ${path}`);
  throw new MigratorError('ambiguous-write', message, { hint: hint ?? '', retry: 'yes' });
}

function matcherOf(refs: RefMatcher): { id: string; type: { id: string } } {
  if (refs.kind === 'ant') return { id: refs.pattern, type: { id: 'PATTERN' } };
  return { id: 'ANY_REF_MATCHER_ID', type: { id: 'ANY_REF' } };
}
