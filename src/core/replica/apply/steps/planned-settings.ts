import { interrupted } from '../../../kernel/errors.ts';
import { count } from '../../../kernel/format/format.ts';
import type { SettingsMode } from '../../../options/settings.ts';
import type { SettingOutcome } from '../../../settings/applying/setting-outcome.ts';
import { modeAfter, readApplied, recordApplied } from '../../context/settings/applied-settings.ts';
import type { SettingsContext } from '../../context/settings/settings-context.ts';
import { applyFirst, applyRulesAndAccess, isAnythingWanted } from '../settings/apply-settings.ts';
import { resumeRulesets } from '../settings/pausing/pause-rulesets.ts';
import { pipelinesRequestName } from '../settings/request/pipelines-request.ts';
import {
  openSettingsText,
  type SettingsNeeds,
  settingsContext,
} from '../settings/settings-of-repository.ts';

export interface PlannedSettings {
  /** Before anybody new sees the repository. */
  applyFirst(): Promise<void>;
  /** Last: rulesets bind us as well. @returns a summary; `null` where the plan has no settings */
  applyRulesAndAccess(): Promise<string | null>;
}

/** Nothing is applied yet; what only the source knows is kept for later. */
export async function recordWaiting({
  records,
  sourceRepository,
}: Pick<SettingsNeeds, 'records' | 'sourceRepository'>): Promise<void> {
  const project = sourceRepository.project?.key ?? null;
  await recordApplied(records, { mode: 'none', project, outcomes: [] });
}

/** The settings of the plan as the step of settings applies them. */
export function plannedSettings(
  needs: SettingsNeeds & { warn(message: string): void },
  chosen: { readonly defaultBranch: string | null; readonly mode: SettingsMode },
): PlannedSettings {
  const context: SettingsContext = settingsContext(needs, {
    ...chosen,
    stopIfDraining() {
      if (needs.isDraining()) throw interrupted();
    },
  });
  if (!isAnythingWanted(context)) {
    return {
      applyFirst: async () => {},
      async applyRulesAndAccess() {
        await resumeRulesets(needs);
        return null;
      },
    };
  }
  const outcomes: SettingOutcome[] = [];
  return {
    async applyFirst() {
      outcomes.push(...(await applyFirst(context)));
    },
    async applyRulesAndAccess() {
      await resumeRulesets(needs);
      outcomes.push(...(await applyRulesAndAccess(context)));
      const { project } = context;
      const before = readApplied(await needs.records.listObjects('settings'));
      const applied = { mode: modeAfter(before, { ...context, outcomes }), project, outcomes };
      await recordApplied(needs.records, applied);
      const text = openSettingsText(applied);
      if (text !== null) needs.warn(text);
      return summaryOf(outcomes);
    },
  };
}

function summaryOf(outcomes: readonly SettingOutcome[]): string {
  const isOfWorkflows = ({ name }: SettingOutcome) => name === pipelinesRequestName.name;
  const workflows = outcomes.find(isOfWorkflows);
  const settings = outcomes.filter((one) => !isOfWorkflows(one)).length;
  const isOpen = workflows?.state === 'written' || workflows?.state === 'equal';
  const [number = ''] = workflows?.note?.split(' ', 1) ?? [];
  return [
    ...(settings > 0 || workflows === undefined ? [count(settings, 'planned setting')] : []),
    ...(workflows === undefined ? [] : [isOpen ? `workflows in ${number}` : 'no workflows']),
  ].join(', ');
}
