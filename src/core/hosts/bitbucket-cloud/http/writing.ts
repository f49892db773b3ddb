import { MigratorError } from '../../../kernel/errors.ts';
import type { HttpRequest } from '../../../network/http/http-request.ts';
import { factsOf, type HttpResponse } from '../../../network/response/response.ts';
import type { BitbucketCloud } from './reading.ts';
import { credentialsRefused, namesOf } from './refusals.ts';

/**
 * A request of the pipeline runner, reading or writing.
 * @param request.scope the scope that the credentials need
 * @throws `credentials`, `permission` naming the scope, and what HttpClient throws
 */
export async function ask(
  { client, access }: BitbucketCloud,
  { scope, ...request }: HttpRequest & { readonly scope: string },
): Promise<HttpResponse> {
  const expected = request.expectedStatuses ?? [];
  const answer = await client.request({ ...request, expectedStatuses: [...expected, 401, 403] });
  const what = `${request.method} ${request.path}`;
  if (answer.status === 401) {
    throw credentialsRefused({ answer, host: client.host, access, what, isRepository: true });
  }
  if (answer.status !== 403) return answer;
  throw new MigratorError(
    'permission',
    `403 Forbidden: ${client.host} refused ${what} for ${namesOf(access)}`,
    {
      hint: `The token needs the ${scope} scope, and its account needs admin access to the repository.`,
      ...factsOf(answer),
    },
  );
}
