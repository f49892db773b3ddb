import * as z from 'zod';
import type {
  CommitAuthor,
  LinkedIdentity,
  TargetPeople,
} from '../../../ports/records/target-people.ts';
import { isLogin } from '../names/naming.ts';
import { connectionOf } from '../rest/graphql-pages.ts';
import type { GitHub } from '../rest/shared.ts';
import { askPages, askPeople } from './ask-pages.ts';

/** Reads members, identities of single sign-on, and authors of commits. A login that no account can have is nobody's. */
export function createPeoplePort(github: GitHub): TargetPeople {
  return {
    listMembers: (request) => listMembers(github, request),
    listIdentities: (request) => listIdentities(github, request),
    listNewestRepositories: (request) => listNewestRepositories(github, request),
    listCommitAuthors: (request) => listCommitAuthors(github, request),
  };
}

const text = z.string().nullish().catch(null);
const account = z.object({ login: z.string().min(1) });

const memberRow = z.object({ ...account.shape, name: text });

async function* listMembers(
  github: GitHub,
  { organization, signal }: Parameters<TargetPeople['listMembers']>[0],
): ReturnType<TargetPeople['listMembers']> {
  const schema = z.object({
    organization: z.object({ membersWithRole: connectionOf(memberRow) }).nullable(),
  });
  const what = `the members of ${organization}`;
  const variables = { login: organization };
  const question = { document: 'listMembers', variables, schema, what, signal } as const;
  const pages = askPages(github, question, (data) => data.organization?.membersWithRole ?? null);
  for await (const page of pages) {
    yield page.flatMap(({ login, name }) =>
      isLogin(login) ? [{ login, name: name || null }] : [],
    );
  }
}

const emails = z
  .array(z.object({ value: text }).nullable())
  .nullish()
  .catch(null);

const attributes = z.object({ username: text, givenName: text, familyName: text, emails });

const identityRow = z.object({
  user: account.nullish(),
  samlIdentity: z.object({ ...attributes.shape, nameId: text }).nullish(),
  scimIdentity: attributes.nullish(),
});

/** Identities that nobody has linked with an account yet are left out. */
async function* listIdentities(
  github: GitHub,
  { organization, signal }: Parameters<TargetPeople['listIdentities']>[0],
): ReturnType<TargetPeople['listIdentities']> {
  const provider = z.object({ externalIdentities: connectionOf(identityRow) });
  const schema = z.object({
    organization: z.object({ samlIdentityProvider: provider.nullable() }).nullable(),
  });
  const what = `the single sign-on identities of ${organization}`;
  const variables = { login: organization };
  const question = { document: 'listIdentities', variables, schema, what, signal } as const;
  const pages = askPages(
    github,
    question,
    (data) => data.organization?.samlIdentityProvider?.externalIdentities ?? null,
  );
  for await (const page of pages) yield page.flatMap(toIdentity);
}

function toIdentity({
  user,
  samlIdentity,
  scimIdentity,
}: z.infer<typeof identityRow>): readonly LinkedIdentity[] {
  if (user === null || user === undefined || !isLogin(user.login)) return [];
  const both = [samlIdentity, scimIdentity].filter((one) => one !== null && one !== undefined);
  const handles = [
    samlIdentity?.nameId,
    ...both.flatMap((one) => [one.username, ...(one.emails ?? []).map((email) => email?.value)]),
  ].filter((one) => one !== null && one !== undefined && one.trim() !== '');
  const names = both.map(({ givenName, familyName }) =>
    `${givenName ?? ''} ${familyName ?? ''}`.trim(),
  );
  const name = names.find((one) => one !== '') ?? null;
  return [{ login: user.login, handles: [...new Set(handles as readonly string[])], name }];
}

async function listNewestRepositories(
  github: GitHub,
  { organization, atMost, signal }: Parameters<TargetPeople['listNewestRepositories']>[0],
): Promise<readonly string[]> {
  const row = z.object({ name: z.string().min(1) });
  const found = await askPeople(github, {
    document: 'listNewestRepositories',
    variables: { login: organization, first: Math.min(100, atMost) },
    schema: z.object({
      organization: z
        .object({ repositories: z.object({ nodes: z.array(row.nullable()).nullable() }) })
        .nullable(),
    }),
    what: `the repositories in ${organization}`,
    signal,
  });
  return (found.organization?.repositories.nodes ?? []).flatMap((one) => one?.name ?? []);
}

const commitRow = z.object({
  author: z.object({ name: text, email: text, user: account.nullish().catch(null) }).nullish(),
});

async function* listCommitAuthors(
  github: GitHub,
  { owner, name, signal }: Parameters<TargetPeople['listCommitAuthors']>[0],
): ReturnType<TargetPeople['listCommitAuthors']> {
  const target = z.object({ history: connectionOf(commitRow).optional() });
  const branch = z.object({ target: target.nullable() });
  const schema = z.object({
    repository: z.object({ defaultBranchRef: branch.nullable() }).nullable(),
  });
  const what = `the commits in ${owner}/${name}`;
  const question = {
    document: 'listCommitAuthors',
    variables: { owner, name },
    ...{ schema, what, signal },
  } as const;
  const pages = askPages(
    github,
    question,
    (data) => data.repository?.defaultBranchRef?.target?.history ?? null,
  );
  for await (const page of pages) yield page.flatMap(toAuthor);
}

function toAuthor({ author }: z.infer<typeof commitRow>): readonly CommitAuthor[] {
  if (author === null || author === undefined) return [];
  const { name, email, user } = author;
  const login = user?.login ?? '';
  return [{ name: name ?? '', email: email ?? '', login: isLogin(login) ? login : null }];
}
