import * as z from 'zod';
import { field } from '../../../network/response/response.ts';
import type { Person } from '../../../ports/records/person.ts';
import { readShown } from '../../shared/host-errors.ts';
import { readPages } from '../http/pages.ts';
import type { HostMethod, Method } from '../http/reading.ts';
import { workspaceNotFound } from '../http/reading.ts';
import { slugPattern, workspacePath } from '../names/names.ts';
import { person } from '../names/people.ts';

const row = z.object({ slug: z.string().regex(slugPattern) });

const pageLengths = [100, 50, 10];

/**
 * The workspaces that the account belongs to. Bitbucket has no other list over all workspaces left: those answer 410
 * since April 2026. It needs read:workspace:bitbucket (`account` for app passwords); access tokens belong to nobody.
 * @returns `null` where these credentials cannot list them
 */
export const listWorkspaces: HostMethod<'listWorkspaces'> = async (bitbucket, { signal }) => {
  if (bitbucket.access.variant === 'access-token') return null;
  const pages = readPages(bitbucket, {
    path: '/2.0/user/workspaces',
    fields: ['next', 'values.workspace.slug'],
    pageLengths,
    isRepository: false,
    signal,
  });
  return readShown(pages, {
    read(value) {
      const slug = row.safeParse(field(value, 'workspace') ?? value).data?.slug;
      return slug === undefined ? null : [slug, slug];
    },
    onHidden: ({ message }) => bitbucket.services.log('info', `Cannot list workspaces: ${message}`),
  });
};

/** Empty where the credentials may not list them: access tokens, and tokens without read:workspace:bitbucket. */
export const listMembers: Method<'members'> = async (bitbucket, { workspace, signal }) => {
  const pages = readPages(bitbucket, {
    path: `/2.0/workspaces/${workspacePath(workspace)}/members`,
    fields: ['-values.workspace', '-values.links', '-values.user.links'],
    pageLengths,
    refusals: { 404: () => workspaceNotFound(bitbucket, workspace) },
    isRepository: false,
    signal,
  });
  const members = await readShown(pages, {
    read: (value) => toMember(field(value, 'user') ?? value),
    onHidden(error) {
      if (error.code === 'refused') throw error;
      bitbucket.services.log('info', `Cannot list the members of ${workspace}: ${error.message}`);
    },
  });
  return members ?? [];
};

function toMember(value: unknown): readonly [string, Person] | null {
  const one = person.safeParse(value).data ?? null;
  return one === null ? null : [one.id, one];
}
