import { isHidden, readShown } from '../../shared/host-errors.ts';
import { readPages } from '../http/pages.ts';
import type { HostMethod, Method } from '../http/reading.ts';
import { type DataCenter, get } from '../http/reading.ts';
import { api } from '../names/names.ts';
import { person } from '../names/people.ts';
import { projectSchema } from './schema.ts';

/** Keys of the projects that the account may see, its own personal one last. `null` where it cannot list them. */
export const listProjects: HostMethod<'listWorkspaces'> = async (dataCenter, { signal }) => {
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
    dataCenter.services.log('info', `Cannot list projects: ${error.message}`);
    return null;
  }
  return [...keys];
};

/** No list holds it. */
async function ownProject(dataCenter: DataCenter, signal?: AbortSignal): Promise<string | null> {
  const { username } = dataCenter.owner;
  if (username === null || !/^[A-Za-z0-9._-]{1,128}$/.test(username)) return null;
  const answer = await get(dataCenter, {
    path: `${api}/projects/~${username}`,
    expectedStatuses: [401, 403, 404],
    signal,
  });
  const read = projectSchema.safeParse(answer.json);
  return answer.status === 200 && read.success ? read.data.key : null;
}

/** Everybody who has an account: only a project's administrator may see its members. */
export const listMembers: Method<'members'> = async (dataCenter, { signal }) => {
  const members = await readShown(readPages(dataCenter, { path: `${api}/users`, signal }), {
    read(row) {
      const one = person.safeParse(row).data ?? null;
      return one === null ? null : [one.id, one];
    },
    onHidden: ({ message }) => dataCenter.services.log('info', `Cannot list users: ${message}`),
  });
  return members ?? [];
};
