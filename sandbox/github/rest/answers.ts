import { type Answer, type AnswerHeaders, jsonAnswer } from '../../network/answer.ts';

const documentation = 'https://docs.github.com/rest';

export function githubError(
  status: number,
  message: string,
  options: { errors?: readonly unknown[]; path?: string; headers?: AnswerHeaders } = {},
): Answer {
  const body: Record<string, unknown> = { message };
  if (options.errors !== undefined) body.errors = options.errors;
  body.documentation_url = `${documentation}${options.path ?? ''}`;
  body.status = String(status);
  return jsonAnswer(status, body, options.headers);
}

export function notFound(): Answer {
  return githubError(404, 'Not Found');
}

export function badCredentials(): Answer {
  return githubError(401, 'Bad credentials');
}

export function requiresAuthentication(): Answer {
  return githubError(401, 'Requires authentication');
}

export function mustHaveAdminRights(): Answer {
  return githubError(403, 'Must have admin rights to Repository.');
}

export function archivedRepository(): Answer {
  return githubError(403, 'Repository was archived so is read-only.');
}

/** A parameter is missing or of the wrong type: no `errors`, the sentence says it all. */
export function invalidRequest(sentence: string): Answer {
  return githubError(422, `Invalid request.\n\n${sentence}`);
}

export interface FieldError {
  readonly resource: string;
  readonly code: string;
  readonly field?: string;
  readonly message?: string;
}

export function validationFailed(errors: readonly FieldError[]): Answer {
  return githubError(422, 'Validation Failed', { errors });
}

export function creationFailed(message: string, field = 'name'): Answer {
  return githubError(422, 'Repository creation failed.', {
    errors: [{ resource: 'Repository', code: 'custom', field, message }],
    path: '/repos/repos#create-an-organization-repository',
  });
}

export function redirect(status: 301 | 307, location: string): Answer {
  return jsonAnswer(
    status,
    {
      message: status === 301 ? 'Moved Permanently' : 'Temporary Redirect',
      url: location,
      documentation_url:
        'https://docs.github.com/rest/guides/best-practices-for-using-the-rest-api#follow-redirects',
    },
    { location },
  );
}

/** The host has this, the sandbox does not: a 404 could be read as "there is none". */
export function notOffered(method: string, path: string): Answer {
  return githubError(501, `The sandbox does not offer ${method} ${path}`);
}
