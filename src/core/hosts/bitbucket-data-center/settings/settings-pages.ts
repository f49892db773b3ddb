import type * as z from 'zod';
import { MigratorError } from '../../../kernel/errors.ts';
import type { Cancellable } from '../../../ports/records/target-address.ts';
import type { SettingsRepository } from '../../../ports/settings-source.ts';
import { parseResponse } from '../../shared/rows.ts';
import { createReadOnce, type ReadOnce } from '../../shared/settings-rows.ts';
import { readPages } from '../http/pages.ts';
import { type DataCenter, get, notUnderstood } from '../http/reading.ts';
import { repositoryAddress } from '../names/names.ts';

/** Describes what the readers of settings share. */
export interface SettingsReader {
  readonly dataCenter: DataCenter;
  readonly once: ReadOnce;
}

export type Wanted = SettingsRepository & Cancellable;

export const createSettingsReader = (dataCenter: DataCenter): SettingsReader => ({
  dataCenter,
  once: createReadOnce(),
});

/** `/projects/PAY/repos/ledger`, and above it `/projects/PAY`. */
export function placesOf(
  { dataCenter }: SettingsReader,
  wanted: Wanted,
): { readonly repository: string; readonly project: string; readonly fullName: string } {
  const { path, fullName } = repositoryAddress(dataCenter, wanted);
  return { repository: path, project: path.replace(/\/repos\/.*$/s, ''), fullName };
}

/**
 * All rows of a list, which some interfaces send in pages and others at once.
 * @throws `permission` where the token's owner is no administrator, `bad-answer`
 */
export function readRows<T extends z.ZodType>(
  { dataCenter }: SettingsReader,
  request: { path: string; query?: Record<string, string>; row: T; what: string } & Cancellable,
): Promise<readonly z.infer<T>[]> {
  const { path, query, row, what, signal } = request;
  return explained(async () => {
    const rows: z.infer<T>[] = [];
    const kind = { host: dataCenter.client.host, what, of: path };
    for await (const { values } of readPages(dataCenter, {
      path,
      signal,
      ...(query === undefined ? {} : { query }),
    })) {
      for (const value of values)
        rows.push(parseResponse(row, value, { kind, position: rows.length + 1 }));
    }
    return rows;
  });
}

/** A list without pages. */
export function readList<T extends z.ZodType>(
  reader: SettingsReader,
  request: { path: string; row: T; what: string } & Cancellable,
): Promise<readonly z.infer<T>[]> {
  const { dataCenter } = reader;
  const { path, row, what, signal } = request;
  return explained(async () => {
    const { json } = await get(dataCenter, { path, signal });
    if (!Array.isArray(json)) throw notUnderstood(dataCenter, `GET ${path}`);
    const kind = { host: dataCenter.client.host, what, of: path };
    return json.map((value, index) => parseResponse(row, value, { kind, position: index + 1 }));
  });
}

/** One object; `null` where the host has none (404), as older versions for newer settings. */
export function readObject<T extends z.ZodType>(
  { dataCenter }: SettingsReader,
  request: { path: string; query?: Record<string, string>; schema: T } & Cancellable,
): Promise<z.infer<T> | null> {
  const { schema, ...asked } = request;
  return explained(async () => {
    const answer = await get(dataCenter, { ...asked, expectedStatuses: [404] });
    if (answer.status === 404) return null;
    const read = schema.safeParse(answer.json);
    if (!read.success) throw notUnderstood(dataCenter, `GET ${asked.path}`);
    return read.data;
  });
}

export const settingsNeeds =
  'Reading settings needs an HTTP access token with Project admin and Repository admin; group members need a system administrator.';

async function explained<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof MigratorError) || error.code !== 'permission') throw error;
    const { message, detail, status } = error;
    throw new MigratorError('permission', message, {
      hint: settingsNeeds,
      detail,
      status,
      cause: error,
    });
  }
}
