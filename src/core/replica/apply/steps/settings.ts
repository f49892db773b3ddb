import { readHeadBranch } from '../../../git/mirror/mirror.ts';
import { targetGone } from '../../../journal/target-gone.ts';
import { count } from '../../../kernel/format/format.ts';
import type { SettingsMode } from '../../../options/settings.ts';
import type { Visibility } from '../../../ports/records/repository.ts';
import type { RepositoryContext } from '../../context/migration-context.ts';
import { appliedMode, readApplied } from '../../context/settings/applied-settings.ts';
import type { Step } from '../../context/step.ts';
import type { TargetPhase } from '../../context/target-phase.ts';
import {
  findSettings,
  type MigratedSettings,
  pinnedSettings,
  recordSettings,
} from '../../recorded/migrated-baseline.ts';
import { createdData, openedArchived } from '../../recorded/target-documents.ts';
import { type DataToWrite, dataToWrite } from '../data/data-to-write.ts';
import { wantedTopics } from '../data/wanted-topics.ts';
import {
  confirmInPlan,
  openAs,
  staysPrivateText,
  visibilityNow,
} from '../publication/stays-private.ts';
import type { SettingsNeeds } from '../settings/settings-of-repository.ts';
import { type ActionsContext, resumeActions } from './pause-actions.ts';
import { plannedSettings, recordWaiting } from './planned-settings.ts';

type SettingsContext = SettingsNeeds &
  ActionsContext &
  Pick<RepositoryContext, 'warn' | 'sourceName'>;

/**
 * Default branch, description, topics, Actions back on, what the plan sets, and last of all visibility and rulesets: until
 * then nobody new sees anything. A target that follows its source stays as it was created, and one whose source is private
 * stays private unless the plan confirms that it is published.
 */
export const settingsStep: Step<SettingsContext> = {
  name: 'settings',
  // A branch that was pushed a moment ago cannot be made the default one everywhere yet.
  mayPass: ['refused', 'permission'],
  async run(context) {
    const { target, targetName: repository, signal } = context;
    const done: string[] = [];
    const wanted = await wantedSettings(context);
    const set = await findSettings(context);
    const write = await decide(context, wanted, set);
    const settings = { ...wanted, ...(await writeData(context, write, set)) };
    if (write.defaultBranch !== null) done.push(`default branch ${write.defaultBranch}`);
    if (write.topics !== null) done.push(count(settings.topics?.length ?? 0, 'topic'));
    if (await mustWait(context)) {
      await recordSettings(context, settings);
      await recordWaiting(context);
      done.push('private until the cut-over: its settings wait');
      return { status: 'done', summary: done.join(', ') };
    }
    const mode = await modeOf(context);
    const planned = plannedSettings(context, { defaultBranch: wanted.defaultBranch, mode });
    await planned.applyFirst();
    await resumeActions(context);
    const visibility =
      write.visibility === null
        ? (set?.visibility ?? 'private')
        : await setVisibility(context, write.visibility);
    if (write.visibility !== null && visibility !== 'private') done.push(visibility);
    const applied = await planned.applyRulesAndAccess();
    if (applied !== null) done.push(applied);
    // One that was archived before is only where it had to be opened for writing: others may work in it since.
    const isOpened = (await openedArchived.read(context.records)) === true;
    const archives = isOpened || (set === null && wanted.archived);
    if (archives) {
      await target.updateRepository({ ...repository, archived: true, signal });
      done.push('archived');
    }
    const archived = archives ? wanted.archived : (set?.archived ?? false);
    await recordSettings(context, { ...settings, visibility, archived });
    await openedArchived.forget(context.records);
    return { status: 'done', summary: done.join(', ') || "GitHub's defaults" };
  },
};

/** Decides what to write by what the target has: one more request. */
async function decide(
  context: SettingsContext,
  wanted: MigratedSettings,
  set: MigratedSettings | null,
): Promise<DataToWrite> {
  const { target, targetName, targetFullName, records, signal } = context;
  const found = await target.findRepository({ ...targetName, signal });
  if (found.state !== 'present') throw targetGone({ targetFullName });
  const created = await createdData.read(records);
  const { isResumed } = context;
  const write = dataToWrite(wanted, { set, created, isResumed }, found.repository);
  if (write.skipped.length > 0)
    context.warn(
      `Changed on ${targetFullName} by someone else and kept: ${write.skipped.join(', ')}`,
    );
  return write;
}

/** @returns as the target has taken them; as they were recorded where nothing was written */
async function writeData(
  { target, targetName: repository, signal }: SettingsContext,
  { defaultBranch, description, topics }: DataToWrite,
  set: MigratedSettings | null,
): Promise<Pick<MigratedSettings, 'defaultBranch' | 'description' | 'topics'>> {
  const kept = {
    defaultBranch: defaultBranch ?? set?.defaultBranch ?? null,
    description: set?.description ?? null,
    topics: set?.topics ?? null,
  };
  const wanted = {
    ...(defaultBranch !== null && { defaultBranch }),
    ...(description !== null && { description }),
  };
  if (Object.keys(wanted).length > 0) {
    const now = await target.updateRepository({ ...repository, ...wanted, signal });
    if (description !== null) kept.description = now.description;
  }
  if (topics !== null)
    kept.topics = [...(await target.setTopics({ ...repository, topics, signal }))];
  return kept;
}

/** @returns the visibility that the target has: a new one is private */
async function setVisibility(context: SettingsContext, wanted: Visibility): Promise<Visibility> {
  const { target, targetName, targetFullName, planned, source, sourceRepository } = context;
  const { records, signal } = context;
  let visibility = await visibilityNow(context, wanted);
  if (visibility !== 'private') {
    const targetId = (await records.findObject('repository', sourceRepository.id))?.targetId;
    if (!targetId) throw targetGone({ targetFullName });
    ({ visibility } = await openAs({ ...context, targetId }, visibility, (to) =>
      target.updateRepository({ ...targetName, visibility: to, signal }),
    ));
  }
  if (visibility !== wanted)
    context.warn(`${staysPrivateText([planned.source], source.hostname)}. ${confirmInPlan}`);
  return visibility;
}

/** Settings wait for the cut-over. What one has applied before it was ended or taken back stays, and is restored. */
async function mustWait({ kept, readPhase, records }: SettingsContext): Promise<boolean> {
  if (!kept.follow || (await readPhase()) !== 'closed') return false;
  const applied = readApplied(await records.listObjects('settings'));
  return applied === null || applied.mode === 'none';
}

/** A repair restores what was applied, in the way in which it was. */
async function modeOf(context: SettingsContext): Promise<SettingsMode> {
  const { apply_settings: mode, follow } = context.kept;
  if ((await pinnedSettings(context)) === null) return mode;
  const applied = readApplied(await context.records.listObjects('settings'));
  return appliedMode(applied, {
    mode,
    isCutOver: follow && (await context.readPhase()) === 'open',
  });
}

/** A repair sets what was set before, whatever the source says now. Until the cut-over opens it a target stays private. */
async function wantedSettings(context: SettingsContext): Promise<MigratedSettings> {
  const phase = await context.readPhase();
  const wanted = (await pinnedSettings(context)) ?? (await plannedBaseline(context, phase));
  return phase === 'open' ? wanted : { ...wanted, visibility: 'private', archived: false };
}

async function plannedBaseline(
  context: SettingsContext,
  phase: TargetPhase,
): Promise<MigratedSettings> {
  const { planned, sourceRepository } = context;
  const { description, archived } = sourceRepository;
  const topics = [...wantedTopics({ ...context, phase })];
  const defaultBranch = await existingDefaultBranch(context);
  const ofSource = sourceRepository.isDefaultBranchUnknown
    ? defaultBranch
    : sourceRepository.defaultBranch;
  return {
    defaultBranch,
    visibility: planned.visibility,
    archived,
    description: defaultBranch === null ? null : description,
    topics: topics.length === 0 ? null : topics,
    source: {
      ...{ description, topics, defaultBranch: ofSource },
      archived: archived && phase === 'open',
    },
  };
}

/**
 * The configured default branch may not exist on the source either: the target cannot use it. Where the source
 * does not name one, its Git did when the mirror was made.
 */
async function existingDefaultBranch(context: SettingsContext): Promise<string | null> {
  const { defaultBranch } = context.sourceRepository;
  const refs = await context.readRefs();
  if (defaultBranch !== null) {
    if (refs.has(`refs/heads/${defaultBranch}`)) return defaultBranch;
    if (refs.size > 0)
      context.warn(`The default branch ${defaultBranch} does not exist on Bitbucket`);
  }
  return refs.size === 0 ? null : readHeadBranch(context.mirror.directory, refs);
}
