import {
  applySettings,
  isAnythingWanted,
  isWanted,
} from '../../../replica/apply/settings/apply-settings.ts';
import {
  appliedMode,
  readApplied,
  readTeams,
} from '../../../replica/context/settings/applied-settings.ts';
import type { SettingsContext } from '../../../replica/context/settings/settings-context.ts';
import { settingText } from '../../../report/lines/setting-text.ts';
import { outcomeText } from '../../../settings/applying/outcome-text.ts';
import type { SettingOutcome } from '../../../settings/applying/setting-outcome.ts';
import { gradeOf } from '../../../settings/compare/settings-summary.ts';
import { findApplied } from '../../../settings/kinds/kinds.ts';
import { isLeftOpen } from '../../../settings/kinds/left-open.ts';
import type { Audit } from '../findings/audit.ts';
import type { PlannedFinding, RepairAction, Verdict } from '../findings/difference.ts';
import { adviceOnOutcome, adviceOnPlanned } from '../findings/planned-advice.ts';
import { plannedNotes } from '../findings/planned-notes.ts';

/** Describes what the comparison of settings needs that the state of a repository does not hold. */
export interface SettingsAudit
  extends Omit<
    SettingsContext,
    | 'targetName'
    | 'targetFullName'
    | 'planned'
    | 'project'
    | 'records'
    | 'listRefs'
    | 'defaultBranch'
  > {
  readonly records: (source: string) => SettingsContext['records'];
  /** Of the plan, by slug. */
  readonly planned: ReadonlyMap<string, SettingsContext['planned']>;
  /** Slug of the plan's first repository. */
  readonly first: string;
  /** The plan follows its source. */
  readonly follows: boolean;
}

/**
 * Reads back what the plan sets, and compares it in the form of the plan. What no setting became is listed.
 * @returns the plan's settings with their grades; none where it has none
 */
export async function comparePlannedSettings(
  audit: Audit,
  settings: SettingsAudit,
): Promise<readonly PlannedFinding[]> {
  const { known, name, collector } = audit;
  const { source } = known.state;
  const planned = settings.planned.get(source);
  if (planned === undefined || !isAnythingWanted({ planned, mode: 'active' })) return [];
  const records = settings.records(source);
  const applied = readApplied(await records.listObjects('settings'));
  const isCutOver = settings.follows && known.phase === 'open';
  const mode = appliedMode(applied, { mode: settings.mode, isCutOver });
  const isWaiting = settings.follows && known.phase === 'closed' && mode === 'none';
  if (isWaiting) {
    collector.note(plannedNotes.waiting);
  } else if (applied === null || (mode === 'none' && planned.settings !== undefined)) {
    collector.note(plannedNotes.notApplied);
  }
  if (applied !== null && !isWaiting && isAnythingWanted({ planned, mode })) {
    const outcomes = await applySettings({
      ...settings,
      ...{ planned, records, mode, project: applied.project },
      targetName: name,
      targetFullName: `${name.owner}/${name.name}`,
      listRefs: () => audit.listRefs(audit.target.gitAccess(name)),
      defaultBranch: known.baseline.settings?.defaultBranch ?? null,
    });
    if (settings.first === source && isWanted({ planned, mode })) {
      await reportTeams(audit, settings, records);
    }
    for (const outcome of outcomes)
      reportOutcome(audit, outcome, before(applied.outcomes, outcome));
  }
  const findings = (planned.settings ?? []).map((one) => {
    const { kind, source: from, target, why } = one;
    return { kind, source: from, target, grade: gradeOf(one), why };
  });
  for (const { kind, source: from, why } of findings.filter(({ grade }) => grade === 'none')) {
    const { reason, advice } = adviceOnPlanned(why);
    const item = { kind: 'setting', name: settingText({ kind, source: from }) } as const;
    collector.add('by-hand', item, `not migrated: ${reason}`, advice);
  }
  return findings;
}

/** Teams belong to all repositories; they are reported with the first. */
async function reportTeams(
  audit: Audit,
  settings: SettingsAudit,
  records: SettingsContext['records'],
): Promise<void> {
  const teams = readTeams(await records.listObjects('settings'));
  const { outcomes } = await settings.organization();
  for (const outcome of outcomes) reportOutcome(audit, outcome, before(teams, outcome));
}

function before(applied: readonly SettingOutcome[], outcome: SettingOutcome) {
  return applied.find(({ kind, name }) => kind === outcome.kind && name === outcome.name) ?? null;
}

function reportOutcome(
  { known, collector }: Audit,
  outcome: SettingOutcome,
  earlier: SettingOutcome | null,
): void {
  const { kind, name, state, note } = outcome;
  const item = { kind: 'setting', name: outcomeText({ kind, name }), url: known.webUrl } as const;
  if (state === 'equal') {
    collector.compare(item, []);
    if (note === null) return;
    if (isLeftOpen(outcome)) collector.add('not-applied', item, note, adviceOnOutcome(outcome));
    return;
  }
  const verdict = verdictOf(outcome, earlier);
  if (verdict !== 'defect') {
    const found = earlier?.state === 'refused' ? earlier : outcome;
    const advice = verdict === 'added-since' ? undefined : adviceOnOutcome(found);
    collector.add(verdict, item, found.note ?? 'is missing', advice);
    return;
  }
  const isAbsent = state === 'missing' && outcome.differs === null && kind !== 'team';
  const message = isAbsent ? 'is missing' : (note ?? 'is missing');
  collector.compare(item, [{ message, repair: repairOf(outcome) }]);
}

/** Finds no defect in a refusal of the host, in somebody's absence, or in what is stricter since. */
function verdictOf(outcome: SettingOutcome, earlier: SettingOutcome | null): Verdict {
  const { kind, state, differs } = outcome;
  if (state === 'refused' || state === 'waiting') return 'not-applied';
  const wasOpen = earlier?.state === 'refused' || earlier?.state === 'waiting';
  if (state === 'missing') return wasOpen ? 'not-applied' : 'defect';
  // As it was when it was applied.
  const isKnown = earlier?.differs === differs && earlier?.note?.includes(outcome.note ?? '');
  if (earlier?.state !== 'equal' && isKnown === true) return 'expected';
  const isRaised = findApplied(kind)?.isRaisedByPeople === true;
  return differs === 'looser' && !isRaised ? 'defect' : 'added-since';
}

/** Returns what the settings step creates again by itself, or takes back where somebody has changed what is ours. */
function repairOf({ kind, name, state, found = '' }: SettingOutcome): RepairAction {
  if (state === 'missing') return { what: 'settings' };
  const id = findApplied(kind)?.repair?.idOf(name) ?? kind;
  return { what: 'planned-setting', id, found };
}
