import { interrupted, type MigratorError } from '../../kernel/errors.ts';
import type { RepositorySettingsResult } from '../../replica/apply/settings/apply-request.ts';
import { applyToRepository } from '../../replica/apply/settings/apply-to-repository.ts';
import { organizationOfRun } from '../../replica/apply/settings/organization/organization-of-run.ts';
import { settingsOptions } from '../../replica/apply/settings/settings-result.ts';
import { requireMarkerKey } from '../../replica/context/require-marker-key.ts';
import { storedPlan } from '../../replica/context/stored-plan.ts';
import type { JoinRun } from '../../run/shared/join-run.ts';
import { organizationWriter } from '../../run/shared/organization-writer.ts';
import { joinTask } from '../../run/shared/tasks/join-task.ts';
import { readRunOptions } from '../../run/shared/tasks/run-options.ts';
import { stateOf } from '../../run/shared/tasks/state-of.ts';
import { concurrency } from './apply-migration.ts';

/** Applies settings to repositories for a process that applies those of the migration. */
export async function joinSettings(job: JoinRun): Promise<MigratorError | null> {
  const { services, sharing, migration, run } = job;
  const { runs } = sharing;
  const choice = readRunOptions(settingsOptions, { migration: migration.id, run });
  await requireMarkerKey(services, migration);
  const signal = AbortSignal.any([job.signal, job.drain]);
  const plan = storedPlan(migration);
  const account = await services.target.verifyCredentials({ signal });
  const name = plan.target.organization;
  const owner = await services.target.findOwner({ name, account, signal });
  const organization = organizationOfRun({
    ...{ services, migration, plan, account, owner, invite: choice.invite },
    ...{ signal: job.signal, drain: job.drain },
    withWriter: organizationWriter({
      ...{ services, runs, migration: migration.id, run: run.id, signal: job.signal },
    }),
  });
  const importedFiles = new Map();
  return joinTask(job, {
    concurrency: job.askedWorkers ?? concurrency,
    async work({ source, claim, signal: stop, drain }): Promise<RepositorySettingsResult> {
      const stopIfDraining = () => {
        if (drain.aborted) throw interrupted();
      };
      // Whatever another process has begun was sent before.
      const enteredAt = services.clock.now();
      return applyToRepository({
        ...{ run: { plan, migration }, writer: claim, owner, organization },
        shared: { ...services, ...choice, signal: stop, enteredAt, stopIfDraining, importedFiles },
        state: await stateOf(runs, { migration: migration.id, source }),
      });
    },
  });
}
