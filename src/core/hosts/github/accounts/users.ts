import { field } from '../../../network/response/response.ts';
import { isLogin } from '../names/naming.ts';
import { ownerSchema } from '../repositories/schema.ts';
import { graphQlFailure, isWithoutGraphQl } from '../rest/graphql.ts';
import { parseResponse } from '../rest/parse-response.ts';
import type { GitHub, Method } from '../rest/shared.ts';

type Found = ReadonlyMap<string, string>;

const loginsPerQuery = 100;

/** Organizations and bots are no users: nobody of that name can be mentioned or asked for a review. */
export const findUsers: Method<'findUsers'> = async (github, { logins, signal }) => {
  const wanted = [...new Set(logins)].filter(isLogin);
  const found = new Map<string, string>();
  for (let start = 0; start < wanted.length; start += loginsPerQuery) {
    const some = wanted.slice(start, start + loginsPerQuery);
    const users = await query(github, some, signal).catch((thrown: unknown) => {
      if (!isWithoutGraphQl(thrown)) throw thrown;
      return findOneByOne(github, some, signal);
    });
    for (const [login, canonical] of users) {
      found.set(login, canonical);
    }
  }
  return found;
};

/** That somebody is not there is normal; any other error would make others look as if they were not there. */
async function query(
  github: GitHub,
  logins: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Found> {
  const { data, errors } = await github.graphQl(
    usersQuery(logins.length),
    Object.fromEntries(logins.map((login, index) => [`l${index}`, login])),
    { signal },
  );
  const serious = errors.filter(({ type }) => type !== 'NOT_FOUND');
  if (serious.length > 0) {
    throw graphQlFailure(serious, { host: github.host, what: 'the user lookup' });
  }
  const found = new Map<string, string>();
  for (const [index, asked] of logins.entries()) {
    const login = field(field(data, `u${index}`), 'login');
    if (typeof login === 'string' && isLogin(login)) found.set(asked, login);
  }
  return found;
}

/** `query($l0: String!, …) { u0: user(login: $l0) { login } … }` */
function usersQuery(count: number): string {
  const indexes = [...Array(count).keys()];
  const variables = indexes.map((index) => `$l${index}: String!`).join(', ');
  const fields = indexes.map((index) => `u${index}: user(login: $l${index}) { login }`);
  return `query(${variables}) {\n${fields.join('\n')}\n}`;
}

async function findOneByOne(
  github: GitHub,
  logins: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Found> {
  const found = new Map<string, string>();
  for (const username of logins) {
    const answer = await github.send(
      'GET /users/{username}',
      { username },
      { creates: false, expectedStatuses: [404], signal },
    );
    if (answer.status === 404) continue;
    const { login, type } = parseResponse(
      ownerSchema,
      answer,
      github.host,
      `GET /users/${username}`,
    );
    if (type === 'User' || type === '') found.set(username, login);
  }
  return found;
}
