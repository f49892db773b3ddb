import { remembered } from '../../../../kernel/async/remembered.ts';
import { interrupted } from '../../../../kernel/errors.ts';
import type { Plan } from '../../../../plan/plan-schema.ts';
import type { Account, TargetOwner } from '../../../../ports/records/account.ts';
import type { Migration } from '../../../../ports/records/migration.ts';
import type { RepositoryWriter } from '../../../../ports/state/repository-writer.ts';
import type { OrganizationState } from '../../../../settings/applying/apply-context.ts';
import type { MigrationServices } from '../../../context/migration-context.ts';
import { recordTeams } from '../../../context/settings/applied-settings.ts';
import { organizationRecords } from './organization-records.ts';
import { prepareOrganization } from './prepare-organization.ts';

/** Reads and completes the organization with the first repository whose settings need it; the others wait for it. */
export function organizationOfRun(run: {
  readonly services: MigrationServices;
  readonly migration: Pick<Migration, 'id'>;
  readonly plan: Plan;
  readonly account: Account;
  readonly owner: TargetOwner;
  /** Gives the right to write about the organization. */
  readonly withWriter: <T>(use: (writer: RepositoryWriter) => Promise<T>) => Promise<T>;
  readonly invite: boolean;
  readonly fillsNewTeamsOnly?: boolean;
  readonly signal: AbortSignal;
  readonly drain: AbortSignal;
  readonly onPrepared?: (state: OrganizationState) => void;
}): () => Promise<OrganizationState> {
  const { services, drain, withWriter, onPrepared, fillsNewTeamsOnly = false, ...given } = run;
  const { store, clock } = services;
  return remembered(() =>
    withWriter(async (writer) => {
      const records = organizationRecords({ ...given, writer, store });
      const state = await prepareOrganization({
        ...{ ...services, ...given, records, writer: records, fillsNewTeamsOnly },
        enteredAt: clock.now(),
        stopIfDraining() {
          if (drain.aborted) throw interrupted();
        },
      });
      if (state.outcomes.length > 0) await recordTeams(records, state.outcomes);
      onPrepared?.(state);
      return state;
    }),
  ).get;
}
