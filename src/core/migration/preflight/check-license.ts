import { type MigratorError, toMigratorError } from '../../kernel/errors.ts';
import { type Terms, termsOf } from '../../license/terms.ts';
import type { Migration } from '../../ports/records/migration.ts';
import type { Migrate } from '../migrate-request.ts';
import { storedSettings } from '../stored-plan.ts';

/** `null` in place of terms: there is no license that can be accepted, as the problems say. */
interface LicenseCheck {
  readonly terms: Terms | null;
  readonly problems: readonly MigratorError[];
}

/**
 * Whether the license allows this run. A run that writes nothing needs none: what a real one would be refused for is a note.
 * @param known the migration that goes on; `null`: one begins
 */
export async function checkLicense(run: Migrate, known: Migration | null): Promise<LicenseCheck> {
  const { terms, problems } = await ask(run, known);
  const { emit } = run.events;
  if (terms !== null && terms.warning !== null) {
    emit({ type: 'preflight-note', message: terms.warning });
  }
  if (!run.dryRun || run.needsLicense === true) return { terms, problems };
  for (const { message } of problems) {
    emit({ type: 'preflight-note', message: `A run would be refused: ${message}` });
  }
  return { terms, problems: [] };
}

async function ask(run: Migrate, known: Migration | null): Promise<LicenseCheck> {
  const { services, plan, askedWorkers } = run;
  try {
    const terms = termsOf({
      license: await services.readLicense(),
      // One that was begun before plans were kept is brought to its end all the same.
      begunUnder: known === null ? null : (storedSettings(known).license_tier ?? 'ultimate'),
      repositories: plan.repositories.length,
      workers: askedWorkers ?? null,
      now: services.clock.now(),
    });
    return { terms, problems: terms.problems };
  } catch (thrown) {
    return { terms: null, problems: [toMigratorError(thrown)] };
  }
}
