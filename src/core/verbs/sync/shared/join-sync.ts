import type { MigratorError } from '../../../kernel/errors.ts';
import { joinRepositories } from '../../../run/shared/join-repositories.ts';
import type { JoinRun } from '../../../run/shared/join-run.ts';
import { ownMirror } from '../../../run/shared/own-mirror.ts';
import { readDecision } from '../repository/sync-decision.ts';
import { anotherRepository, syncWork } from '../repository/sync-work.ts';

/** Syncs repositories of a run that another process coordinates. */
export function joinSync(job: JoinRun): Promise<MigratorError | null> {
  const { sharing, migration, run } = job;
  const { runs } = sharing;
  return joinRepositories(job, (joined) => {
    const { reread, includeSecrets } = joined.record.sync ?? noOptions;
    return {
      endsWithLeader: true,
      hasEnded: (source) => runs.hasResult({ migration: migration.id, run: run.id, source }),
      workBy(claim, taskOptions) {
        let leaveMirror = async () => {};
        return syncWork({
          ...{ context: { ...joined, writer: claim }, reread, includeSecrets },
          async prepare(source) {
            const { id, slug, ...decision } = readDecision(source, taskOptions ?? '');
            const repository = await joined.findSource(slug);
            if (repository.id !== id) throw anotherRepository(joined, source);
            leaveMirror = await ownMirror(joined, repository, claim);
            return { ...decision, repository };
          },
          async onEnded(end) {
            await leaveMirror();
            await claim.saveResult(end);
          },
        });
      },
    };
  });
}

/** Of a run that an earlier version has begun. */
const noOptions = { reread: 'changed', includeSecrets: false } as const;
