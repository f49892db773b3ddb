import { interrupted } from '../../../kernel/errors.ts';
import type { TargetRepository } from '../../../ports/records/repository.ts';
import type { SkippedChange } from '../../../ports/records/run-results.ts';
import type { TargetGrant } from '../../../ports/records/target-settings.ts';
import { outcomeText } from '../../../settings/applying/outcome-text.ts';
import type { SettingOutcome } from '../../../settings/applying/setting-outcome.ts';
import type { SettingsChanges } from '../../../settings/changes/find-changes.ts';
import { accessName } from '../../../settings/kinds/access.ts';
import { findPlanned } from '../../../settings/kinds/kinds.ts';
import { chosenSettings, type PlannedSetting } from '../../../settings/plan/planned-settings.ts';
import {
  type AppliedSettings,
  modeAfter,
  readApplied,
  recordApplied,
} from '../../context/settings/applied-settings.ts';
import type { SyncContext } from '../../context/sync-context.ts';
import { saveSeen } from '../../recorded/seen-settings.ts';
import { applyFirst, applyRulesAndAccess } from '../settings/apply-settings.ts';
import { settingsContext } from '../settings/settings-of-repository.ts';
import type { SettingsComparison } from './compare-settings.ts';

/** Tells whether something of it is written to the target now. Pure. */
export function appliesSettings(
  comparison: SettingsComparison | null,
  { kept }: Pick<SyncContext, 'kept'>,
): boolean {
  return (comparison?.changes?.changed.length ?? 0) > 0 && whyLater(kept) === null;
}

/** Access and rules open a target that follows, and would keep our own pushes out. */
function whyLater({ follow, apply_settings }: SyncContext['kept']): string | null {
  if (follow) return 'changed in the plan; waits for the cut-over';
  return apply_settings === 'none' ? 'changed in the plan; settings are off' : null;
}

/** Tells what the source has changed where nothing of it is written now. */
export async function reportSettings(
  context: SyncContext,
  comparison: SettingsComparison,
): Promise<void> {
  const { report, records, kept } = context;
  const reason = whyLater(kept) ?? '';
  report.left.push(...comparison.notes);
  for (const one of comparison.changes?.changed ?? []) report.left.push(noteOf(one, reason));
  if (comparison.seen !== null) await saveSeen(records, comparison.seen);
}

function noteOf({ source }: PlannedSetting, reason: string): SkippedChange {
  return { kind: 'note', subject: `setting ${source}`, reason };
}

/**
 * Applies what the source has changed, and nothing else: what people have removed from the target stays removed. Rules are
 * completed before access, which depends on them. Not noted as seen before all of it is done: a killed run applies it again,
 * and finds what is there.
 */
export async function syncSettings(
  context: SyncContext,
  comparison: SettingsComparison & { readonly changes: SettingsChanges },
  repository: Pick<TargetRepository, 'defaultBranch'>,
): Promise<void> {
  const { report, records } = context;
  const { changed, planned } = comparison.changes;
  const base = settingsContext(context, {
    defaultBranch: repository.defaultBranch,
    stopIfDraining() {
      if (context.isDraining()) throw interrupted();
    },
  });
  const applied = readApplied(await records.listObjects('settings'));
  const given = givenRoles(context.planned.settings ?? [], applied);
  const applying = (settings: readonly PlannedSetting[]) => ({
    ...{ ...base, planned: { source: context.planned.source, settings: [...settings] } },
    given,
    // Neither the project's name nor a pull request, which would take a number.
    ...{ project: null, request: null },
  });
  const rulesAndChanged = planned.filter((one) => isRule(one) || changed.includes(one));
  const outcomes = [
    ...(await applyFirst(applying(changed))),
    ...(changed.some(binds) ? await applyRulesAndAccess(applying(rulesAndChanged)) : []),
  ];
  const names = new Set(outcomes.map(nameOf));
  await recordApplied(records, {
    mode: modeAfter(applied, { mode: base.mode, outcomes }),
    project: applied?.project ?? base.project,
    outcomes: [...(applied?.outcomes ?? []).filter((one) => !names.has(nameOf(one))), ...outcomes],
  });
  report.data.push(
    ...outcomes.flatMap((one) => (one.state === 'written' ? [outcomeText(one)] : [])),
  );
  report.left.push(...comparison.notes, ...changed.flatMap(byHand), ...outcomes.flatMap(skippedOf));
  if (comparison.seen !== null) await saveSeen(records, comparison.seen);
}

/** Roles of the plan before this sync that were given. Pure. */
function givenRoles(
  before: readonly PlannedSetting[],
  applied: AppliedSettings | null,
): ReadonlyMap<string, TargetGrant['role']> {
  const outcomes = applied?.outcomes ?? [];
  const isGiven = (name: string) =>
    outcomes.some(
      (one) =>
        one.kind === 'access' && one.name === name && ['equal', 'written'].includes(one.state),
    );
  return new Map(
    chosenSettings(before)
      .access.map((grant) => [accessName(grant).name, grant.role] as const)
      .filter(([name]) => isGiven(name)),
  );
}

function isRule({ kind }: PlannedSetting): boolean {
  return findPlanned(kind)?.applied?.phase === 'rules';
}

/** Rules, and what lets people write. */
function binds(one: PlannedSetting): boolean {
  return isRule(one) || findPlanned(one.kind)?.applied?.phase === 'access';
}

function nameOf({ kind, name }: Pick<SettingOutcome, 'kind' | 'name'>): string {
  return `${kind} ${name}`;
}

/** Returns settings that GitHub has nothing like, and ones that only a pull request could change. */
function byHand(one: PlannedSetting): readonly SkippedChange[] {
  const { byHand: way } = findPlanned(one.kind) ?? {};
  if (way !== undefined) return [noteOf(one, `changed on Bitbucket; ${way}`)];
  return one.grade === 'none' ? [noteOf(one, `changed on Bitbucket; ${one.why}`)] : [];
}

function skippedOf(outcome: SettingOutcome): readonly SkippedChange[] {
  const { state, note, hint, differs } = outcome;
  const reason = [note ?? 'differs on GitHub', hint].filter((text) => text !== null).join('. ');
  const described = { subject: outcomeText(outcome), reason };
  if (state === 'refused') return [{ kind: 'refused', ...described }];
  if (state === 'kept' || differs === 'looser') return [{ kind: 'conflict', ...described }];
  return state === 'waiting' ? [{ kind: 'note', ...described }] : [];
}
