import { interrupted } from '../../kernel/errors.ts';
import type { RepositoryContext } from '../../replica/context/migration-context.ts';
import type { ActiveTime } from '../../work/pausing/active-time.ts';
import type { RepositoryRun } from './repository-context.ts';
import { type RunStep, runStep } from './run-step.ts';

interface EnterStep<Context extends RepositoryContext>
  extends Pick<RunStep<Context>, 'step' | 'save' | 'stepsDone'> {
  readonly run: Pick<RepositoryRun, 'context' | 'isDraining'>;
  readonly repository: Context;
  readonly activeTime: ActiveTime;
}

/**
 * Runs the next step of a repository, once nobody holds the run.
 * @throws `interrupted` where no step is to begin any more
 */
export async function enterStep<Context extends RepositoryContext>({
  run: { context, isDraining },
  repository,
  activeTime,
  ...given
}: EnterStep<Context>): Promise<void> {
  await context.runController.pauseGate.pass(repository.signal);
  if (isDraining()) throw interrupted();
  const enter = () => runStep({ ...context, ...given, context: repository });
  await (given.step.isUntimed === true ? activeTime.suspend(enter) : enter());
}
