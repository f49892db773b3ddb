import { change } from '../../../journal/change.ts';
import { targetGone } from '../../../journal/target-gone.ts';
import type { TargetRepository } from '../../../ports/records/repository.ts';
import type { SyncContext } from '../../context/sync-context.ts';
import { changedData, type DataPlan, planData } from '../../diff/data/plan-data.ts';
import {
  findSettings,
  type MigratedSettings,
  recordSettings,
  type SourceData,
} from '../../recorded/migrated-baseline.ts';
import { type TopicsContext, wantedTopics } from './wanted-topics.ts';

/** Describes what is known of a repository's data before anything is written. */
export interface DataComparison {
  readonly now: SourceData;
  readonly settings: MigratedSettings;
  readonly hasChanged: boolean;
}

/** Without a request. @returns `null` where the state does not say what was set */
export async function compareData(context: SyncContext): Promise<DataComparison | null> {
  const settings = await findSettings(context);
  if (settings === null) return null;
  const now = dataOf({ ...context, phase: await context.readPhase() }, settings);
  return { now, settings, hasChanged: changedData(now, settings).length > 0 };
}

function dataOf(context: SyncContext & TopicsContext, settings: MigratedSettings): SourceData {
  const { description, defaultBranch, isDefaultBranchUnknown, archived } = context.sourceRepository;
  return {
    description,
    defaultBranch: isDefaultBranchUnknown ? settings.defaultBranch : defaultBranch,
    topics: [...wantedTopics(context)],
    // A target that follows is archived after its cut-over.
    archived: context.kept.follow ? settings.archived : archived,
  };
}

/**
 * Description, default branch and topics: before the deletions, because a default branch cannot be deleted. Compared with the
 * target right before each change: hours may have passed since the sync began.
 */
export async function syncData(
  context: SyncContext,
  { now, ...before }: DataComparison,
): Promise<void> {
  const { target, targetName, signal, report } = context;
  // Opening an archived target has changed them.
  const settings = (await findSettings(context)) ?? before.settings;
  const branches = new Set(context.journal.current().refs.keys());
  const read = () => present(context);
  const planFor = (found: TargetRepository) => planData({ now, settings, target: found, branches });
  const { intended: _before, ...set } = { ...settings };
  let plan = await change({
    ...{ context, read: read },
    async send(found, isCurrent) {
      const planned = planFor(found);
      const { description, defaultBranch } = planned;
      await recordIntended(context, settings, planned);
      if (description === undefined && defaultBranch === undefined) return planned;
      const wanted = {
        ...(description !== undefined && { description }),
        ...(defaultBranch !== undefined && { defaultBranch }),
      };
      const after = await target.updateRepository({ ...targetName, ...wanted, signal, isCurrent });
      if (description !== undefined) {
        set.description = after.description;
        report.data.push('description');
      }
      if (defaultBranch !== undefined) {
        set.defaultBranch = defaultBranch;
        report.data.push(`default branch ${defaultBranch}`);
      }
      return planned;
    },
  });
  if (plan.topics !== undefined) {
    plan = await change({
      ...{ context, read: read },
      async send(found, isCurrent) {
        const { topics, skipped, source } = planFor(found);
        const ofTopics = { skipped: [...plan.skipped, ...skipped.filter(isOfTopics)] };
        if (topics === undefined)
          return { ...plan, ...ofTopics, source: { ...plan.source, topics: source.topics } };
        const request = { ...targetName, topics, signal, isCurrent };
        set.topics = [...(await target.setTopics(request))];
        report.data.push('topics');
        return plan;
      },
    });
  }
  report.left.push(...plan.skipped);
  // The target is archived last: until then the source's state counts as not applied.
  const { archived } = settings.source ?? settings;
  await recordSettings(context, { ...set, source: { ...plan.source, archived } });
}

function isOfTopics({ subject }: DataPlan['skipped'][number]): boolean {
  return subject === 'topics';
}

/** A kill between request and record leaves the target with what nobody would know for ours. */
async function recordIntended(
  context: SyncContext,
  settings: MigratedSettings,
  { skipped: _skipped, source: _source, archived: _archived, ...intended }: DataPlan,
): Promise<void> {
  if (Object.keys(intended).length > 0) await recordSettings(context, { ...settings, intended });
}

/** @throws `not-found` */
async function present(context: SyncContext): Promise<TargetRepository> {
  const { target, targetName, targetFullName, signal } = context;
  const found = await target.findRepository({ ...targetName, signal });
  if (found.state === 'present') return found.repository;
  throw targetGone({ targetFullName });
}

/** Archives the target where the source is archived, once everything else has arrived. */
export async function syncArchived(
  context: SyncContext,
  comparison: DataComparison,
): Promise<void> {
  const { target, targetName, signal, report } = context;
  const settings = await findSettings(context);
  if (settings === null || changedData(comparison.now, settings).every((key) => key !== 'archived'))
    return;
  const { archived } = comparison.now;
  if (archived) {
    await target.updateRepository({ ...targetName, archived, signal });
    report.data.push('archived');
  }
  const source = { ...(settings.source ?? comparison.now), archived };
  await recordSettings(context, { ...settings, archived, source });
}

/** Opens a target that migrator itself has archived. First in the state, so that a later sync archives it again. */
export async function openArchived(
  context: SyncContext,
  comparison: DataComparison,
): Promise<void> {
  const { target, targetName, signal, report } = context;
  const source = { ...(comparison.settings.source ?? comparison.now), archived: false };
  await recordSettings(context, { ...comparison.settings, archived: false, source });
  await target.updateRepository({ ...targetName, archived: false, signal });
  if (!comparison.now.archived) report.data.push('no longer archived');
}
