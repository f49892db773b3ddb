import { interrupted, type MigratorError } from '../../kernel/errors.ts';
import { requireMarkerKey } from '../context/require-marker-key.ts';
import { storedPlan } from '../context/stored-plan.ts';
import type { RepositorySettingsResult } from '../settings/apply-request.ts';
import { applyToRepository } from '../settings/apply-to-repository.ts';
import { organizationOfRun } from '../settings/organization/organization-of-run.ts';
import { settingsOptions } from '../settings/settings-result.ts';
import type { JoinRun } from '../shared/join-run.ts';
import { organizationWriter } from '../shared/organization-writer.ts';
import { joinTask } from '../shared/together/join-task.ts';
import { readRunOptions } from '../shared/together/run-options.ts';
import { stateOf } from '../shared/together/state-of.ts';
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
        shared: { ...services, ...choice, signal: stop, enteredAt, stopIfDraining },
        state: await stateOf(runs, { migration: migration.id, source }),
      });
    },
  });
}
