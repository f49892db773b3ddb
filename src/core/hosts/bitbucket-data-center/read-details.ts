import { MigratorError } from '../../errors.ts';
import type { Answer } from '../../network/answer.ts';
import type { RepositoryDetails } from './mapping.ts';
import { repositoryAddress } from './names.ts';
import { type DataCenter, get, type Read } from './reading.ts';
import { exceptionsOf } from './refusals.ts';
import { branchSchema, type RepositoryRow, sizesSchema } from './schema.ts';

/** The default branch and the size of a repository: a request each, because no list has them. */
export async function readDetails(
  dataCenter: DataCenter,
  { project, slug }: RepositoryRow,
  signal?: AbortSignal,
): Promise<RepositoryDetails> {
  const { apiPath, path } = repositoryAddress(dataCenter, { workspace: project.key, slug });
  const [defaultBranch, sizeBytes] = await Promise.all([
    readDefaultBranch(dataCenter, apiPath, signal),
    readSize(dataCenter, path, signal),
  ]);
  return { defaultBranch, sizeBytes };
}

/**
 * The branch that is configured, which need not be there; `null` for an empty repository. Before version 7.5 it has
 * another address, which answers 204 where there is none.
 */
async function readDefaultBranch(
  dataCenter: DataCenter,
  apiPath: string,
  signal?: AbortSignal,
): Promise<string | null> {
  const { learned } = dataCenter;
  if (!learned.hasOldDefaultBranch) {
    const answer = await ask(dataCenter, { path: `${apiPath}/default-branch`, signal });
    if (answer !== null && (answer.status === 200 || answer.status === 204)) return nameOf(answer);
    // A Bitbucket that knows the address says with an exception of its own why it has none.
    if (answer !== null && exceptionsOf(answer.json).some(isOfBitbucket)) return null;
  }
  const old = await ask(dataCenter, { path: `${apiPath}/branches/default`, signal });
  if (old?.status === 200) learned.hasOldDefaultBranch = true;
  return old === null ? null : nameOf(old);
}

const isOfBitbucket = (exception: string): boolean =>
  /^com\.atlassian\.(bitbucket|stash)\./.test(exception);

function nameOf({ status, json }: Answer): string | null {
  const branch = branchSchema.safeParse(json);
  if (status !== 200 || !branch.success) return null;
  const { id, displayId } = branch.data;
  const name = id?.replace(/^refs\/heads\//, '') ?? displayId ?? '';
  return name === '' ? null : name;
}

/** Of the Git data; `null` where nobody tells. It is a page's address, and not of the interface. */
async function readSize(
  dataCenter: DataCenter,
  path: string,
  signal?: AbortSignal,
): Promise<number | null> {
  const { learned } = dataCenter;
  if (learned.hidesSizes) return null;
  const answer = await ask(dataCenter, { path: `${path}/sizes`, signal }, [500]);
  const sizes = sizesSchema.safeParse(answer?.json);
  if (answer?.status === 200 && sizes.success) return sizes.data.repository;
  learned.hidesSizes = true;
  return null;
}

/** `null`: something that is no answer, as where a page stands in its place. Neither is worth ending a list for. */
async function ask(
  dataCenter: DataCenter,
  request: Read,
  alsoExpected: readonly number[] = [],
): Promise<Answer | null> {
  const expectedStatuses = [302, 303, 401, 403, 404, 405, 409, ...alsoExpected];
  try {
    return await get(dataCenter, { ...request, expectedStatuses });
  } catch (error) {
    if (error instanceof MigratorError && error.code === 'bad-answer') return null;
    throw error;
  }
}
