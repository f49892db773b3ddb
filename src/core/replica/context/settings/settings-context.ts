import type { Waiting } from '../../../journal/wait-until-visible.ts';
import type { Plan, PlannedRepository } from '../../../plan/plan-schema.ts';
import type { Account, TargetOwner } from '../../../ports/records/account.ts';
import type { ApplyContext } from '../../../settings/applying/apply-context.ts';
import type { RequestPlace } from './request-place.ts';

/** Describes what the settings of one repository are applied, or compared, with. */
export interface SettingsContext extends ApplyContext {
  readonly planned: Pick<PlannedRepository, 'source' | 'settings' | 'pipelines'>;
  /** Opened when it is first needed; `null`: no pull request is opened in this run. */
  readonly request: (() => Promise<RequestPlace>) | null;
}

/** Describes what the organization is read, and completed, with. */
export interface OrganizationContext
  extends Pick<
    SettingsContext,
    'target' | 'records' | 'writer' | 'enteredAt' | 'stopIfDraining' | 'invite' | keyof Waiting
  > {
  readonly owner: TargetOwner;
  readonly account: Account;
  readonly plan: Plan;
  /** Members join teams that this run creates alone: whom people have taken out of another one stays out. */
  readonly fillsNewTeamsOnly: boolean;
}
