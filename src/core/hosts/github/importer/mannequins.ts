import * as z from 'zod';
import { hostFault } from '../../../network/http/response-errors.ts';
import type { ImportUser, Mannequin, TargetImporter } from '../../../ports/target-importer.ts';
import { askImporter, type Importer, type ImporterMethod, nodeId } from './ask-importer.ts';

const userRow = z.object({ id: nodeId, login: z.string().min(1) });

const mannequinRow = z.object({
  ...userRow.shape,
  email: z.string().min(1).nullable().catch(null),
  claimant: userRow.nullable().catch(null),
});

const page = z.object({
  node: z.object({
    mannequins: z.object({
      pageInfo: z.object({ endCursor: z.string().nullable(), hasNextPage: z.boolean() }),
      nodes: z.array(mannequinRow.nullable()),
    }),
  }),
});

/** More than anybody has people. */
const mostPages = 10_000;

export async function* listMannequins(
  importer: Importer,
  { organization, signal }: Parameters<TargetImporter['listMannequins']>[0],
): AsyncGenerator<readonly Mannequin[]> {
  const what = `the mannequins of ${organization.login}`;
  let after: string | null = null;
  for (let count = 0; count < mostPages; count += 1) {
    const mannequins = await readPage(importer, { id: organization.id, after, what, signal });
    yield mannequins.nodes.filter((row) => row !== null);
    const { endCursor, hasNextPage } = mannequins.pageInfo;
    if (!hasNextPage) return;
    if (endCursor === null || endCursor === after) break;
    after = endCursor;
  }
  throw hostFault(`${importer.host} repeats list pages (${what})`);
}

async function readPage(
  importer: Importer,
  request: { id: string; after: string | null; what: string; signal: AbortSignal | undefined },
): Promise<z.infer<typeof page>['node']['mannequins']> {
  const { id, after, what, signal } = request;
  const variables = { id, after };
  const { node } = await askImporter(importer, {
    ...{ document: 'listMannequins', variables, schema: page, what, signal },
  });
  return node.mannequins;
}

export const findUser: ImporterMethod<'findUser'> = async (
  importer,
  { login, signal },
): Promise<ImportUser | null> => {
  const { user } = await askImporter(importer, {
    document: 'findUser',
    variables: { login },
    schema: z.object({ user: userRow.nullable() }),
    what: `user ${login}`,
    isExpected: ({ type, message }) => type === 'NOT_FOUND' || /could not resolve/i.test(message),
    signal,
  });
  return user;
};

export const inviteClaimant: ImporterMethod<'inviteClaimant'> = (importer, request) =>
  claim(importer, 'inviteClaimant', request);

export const reattribute: ImporterMethod<'reattribute'> = (importer, request) =>
  claim(importer, 'reattribute', request);

async function claim(
  importer: Importer,
  document: 'inviteClaimant' | 'reattribute',
  request: Parameters<TargetImporter['inviteClaimant']>[0],
): Promise<void> {
  const { organization, mannequin, user, signal } = request;
  await askImporter(importer, {
    document,
    variables: { ownerId: organization.id, sourceId: mannequin.id, targetId: user.id },
    schema: z.looseObject({}),
    what: `the claim of ${mannequin.login} for ${user.login}`,
    // A second invitation sends a second mail; handing over twice changes nothing.
    creates: document === 'inviteClaimant',
    signal,
  });
}
