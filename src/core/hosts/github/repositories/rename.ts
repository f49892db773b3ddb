import { MigratorError } from '../../../kernel/errors.ts';
import { hostMessage } from '../../../network/http/response.ts';
import { refusalHint } from '../../../network/http/response-errors.ts';
import type { Cancellable, RepositoryName } from '../../../ports/records/target-address.ts';
import type { RenameOutcome } from '../../../ports/target-host.ts';
import { parseResponse } from '../rest/parse-response.ts';
import type { GitHub } from '../rest/shared.ts';
import { toTargetRepository } from './mapping.ts';
import { nameIsTaken, redirects } from './repositories.ts';
import { repositorySchema } from './schema.ts';

/** A redirect means that the repository has another name already. GitHub answers PATCH with 307 then. */
export async function renameRepository(
  github: GitHub,
  { owner, name, newName, signal }: RepositoryName & { newName: string } & Cancellable,
): Promise<RenameOutcome> {
  const answer = await github.send(
    'PATCH /repos/{owner}/{repo}',
    { owner, repo: name, name: newName },
    { creates: false, expectedStatuses: [404, 422, ...redirects], signal },
  );
  if (redirects.includes(answer.status) || answer.status === 404) return { kind: 'gone' };
  if (nameIsTaken(answer)) return { kind: 'taken' };
  if (answer.status >= 400) {
    throw new MigratorError('refused', `${github.host} refused to rename ${owner}/${name}`, {
      hint: refusalHint('refused', github.host, `${owner}/${name}`),
      status: answer.status,
      detail: hostMessage(answer.json),
    });
  }
  const row = parseResponse(repositorySchema, answer, github.host, `PATCH /repos/${owner}/${name}`);
  return { kind: 'renamed', repository: toTargetRepository(row) };
}
