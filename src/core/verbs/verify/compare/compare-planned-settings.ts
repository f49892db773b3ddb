import type { PlannedRepository } from '../../../plan/plan-schema.ts';
import { applySettings } from '../../../replica/apply/settings/apply-settings.ts';
import {
  appliedMode,
  readApplied,
  readTeams,
} from '../../../replica/context/settings/applied-settings.ts';
import type { SettingsContext } from '../../../replica/context/settings/settings-context.ts';
import type { SettingOutcome } from '../../../settings/applying/setting-outcome.ts';
import { gradeOf } from '../../../settings/compare/settings-summary.ts';
import { findApplied } from '../../../settings/kinds/kinds.ts';
import type { Audit } from '../findings/audit.ts';
import type { PlannedFinding, RepairAction, Verdict } from '../findings/difference.ts';

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
  readonly planned: ReadonlyMap<string, Pick<PlannedRepository, 'source' | 'settings'>>;
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
  if (planned?.settings === undefined) return [];
  const records = settings.records(source);
  const applied = readApplied(await records.listObjects('settings'));
  const isCutOver = settings.follows && known.phase === 'open';
  const mode = appliedMode(applied, { mode: settings.mode, isCutOver });
  if (settings.follows && known.phase === 'closed' && mode === 'none') {
    collector.note('Planned settings wait for the cut-over');
  } else if (applied === null || mode === 'none') {
    collector.note('Planned settings are not applied');
  } else {
    const outcomes = await applySettings({
      ...settings,
      ...{ planned, records, mode, project: applied.project },
      targetName: name,
      targetFullName: `${name.owner}/${name.name}`,
      listRefs: () => audit.listRefs(audit.target.gitAccess(name)),
      defaultBranch: known.baseline.settings?.defaultBranch ?? null,
    });
    // Teams belong to all; they are reported once.
    if (settings.first === source) {
      const teams = readTeams(await records.listObjects('settings'));
      const { outcomes: now } = await settings.organization();
      for (const outcome of now) reportOutcome(audit, outcome, before(teams, outcome));
    }
    for (const outcome of outcomes)
      reportOutcome(audit, outcome, before(applied.outcomes, outcome));
  }
  const findings = planned.settings.map((one) => {
    const { source: from, target, why } = one;
    return { source: from, target, grade: gradeOf(one), why };
  });
  for (const { source: from, why } of findings.filter(({ grade }) => grade === 'none')) {
    collector.add('expected', { kind: 'setting', name: from }, `not migrated: ${why}`);
  }
  return findings;
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
  const item = { kind: 'setting', name: `${kind} ${name}`, url: known.webUrl } as const;
  if (state === 'equal') {
    collector.compare(item, []);
    if (note !== null && findApplied(kind)?.notesShortfalls) collector.add('expected', item, note);
    return;
  }
  const verdict = verdictOf(outcome, earlier);
  if (verdict !== 'defect') {
    const { note: reason, hint } = earlier?.state === 'refused' ? earlier : outcome;
    const why = [reason, hint];
    collector.add(verdict, item, why.filter((text) => text !== null).join('. ') || 'is missing');
    return;
  }
  const isAbsent = state === 'missing' && outcome.differs === null && kind !== 'team';
  const message = isAbsent ? 'is missing' : (note ?? 'is missing');
  collector.compare(item, [{ message, repair: repairOf(outcome) }]);
}

/** A host's refusal, somebody's absence and what the target had before are no defects; nor is what is stricter since. */
function verdictOf(outcome: SettingOutcome, earlier: SettingOutcome | null): Verdict {
  const { kind, state, differs } = outcome;
  if (state === 'refused' || state === 'waiting') return 'expected';
  const wasOpen = earlier?.state === 'refused' || earlier?.state === 'waiting';
  if (state === 'missing') return wasOpen ? 'expected' : 'defect';
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
