import type { Migration } from '../../ports/records/migration.ts';
import type { RepositoryWriter } from '../../ports/state/repository-writer.ts';
import { organizationOfRun } from '../../replica/apply/settings/organization/organization-of-run.ts';
import { teamTexts } from '../../replica/apply/settings/organization/organization-records.ts';
import type {
  MigrationContext,
  MigrationServices,
} from '../../replica/context/migration-context.ts';
import type { StoredChoice } from '../../replica/context/stored-plan.ts';
import { fixedLanes, type Lanes } from '../../work/lanes.ts';
import { beginLearned } from './begin-learned.ts';

export interface OpenContext
  extends StoredChoice,
    Pick<MigrationContext, 'plan' | 'options' | 'account' | 'owner'>,
    Partial<Pick<MigrationContext, 'replaced'>> {
  readonly services: MigrationServices;
  readonly migration: Pick<Migration, 'id'>;
  /** Gives the right to write about the organization. */
  readonly withWriter: <T>(use: (writer: RepositoryWriter) => Promise<T>) => Promise<T>;
  /** True if teams that were there before stay as they are. */
  readonly fillsNewTeamsOnly?: boolean;
  /** True if the teams that could not be completed are reported as notes. */
  readonly reportsTeams?: boolean;
  /** Left out: no repository steps aside. */
  readonly lanes?: Lanes;
  /** Aborted: stop at once. */
  readonly signal: AbortSignal;
  /** Aborted: begin nothing new. */
  readonly drain: AbortSignal;
}

/** Opens what the repositories of one run share, once it is known who writes to which owner. Asks for nothing but the calibration. */
export async function openContext(given: OpenContext): Promise<Omit<MigrationContext, 'writer'>> {
  const { services, migration, plan, options, kept, users, account, owner } = given;
  const { replaced = new Map(), reportsTeams = false, fillsNewTeamsOnly = false } = given;
  const { withWriter, signal, drain } = given;
  return {
    ...services,
    ...{ migration: migration.id, plan, options, kept, users, account, owner, replaced },
    lanes: given.lanes ?? fixedLanes(),
    markerKey: await services.loadMarkerKey(),
    organization: organizationOfRun({
      ...{
        services,
        migration,
        plan,
        account,
        owner,
        withWriter,
        fillsNewTeamsOnly,
        signal,
        drain,
      },
      invite: kept.invite,
      onPrepared(state) {
        if (!reportsTeams) return;
        for (const message of teamTexts(state)) services.emit({ type: 'preflight-note', message });
      },
    }),
    ...(await beginLearned(services, { account, organization: owner.login })),
  };
}
