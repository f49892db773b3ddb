import { intend } from '../../journal/intents.ts';
import { repositoryRecords } from '../../journal/repository-records.ts';
import { hasCode, interrupted, MigratorError, toMigratorError } from '../../kernel/errors.ts';
import type { Migration } from '../../ports/records/migration.ts';
import type { MigrationWriter } from '../../ports/store.ts';
import type { TargetImporter } from '../../ports/target-importer.ts';
import type { VerificationServices } from '../../replica/context/migration-context.ts';
import { withLease } from '../../run/control/keep-lease.ts';
import type { ClaimMap, MannequinRow } from '../../users/mannequin-map.ts';
import type { PersonStatus } from './claim-status.ts';
import { type ClaimStatuses, claimPrefix, readClaimStatuses } from './read-claim-statuses.ts';

export interface ClaimRun {
  readonly services: VerificationServices;
  readonly importer: TargetImporter;
  readonly migration: Migration;
  /** `null`: the one of the migration. */
  readonly map: ClaimMap | null;
  /** Hands over at once, where the organization manages its accounts. */
  readonly isImmediate: boolean;
  /** Called before anything is sent. @throws `interrupted` where a person says no */
  readonly confirm: (people: readonly PersonStatus[]) => Promise<void>;
  /** Called with rows of GitHub's own file that are about nobody of this migration, if there are any. */
  readonly onStrangers: (rows: readonly MannequinRow[]) => void;
  readonly onPerson: (outcome: ClaimOutcome) => void;
  readonly signal: AbortSignal;
  readonly drain: AbortSignal;
}

export interface ClaimOutcome {
  readonly person: PersonStatus;
  /** `null`: it was done. */
  readonly failure: MigratorError | null;
}

/**
 * Asks everybody whom the user map names to claim what they have written, or hands it over at once. Nobody is asked twice.
 * @throws `state` while another process runs the migration
 */
export async function claimImported(run: ClaimRun): Promise<readonly ClaimOutcome[]> {
  const { services, importer, migration, map, signal, drain } = run;
  const { store } = services;
  return withLease(services, migration.id, async ({ writer, lost }) => {
    const ended = AbortSignal.any([signal, lost]);
    const reading = { store, importer, migration, map, signal: ended };
    const { organization, people, strangers } = await readClaimStatuses(reading);
    if (strangers.length > 0) run.onStrangers(strangers);
    const open = people.filter(({ status }) => status.kind === 'unclaimed');
    if (open.length === 0) return [];
    await run.confirm(open);
    const outcomes: ClaimOutcome[] = [];
    for (const person of open) {
      if (drain.aborted) throw interrupted();
      const failure = await claimOne(run, { person, organization, writer, signal: ended });
      const outcome = { person, failure };
      outcomes.push(outcome);
      run.onPerson(outcome);
    }
    return outcomes;
  });
}

interface Claiming {
  readonly person: PersonStatus;
  readonly organization: ClaimStatuses['organization'];
  readonly writer: MigrationWriter;
  readonly signal: AbortSignal;
}

/** @returns why it was refused; others may be claimed all the same */
async function claimOne(
  { services, importer, migration, isImmediate }: ClaimRun,
  { person, organization, writer, signal }: Claiming,
): Promise<MigratorError | null> {
  const { store } = services;
  const { target, mannequin } = person;
  const [first] = await store.listRepositories(migration.id);
  if (target === null || mannequin === null || first === undefined) return null;
  const records = repositoryRecords({
    ...{ store, writer, migration: migration.id, repository: first.source },
  });
  const id = `${claimPrefix}${mannequin.id}`;
  try {
    const user = await importer.findUser({ login: target, signal });
    if (user === null) return unknownUser(target, services.target.hostname);
    const claim = { organization, mannequin, user, signal };
    if (isImmediate) {
      await importer.reattribute(claim);
      return null;
    }
    // First: nobody is asked twice, whatever becomes of the response.
    await intend(records, 'import', [id]);
    await importer.inviteClaimant(claim);
    await records.recordResult('import', id, { targetId: user.id, targetUrl: '' });
    return null;
  } catch (thrown) {
    const error = toMigratorError(thrown);
    if (hasCode(error, 'ambiguous-write')) return perhapsInvited(target, error);
    if (hasCode(error, 'refused', 'not-found', 'permission', 'credentials'))
      await records.forgetIntent('import', id);
    if (signal.aborted || !hasCode(error, 'refused', 'not-found')) throw error;
    return error;
  }
}

function perhapsInvited(login: string, cause: MigratorError): MigratorError {
  return new MigratorError('unavailable', `The response for ${login} was lost`, {
    hint: 'The invitation may have been sent, so it is not sent again. If it did not arrive, run `users status --output`, then `gh gei reclaim-mannequin`.',
    cause,
    retry: 'no',
  });
}

function unknownUser(login: string, hostname: string): MigratorError {
  return new MigratorError('not-found', `${hostname} has no user ${login}`, {
    hint: 'Correct the login in the user map, and run the command again with --user-map.',
  });
}
