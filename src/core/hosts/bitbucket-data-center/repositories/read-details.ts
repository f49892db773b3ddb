import { MigratorError } from '../../../kernel/errors.ts';
import { statusError } from '../../../network/http/response-errors.ts';
import type { HttpResponse } from '../../../network/response/response.ts';
import { unlessUnreadable } from '../../shared/host-errors.ts';
import { type DataCenter, get, type Read } from '../http/reading.ts';
import { exceptionsOf } from '../http/refusals.ts';
import { type RepositoryAddress, repositoryAddress } from '../names/names.ts';
import { branchSchema, type RepositoryDetails, type RepositoryRow, sizesSchema } from './schema.ts';

/** How often one repository after another has failed, where several are read. */
export interface DetailFailures {
  branches: number;
  sizes: number;
}

export const noFailures = (): DetailFailures => ({ branches: 0, sizes: 0 });

interface Reading {
  readonly dataCenter: DataCenter;
  readonly address: RepositoryAddress;
  readonly failures: DetailFailures;
  readonly signal: AbortSignal | undefined;
}

/**
 * The default branch and the size of a repository: a request each, because no list has them. One that is out of order has
 * neither, and is named in a warning: it must not end a list.
 */
export async function readDetails(
  dataCenter: DataCenter,
  { project, slug }: RepositoryRow,
  {
    failures = noFailures(),
    signal,
  }: { failures?: DetailFailures; signal?: AbortSignal | undefined } = {},
): Promise<RepositoryDetails> {
  const address = repositoryAddress(dataCenter, { workspace: project.key, slug });
  const reading = { dataCenter, address, failures, signal };
  const [defaultBranch, sizeBytes] = await Promise.all([
    readDefaultBranch(reading),
    readSize(reading),
  ]);
  return {
    defaultBranch: defaultBranch ?? null,
    isDefaultBranchUnknown: defaultBranch === undefined,
    sizeBytes: sizeBytes ?? null,
  };
}

/** Statuses that a host sends at the address of a repository that is out of order. */
const faults: readonly number[] = [400, 500, 502, 503, 504];

/** So many in a row are no accident of one repository: nobody waits for each of the rest. */
const enoughFailures = 3;

/** @returns `undefined` for a repository that is out of order, which is reported */
async function unlessFailing<T>(
  reading: Reading,
  kind: keyof DetailFailures,
  read: () => Promise<T>,
): Promise<T | undefined> {
  const { dataCenter, address, failures } = reading;
  if (failures[kind] >= enoughFailures) return undefined;
  try {
    const found = await read();
    failures[kind] = 0;
    return found;
  } catch (error) {
    if (!(error instanceof MigratorError) || !faults.includes(error.status ?? 0)) throw error;
    failures[kind] += 1;
    const what = kind === 'branches' ? 'default branch' : 'size';
    const isEnough = failures[kind] === enoughFailures;
    dataCenter.services.log(
      'warn',
      `Cannot read the ${what} of ${address.fullName}: ${error.message}${isEnough ? '; skipping it for the remaining repositories' : ''}`,
      { repository: address.fullName },
    );
    return undefined;
  }
}

/**
 * The branch that is configured, which need not be there; `null` for an empty repository. Before version 7.5 it has
 * another address, which answers 204 where there is none.
 */
function readDefaultBranch(reading: Reading): Promise<string | null | undefined> {
  return unlessFailing(reading, 'branches', () => askForDefaultBranch(reading));
}

async function askForDefaultBranch({
  dataCenter,
  address: { apiPath },
  signal,
}: Reading): Promise<string | null> {
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

function nameOf({ status, json }: HttpResponse): string | null {
  const branch = branchSchema.safeParse(json);
  if (status !== 200 || !branch.success) return null;
  const { id, displayId } = branch.data;
  const name = id?.replace(/^refs\/heads\//, '') ?? displayId ?? '';
  return name === '' ? null : name;
}

/** Of the Git data; `null` where the host does not say. It is a page's address, and not of the interface. */
async function readSize(reading: Reading): Promise<number | null | undefined> {
  const { dataCenter, address, signal } = reading;
  const { learned } = dataCenter;
  if (learned.hidesSizes) return null;
  return unlessFailing(reading, 'sizes', async () => {
    const path = `${address.path}/sizes`;
    // Not worth asking again for.
    const answer = await ask(dataCenter, { path, signal }, [400, 500]);
    if (answer !== null && faults.includes(answer.status)) {
      throw statusError(answer, dataCenter.client.host, `GET ${path}`);
    }
    const sizes = sizesSchema.safeParse(answer?.json);
    if (answer?.status === 200 && sizes.success) return sizes.data.repository;
    learned.hidesSizes = true;
    return null;
  });
}

/** `null`: something that is no answer, as where a page stands in its place. Neither is worth ending a list for. */
function ask(dataCenter: DataCenter, request: Read, alsoExpected: readonly number[] = []) {
  const expectedStatuses = [302, 303, 401, 403, 404, 405, 409, ...alsoExpected];
  return unlessUnreadable(get(dataCenter, { ...request, expectedStatuses }));
}
