import * as z from 'zod';
import { hasCode } from '../../../kernel/errors.ts';
import { field } from '../../../network/http/response.ts';
import type { Person } from '../../../ports/records/person.ts';
import { isHidden } from '../../shared/host-errors.ts';
import { readPages } from '../http/pages.ts';
import type { HostMethod, Method } from '../http/reading.ts';
import { workspaceNotFound } from '../http/reading.ts';
import { slugPattern, workspacePath } from '../names.ts';
import { person } from '../people.ts';

const row = z.object({ slug: z.string().regex(slugPattern) });

const pageLengths = [100, 50, 10];

/**
 * The workspaces that the account belongs to. Bitbucket has no other list over all workspaces left: those answer 410
 * since April 2026. It needs read:workspace:bitbucket (`account` for app passwords); access tokens belong to nobody.
 * @returns `null` where these credentials cannot list them
 */
export const listWorkspaces: HostMethod<'listWorkspaces'> = async (bitbucket, { signal }) => {
  if (bitbucket.access.variant === 'access-token') return null;
  const slugs = new Set<string>();
  try {
    const pages = readPages(bitbucket, {
      path: '/2.0/user/workspaces',
      fields: ['next', 'values.workspace.slug'],
      pageLengths,
      isRepository: false,
      signal,
    });
    for await (const { values } of pages) {
      for (const value of values) {
        const read = row.safeParse(field(value, 'workspace') ?? value);
        if (read.success) slugs.add(read.data.slug);
      }
    }
  } catch (error) {
    if (!isHidden(error)) throw error;
    bitbucket.services.log('info', `Cannot list workspaces: ${error.message}`);
    return null;
  }
  return [...slugs];
};

/** Empty where the credentials may not list them: access tokens, and tokens without read:workspace:bitbucket. */
export const listMembers: Method<'members'> = async (bitbucket, { workspace, signal }) => {
  const members = new Map<string, Person>();
  try {
    const pages = readPages(bitbucket, {
      path: `/2.0/workspaces/${workspacePath(workspace)}/members`,
      fields: ['-values.workspace', '-values.links', '-values.user.links'],
      pageLengths,
      refusals: { 404: () => workspaceNotFound(bitbucket, workspace) },
      isRepository: false,
      signal,
    });
    for await (const { values } of pages) {
      for (const row of values) {
        const read = person.safeParse(field(row, 'user') ?? row);
        if (read.success && read.data !== null) members.set(read.data.id, read.data);
      }
    }
  } catch (error) {
    if (hasCode(error, 'refused') || !isHidden(error)) throw error;
    bitbucket.services.log('info', `Cannot list the members of ${workspace}: ${error.message}`);
    return [];
  }
  return [...members.values()];
};
