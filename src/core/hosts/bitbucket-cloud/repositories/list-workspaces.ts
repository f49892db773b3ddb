import * as z from 'zod';
import { hasCode, type MigratorError } from '../../../kernel/errors.ts';
import { field } from '../../../network/http/response.ts';
import { readPages } from '../http/pages.ts';
import type { BitbucketCloud } from '../http/reading.ts';

const row = z.object({
  slug: z.string().regex(/^(?!\.{1,2}$)[A-Za-z0-9._-]{1,200}$/),
});

/**
 * The workspaces that the account belongs to. Of the lists over all workspaces this one alone is left: the others answer 410 since
 * April 2026. It needs read:workspace:bitbucket (`account` for app passwords), and access tokens belong to nobody.
 * @returns `null` where these credentials are not told
 */
export async function listWorkspaces(
  bitbucket: BitbucketCloud,
  { signal }: { readonly signal?: AbortSignal },
): Promise<readonly string[] | null> {
  if (bitbucket.access.variant === 'access-token') return null;
  const slugs = new Set<string>();
  try {
    const pages = readPages(bitbucket, {
      path: '/2.0/user/workspaces',
      fields: ['next', 'values.workspace.slug'],
      pageLengths: [100, 50, 10],
      isRepository: false,
      signal,
    });
    for await (const { values } of pages) {
      for (const value of values) {
        const read = row.safeParse(field(value, 'workspace') ?? value);
        if (read.success) slugs.add(read.data.slug);
      }
    }
  } catch (error) {
    if (!isHidden(error)) throw error;
    bitbucket.services.log('info', `The workspaces cannot be listed: ${error.message}`);
    return null;
  }
  return [...slugs];
}

const hidingCodes = ['credentials', 'permission', 'not-found', 'refused'] as const;

function isHidden(error: unknown): error is MigratorError {
  return hasCode(error, ...hidingCodes);
}
