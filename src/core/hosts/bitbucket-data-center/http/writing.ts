import { MigratorError } from '../../../kernel/errors.ts';
import type { HttpRequest } from '../../../network/http/http-request.ts';
import type { HttpResponse } from '../../../network/response/response.ts';
import type { DataCenter } from './reading.ts';
import { refused } from './refusals.ts';

/**
 * A request that changes something.
 * @throws `credentials`, `permission` naming what the account needs, and what HttpClient throws
 */
export async function write(dataCenter: DataCenter, request: HttpRequest): Promise<HttpResponse> {
  const { client, access } = dataCenter;
  const expected = request.expectedStatuses ?? [];
  const answer = await client.request({ ...request, expectedStatuses: [...expected, 401, 403] });
  if (answer.status !== 401 && answer.status !== 403) return answer;
  const what = `${request.method} ${request.path}`;
  const error = refused({ answer, access, host: client.host, what });
  if (error.code !== 'permission') throw error;
  const { message, status, detail } = error;
  throw new MigratorError('permission', message, {
    hint: 'SRC_TOKEN needs the Repository admin permission, and its account needs it on the repository.',
    ...{ status, detail, cause: error },
  });
}
