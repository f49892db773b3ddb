import { requireMarkerKey } from '../../replica/context/require-marker-key.ts';
import type { Foresee, MigrateOutcome } from '../../run/preflight/migrate-request.ts';
import { noNamesToRewrite } from '../../run/preflight/names-to-rewrite.ts';
import { dryRun } from './dry-run/dry-run.ts';
import { prepareRun } from './prepare-run.ts';
import { unmappedPeople, unmappedText } from './unmapped-people.ts';

/**
 * Checks everything, and reports what a run would do now. Writes nothing.
 * @throws MigratorError as `migrate` does
 */
export async function foresee(
  given: Foresee,
): Promise<Extract<MigrateOutcome, { kind: 'dry-run' | 'nothing-to-do' }>> {
  const prepared = await prepareRun(given);
  switch (prepared.kind) {
    case 'nothing-to-do': {
      const { outcome, run, resumed } = prepared;
      await requireMarkerKey(run.services, resumed.known);
      const { preflight } = await dryRun(run, resumed);
      const states = await run.services.store.listRepositories(resumed.known.id);
      const migrated = states.filter(({ status }) => status === 'succeeded').length;
      const { problems } = preflight;
      return { ...outcome, checked: { problems, migrated, total: states.length } };
    }
    case 'begin': {
      const { run, chosen } = prepared;
      const begun = { known: null, chosen, names: noNamesToRewrite };
      return { kind: 'dry-run', ...(await dryRun(run, begun)) };
    }
    case 'resume': {
      const unmapped = unmappedPeople(prepared.resumed);
      if (unmapped !== null) {
        const message = `${unmappedText(unmapped)}. A run asks first; --unmap-people confirms it`;
        given.events.emit({ type: 'preflight-note', message });
      }
      return { kind: 'dry-run', ...(await dryRun(prepared.run, prepared.resumed)) };
    }
  }
}
