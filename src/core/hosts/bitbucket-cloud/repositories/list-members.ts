import { hasCode, type MigratorError } from '../../../kernel/errors.ts';
import { field } from '../../../network/http/response.ts';
import type { Person } from '../../../ports/records/person.ts';
import { readPages } from '../http/pages.ts';
import { type BitbucketCloud, workspaceNotFound } from '../http/reading.ts';
import { workspacePath } from '../names.ts';
import { person } from '../people.ts';

/** Nobody where the credentials may not see them: access tokens, and tokens without read:workspace:bitbucket. */
export async function listMembers(
  bitbucket: BitbucketCloud,
  { workspace, signal }: { readonly workspace: string; readonly signal?: AbortSignal },
): Promise<readonly Person[]> {
  const members = new Map<string, Person>();
  const pages = readPages(bitbucket, {
    path: `/2.0/workspaces/${workspacePath(workspace)}/members`,
    fields: ['-values.workspace', '-values.links', '-values.user.links'],
    pageLengths: [100, 50, 10],
    refusals: { 404: () => workspaceNotFound(bitbucket, workspace) },
    isRepository: false,
    signal,
  });
  try {
    for await (const { values } of pages) {
      for (const row of values) {
        const read = person.safeParse(field(row, 'user') ?? row);
        if (read.success && read.data !== null) members.set(read.data.id, read.data);
      }
    }
  } catch (error) {
    if (!isHidden(error)) throw error;
    bitbucket.services.log('info', `The members of ${workspace} cannot be seen: ${error.message}`);
    return [];
  }
  return [...members.values()];
}

const hidingCodes = ['credentials', 'permission', 'not-found'] as const;

function isHidden(error: unknown): error is MigratorError {
  return hasCode(error, ...hidingCodes);
}
