import { type Answer, type AnswerHeaders, jsonAnswer } from '../network/answer.ts';

const exceptions = {
  anonymous: [
    'Authentication failed. Please check your credentials and try again.',
    'com.atlassian.bitbucket.auth.IncorrectPasswordAuthenticationException',
  ],
  unlicensed: [
    'You are not currently licensed to use Bitbucket.',
    'com.atlassian.bitbucket.auth.NoAccessAuthenticationException',
  ],
  forbidden: [
    'You are not permitted to access this resource',
    'com.atlassian.bitbucket.AuthorisationException',
  ],
} as const;

export function dataCenterError(status: number, message: string, exceptionName: string): Answer {
  return ownJson(status, { errors: [{ context: null, message, exceptionName }] });
}

/** The product says 401 to everybody whom it does not serve. */
export function unauthorized(why: keyof typeof exceptions): Answer {
  const [message, name] = exceptions[why];
  const headers =
    why === 'forbidden' ? {} : { 'www-authenticate': 'Bearer realm="Atlassian Bitbucket"' };
  const answer = dataCenterError(401, message, name);
  return { ...answer, headers: { ...headers, ...answer.headers } };
}

export function noProject(key: string): Answer {
  return dataCenterError(
    404,
    `Project ${key} does not exist.`,
    'com.atlassian.bitbucket.project.NoSuchProjectException',
  );
}

export function noRepository(key: string, slug: string): Answer {
  return dataCenterError(
    404,
    `Repository ${key}/${slug} does not exist.`,
    'com.atlassian.bitbucket.repository.NoSuchRepositoryException',
  );
}

export function noUser(slug: string): Answer {
  return dataCenterError(
    404,
    `User ${slug} does not exist.`,
    'com.atlassian.bitbucket.user.NoSuchUserException',
  );
}

export function noPullRequest(number: string, key: string, slug: string): Answer {
  return dataCenterError(
    404,
    `Pull request ${number} does not exist in ${key}/${slug}.`,
    'com.atlassian.bitbucket.pull.NoSuchPullRequestException',
  );
}

export function noCommit(hash: string, slug: string): Answer {
  return dataCenterError(
    404,
    `Commit '${hash}' does not exist in repository '${slug}'.`,
    'com.atlassian.bitbucket.commit.NoSuchCommitException',
  );
}

export function noPath(path: string, ref: string): Answer {
  return dataCenterError(
    404,
    `The path "${path}" does not exist at revision "${ref}"`,
    'com.atlassian.bitbucket.content.NoSuchPathException',
  );
}

/** The product has this, the sandbox does not: a 404 could be read as "there is none". */
export function notOffered(method: string, path: string): Answer {
  return dataCenterError(501, `The sandbox does not offer ${method} ${path}`, 'sandbox.NotOffered');
}

export function ownJson(status: number, value: unknown, headers: AnswerHeaders = {}): Answer {
  return jsonAnswer(status, value, {
    'content-type': 'application/json;charset=UTF-8',
    'cache-control': 'no-cache, no-transform',
    ...headers,
  });
}
