import type { HostMethod } from '../http/reading.ts';
import { get, notUnderstood, renamed } from '../http/reading.ts';
import { repositoryAddress } from '../names/names.ts';
import { readDetails } from './read-details.ts';
import { learnProject, repositorySchema, toSourceRepository } from './schema.ts';

/** @throws `not-found` where the name is an old one, which the host goes on answering to */
export const findRepository: HostMethod<'findRepository'> = async (dataCenter, request) => {
  const { signal, ...name } = request;
  const { apiPath, fullName } = repositoryAddress(dataCenter, name);
  const answer = await get(dataCenter, { path: apiPath, expectedStatuses: [404], signal });
  if (answer.status === 404) return null;
  const row = repositorySchema.safeParse(answer.json);
  if (!row.success) throw notUnderstood(dataCenter, `GET ${apiPath}`);
  const { project, slug } = row.data;
  const now = `${project.key}/${slug}`;
  if (now.toLowerCase() !== fullName.toLowerCase()) throw renamed(dataCenter, fullName, now);
  learnProject(dataCenter, row.data);
  const details = await readDetails(dataCenter, row.data, { signal });
  return toSourceRepository(dataCenter, row.data, details);
};
