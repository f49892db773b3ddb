import type * as z from 'zod';
import type { Query } from '../../../kernel/base-url.ts';
import { MigratorError } from '../../../kernel/errors.ts';
import type { Cancellable } from '../../../ports/records/target-address.ts';
import type { SettingsRepository } from '../../../ports/settings-source.ts';
import { parseResponse } from '../../shared/rows.ts';
import { createReadOnce, type ReadOnce } from '../../shared/settings-rows.ts';
import { readPages } from '../http/pages.ts';
import { type BitbucketCloud, get, notUnderstood } from '../http/reading.ts';
import { isRefused } from '../http/scope-refusals.ts';

/** Describes what the readers of settings share. */
export interface SettingsReader {
  readonly bitbucket: BitbucketCloud;
  readonly once: ReadOnce;
  /** A path that these credentials could read. */
  opened: string | null;
}

export type Wanted = SettingsRepository & Cancellable;

export function createSettingsReader(bitbucket: BitbucketCloud): SettingsReader {
  return { bitbucket, once: createReadOnce(), opened: null };
}

export interface SettingsList<T extends z.ZodType> {
  readonly path: string;
  readonly row: T;
  /** For messages. */
  readonly what: string;
  readonly of: string;
  readonly signal?: AbortSignal | undefined;
}

/**
 * All rows of a list. Secrets of webhooks are asked to be left out, and dropped if the host sends them all the same.
 * @throws `permission` where the credentials lack a scope or a role, `bad-answer`
 */
export function readRows<T extends z.ZodType>(
  reader: SettingsReader,
  { path, row, what, of, signal }: SettingsList<T>,
): Promise<readonly z.infer<T>[]> {
  const { bitbucket } = reader;
  return permitted(reader, { path, signal }, async () => {
    const rows: z.infer<T>[] = [];
    const fields = ['-values.links', '-values.secret', '-values.repository'];
    for await (const { values } of readPages(bitbucket, {
      path,
      fields,
      pageLengths: [100, 50, 10],
      signal,
    })) {
      for (const value of values) {
        const kind = { host: bitbucket.client.host, what, of };
        rows.push(parseResponse(row, value, { kind, position: rows.length + 1 }));
      }
    }
    return rows;
  });
}

/** One object. @throws as `readRows` does; `null` for 404 where that is expected */
export function readObject<T extends z.ZodType>(
  reader: SettingsReader,
  request: { path: string; query?: Query; schema: T; canBeMissing?: boolean } & Cancellable,
): Promise<z.infer<T> | null> {
  const { bitbucket } = reader;
  const { path, query = {}, schema, canBeMissing = false, signal } = request;
  return permitted(reader, { path, signal }, async () => {
    const expectedStatuses = canBeMissing ? [404, 410] : [];
    const answer = await get(bitbucket, {
      ...{ path, query, expectedStatuses, signal },
      isRepository: true,
    });
    if (expectedStatuses.includes(answer.status)) return null;
    const read = schema.safeParse(answer.json);
    if (!read.success) throw notUnderstood(bitbucket, `GET ${path}`);
    return read.data;
  });
}

async function permitted<T>(
  reader: SettingsReader,
  { path, signal }: { path: string; signal?: AbortSignal | undefined },
  read: () => Promise<T>,
): Promise<T> {
  const { bitbucket, opened } = reader;
  try {
    const result = await read();
    reader.opened = path;
    return result;
  } catch (error) {
    if (!(error instanceof MigratorError)) throw error;
    if (!(await isRefused(bitbucket, error, { opened, signal }))) throw error;
    throw new MigratorError('permission', error.message, {
      hint: settingsNeeds(bitbucket),
      detail: error.detail,
      status: error.status,
      cause: error,
    });
  }
}

export function settingsNeeds({ access }: BitbucketCloud): string {
  const scopes =
    access.variant === 'api-token'
      ? 'admin:repository:bitbucket, admin:project:bitbucket, read:webhook:bitbucket, read:project:bitbucket, read:workspace:bitbucket'
      : 'repository:admin, project:admin, webhook';
  return `Reading settings needs a repository and project administrator, with the scopes ${scopes}.`;
}
