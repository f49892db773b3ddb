import type { RepositoryState } from '../../ports/records/migration.ts';
import type { SourceRepository } from '../../ports/records/repository.ts';
import type { MigrationContext } from '../../replica/context/migration-context.ts';
import type { RepositoryRun } from './repository-context.ts';
import { type RepositoryResult, runRepository } from './repository-run.ts';

/** One repository's turn in a run. */
type RepositoryJob = Pick<RepositoryRun, 'planned' | 'signal' | 'isDraining'>;

/** Describes what a run does with each repository, and how the state keeps where it stands. */
export interface RepositoryWork {
  /** @throws MigratorError; of code `interrupted` when the run was asked to stop */
  run(task: RepositoryJob): Promise<RepositoryResult>;
  keep(source: string, state: Partial<Omit<RepositoryState, 'source' | 'target'>>): Promise<void>;
}

/** Migrates each with all of its steps. */
export function migrationWork(
  context: MigrationContext,
  findSource: (slug: string) => Promise<SourceRepository>,
): RepositoryWork {
  return {
    async run(task) {
      const sourceRepository = await findSource(task.planned.source);
      return runRepository({ ...task, context, sourceRepository });
    },
    keep: (source, state) => context.writer.saveRepository(source, state),
  };
}
