import { remembered } from '../../../kernel/async/remembered.ts';
import { interrupted } from '../../../kernel/errors.ts';
import type { Plan } from '../../../plan/plan-schema.ts';
import type { Account, TargetOwner } from '../../../ports/records/account.ts';
import type { Migration } from '../../../ports/records/migration.ts';
import type { MigrationWriter } from '../../../ports/store.ts';
import type { MigrationServices } from '../../migration-context.ts';
import type { OrganizationState } from '../settings-context.ts';
import { organizationRecords } from './organization-records.ts';
import { prepareOrganization } from './prepare-organization.ts';

/** Reads and completes the organization with the first repository whose settings need it; the others wait for it. */
export function organizationOfRun(run: {
  readonly services: MigrationServices;
  readonly migration: Pick<Migration, 'id'>;
  readonly plan: Plan;
  readonly account: Account;
  readonly owner: TargetOwner;
  readonly writer: MigrationWriter;
  readonly invite: boolean;
  readonly signal: AbortSignal;
  readonly drain: AbortSignal;
}): () => Promise<OrganizationState> {
  const { services, drain, ...given } = run;
  const { store, clock } = services;
  const records = organizationRecords({ ...given, store });
  return remembered(() =>
    prepareOrganization({
      ...{ ...services, ...given, records, writer: records },
      enteredAt: clock.now(),
      stopIfDraining() {
        if (drain.aborted) throw interrupted();
      },
    }),
  ).get;
}
