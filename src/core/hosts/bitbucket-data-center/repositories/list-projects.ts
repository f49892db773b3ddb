import { hasCode, type MigratorError } from '../../../kernel/errors.ts';
import { readPages } from '../http/pages.ts';
import { type DataCenter, get } from '../http/reading.ts';
import { api } from '../names.ts';
import { projectSchema } from './schema.ts';

/** Keys of the projects that the account may see, its own personal one after them. `null` where they are not told. */
export async function listProjects(
  dataCenter: DataCenter,
  { signal }: { readonly signal?: AbortSignal },
): Promise<readonly string[] | null> {
  const keys = new Set<string>();
  try {
    for await (const { values } of readPages(dataCenter, { path: `${api}/projects`, signal })) {
      for (const value of values) {
        const read = projectSchema.safeParse(value);
        if (read.success) keys.add(read.data.key);
      }
    }
    const own = await ownProject(dataCenter, signal);
    if (own !== null) keys.add(own);
  } catch (error) {
    if (!isHidden(error)) throw error;
    dataCenter.services.log('info', `The projects cannot be listed: ${error.message}`);
    return null;
  }
  return [...keys];
}

/** It is in no list. */
async function ownProject(dataCenter: DataCenter, signal?: AbortSignal): Promise<string | null> {
  const { username } = dataCenter.learned;
  if (username === null || !/^[A-Za-z0-9._-]{1,128}$/.test(username)) return null;
  const answer = await get(dataCenter, {
    path: `${api}/projects/~${username}`,
    expectedStatuses: [401, 403, 404],
    signal,
  });
  const read = projectSchema.safeParse(answer.json);
  return answer.status === 200 && read.success ? read.data.key : null;
}

const hidingCodes = ['credentials', 'permission', 'not-found', 'refused'] as const;

function isHidden(error: unknown): error is MigratorError {
  return hasCode(error, ...hidingCodes);
}
