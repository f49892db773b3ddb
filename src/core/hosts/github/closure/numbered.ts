import * as z from 'zod';
import { MigratorError } from '../../../kernel/errors.ts';
import type { NumberedObject } from '../../../ports/target-closure.ts';
import { pageAddress } from '../rest/page-address.ts';
import { readList } from '../rest/pages.ts';
import { repositoryOf } from '../rest/shared.ts';
import type { ClosureMethod } from './doors.ts';

const pullRow = z.object({
  number: z.number().int().positive(),
  title: z.string().catch(''),
  user: z.object({ login: z.string() }).nullish().catch(null),
  html_url: pageAddress,
});
const issueRow = pullRow.extend({ pull_request: z.unknown().optional() });

/**
 * The list of issues holds pull requests, too. Where issues are switched off the host may refuse it: then pull requests are
 * all that can be new.
 */
export const listNumbered: ClosureMethod<'listNumbered'> = async (github, request) => {
  const { above, signal } = request;
  const newest = {
    ...repositoryOf(request),
    state: 'all',
    sort: 'created',
    direction: 'desc',
  } as const;
  const list = {
    what: `issues and pull requests in ${request.owner}/${request.name}`,
    keyOf: ({ number }: { readonly number: number }) => number,
    signal,
  };
  try {
    return await listAbove(
      above,
      readList(github, 'GET /repos/{owner}/{repo}/issues', newest, {
        ...list,
        row: issueRow,
        to: (row) => toObject(row, row.pull_request ? 'pull-request' : 'issue'),
      }),
    );
  } catch (thrown) {
    if (!(thrown instanceof MigratorError && [404, 410].includes(thrown.status ?? 0))) throw thrown;
    return listAbove(
      above,
      readList(github, 'GET /repos/{owner}/{repo}/pulls', newest, {
        ...list,
        row: pullRow,
        to: (row) => toObject(row, 'pull-request'),
      }),
    );
  }
};

async function listAbove(
  above: number,
  pages: AsyncIterable<readonly NumberedObject[]>,
): Promise<readonly NumberedObject[]> {
  const found: NumberedObject[] = [];
  for await (const page of pages) {
    const newer = page.filter(({ number }) => number > above);
    found.push(...newer);
    if (newer.length < page.length) break;
  }
  return found;
}

function toObject(
  { number, title, user, html_url }: z.infer<typeof pullRow>,
  kind: NumberedObject['kind'],
): NumberedObject {
  return { kind, number, title, author: user?.login ?? null, webUrl: html_url };
}
