import type { CreatedKind, CreatedObject } from '../ports/records/migration.ts';
import type { Store } from '../ports/store.ts';
import type { RepositoryRecords } from './repository-records.ts';

/** Reads what was parsed from JSON: `null`, or an error, where it is of another form. A Zod schema is one. */
export interface DocumentSchema<T> {
  parse(value: unknown): T | null;
}

/** One JSON document that the state keeps with a repository. */
export interface Document<T> {
  /** @returns `null` where there is none, or its form is not known */
  read(records: Pick<RepositoryRecords, 'findObject'>): Promise<T | null>;
  /** Tells whether there is one, of whatever form. */
  exists(records: Pick<RepositoryRecords, 'findObject'>): Promise<boolean>;
  /** Reads it without a lease. */
  find(
    store: Pick<Store, 'listObjects'>,
    of: { readonly migration: string; readonly repository: string },
  ): Promise<T | null>;
  /** The same among rows of its kind. Pure. */
  among(rows: readonly CreatedObject[]): T | null;
  /** Replaces what was kept; by one write, so that a kill leaves the one or the other. */
  save(records: Pick<RepositoryRecords, 'saveDocument'>, value: unknown): Promise<void>;
  forget(records: Pick<RepositoryRecords, 'forgetObjects'>): Promise<void>;
}

/** @param id unique within repository and kind */
export function defineDocument<T>(
  kind: CreatedKind,
  id: string,
  schema: DocumentSchema<T>,
): Document<T> {
  const among = (rows: readonly CreatedObject[]) =>
    readData(schema, rows.find(({ sourceId }) => sourceId === id) ?? null);
  return {
    among,
    read: async (records) => readData(schema, await records.findObject(kind, id)),
    exists: async (records) => (await records.findObject(kind, id)) !== null,
    find: async (store, { migration, repository }) =>
      among(await store.listObjects(migration, repository, kind, id)),
    save: (records, value) => records.saveDocument(kind, id, JSON.stringify(value)),
    forget: (records) => records.forgetObjects(kind, [id]),
  };
}

/** Reads what the state holds with a created object; `null` where there is nothing, or its form is not known. */
export function readData<T>(schema: DocumentSchema<T>, object: CreatedObject | null): T | null {
  if (object === null || object.data === null) return null;
  try {
    return schema.parse(JSON.parse(object.data));
  } catch {
    return null;
  }
}
