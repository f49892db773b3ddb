import type { CreatedKind, CreatedObject, StepState } from '../ports/records/migration.ts';
import type { MigrationWriter, Store } from '../ports/store.ts';

type Written =
  | 'saveRepository'
  | 'saveStep'
  | 'findObject'
  | 'recordIntents'
  | 'recordResult'
  | 'recordResults'
  | 'forgetIntent'
  | 'forgetObjects'
  | 'saveDocument'
  | 'saveObjectData'
  | 'forgetRepository';

type OfRepository<Method> = Method extends (source: string, ...rest: infer Rest) => infer Result
  ? (...rest: Rest) => Result
  : never;

/**
 * Describes what the state holds of one repository: the methods of the store and its writer, without the repository's
 * name.
 */
export type RepositoryRecords = {
  readonly [Method in Written]: OfRepository<MigrationWriter[Method]>;
} & {
  listObjects(kind: CreatedKind, prefix?: string): Promise<readonly CreatedObject[]>;
  listSteps(): Promise<readonly StepState[]>;
};

export function repositoryRecords(options: {
  store: Pick<Store, 'listObjects' | 'listSteps'>;
  writer: Pick<MigrationWriter, Written>;
  migration: string;
  /** The source slug. */
  repository: string;
}): RepositoryRecords {
  const { store, writer, migration, repository } = options;
  return {
    listObjects: (kind, prefix) => store.listObjects(migration, repository, kind, prefix),
    listSteps: () => store.listSteps(migration, repository),
    ...writtenRecords(writer, repository),
  };
}

/** The same without what is listed. */
export function writtenRecords(
  writer: Pick<MigrationWriter, Written>,
  repository: string,
): Pick<RepositoryRecords, Written> {
  return {
    saveRepository: (...rest) => writer.saveRepository(repository, ...rest),
    saveStep: (...rest) => writer.saveStep(repository, ...rest),
    findObject: (...rest) => writer.findObject(repository, ...rest),
    recordIntents: (...rest) => writer.recordIntents(repository, ...rest),
    recordResult: (...rest) => writer.recordResult(repository, ...rest),
    recordResults: (...rest) => writer.recordResults(repository, ...rest),
    forgetIntent: (...rest) => writer.forgetIntent(repository, ...rest),
    forgetObjects: (...rest) => writer.forgetObjects(repository, ...rest),
    saveDocument: (...rest) => writer.saveDocument(repository, ...rest),
    saveObjectData: (...rest) => writer.saveObjectData(repository, ...rest),
    forgetRepository: () => writer.forgetRepository(repository),
  };
}
