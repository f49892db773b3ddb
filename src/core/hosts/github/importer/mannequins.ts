import * as z from 'zod';
import type { ImportUser, Mannequin, TargetImporter } from '../../../ports/target-importer.ts';
import { connectionOf, connectionPages } from '../rest/graphql-pages.ts';
import { askImporter, type Importer, type ImporterMethod, nodeId } from './ask-importer.ts';

const userRow = z.object({ id: nodeId, login: z.string().min(1) });

const mannequinRow = z.object({
  ...userRow.shape,
  email: z.string().min(1).nullable().catch(null),
  claimant: userRow.nullable().catch(null),
});

const page = z.object({ node: z.object({ mannequins: connectionOf(mannequinRow) }) });

export async function* listMannequins(
  importer: Importer,
  { organization, signal }: Parameters<TargetImporter['listMannequins']>[0],
): AsyncGenerator<readonly Mannequin[]> {
  const { host } = importer;
  const { id, login } = organization;
  const what = `the mannequins of ${login}`;
  async function ask(after: string | null) {
    const asked = { document: 'listMannequins', variables: { id, after }, schema: page } as const;
    return (await askImporter(importer, { ...asked, what, signal })).node.mannequins;
  }
  for await (const { nodes } of connectionPages({ host, what, ask }))
    yield nodes.filter((row) => row !== null);
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
