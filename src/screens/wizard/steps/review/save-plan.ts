import { importedFormat } from '../../../../core/choices/imported-format.ts';
import { migrateFlags } from '../../../../core/commands/wizard/choices.ts';
import { inventoryText } from '../../../../core/discovery/discover.ts';
import type { Inventory } from '../../../../core/discovery/inventory-schema.ts';
import type { PipelinesFound } from '../../../../core/discovery/pipelines/find-pipelines.ts';
import { MigratorError } from '../../../../core/kernel/errors.ts';
import { planOf, planText } from '../../../../core/plan/build-plan.ts';
import { slugOf } from '../../../../core/plan/choose-repositories.ts';
import type { Plan } from '../../../../core/plan/plan-schema.ts';
import { permittedVisibility } from '../../../../core/plan/publication.ts';
import { slugsText } from '../../../../core/plan/read-slugs.ts';
import type { Person } from '../../../../core/ports/records/person.ts';
import { isMoreOpen } from '../../../../core/ports/records/repository.ts';
import type { UserMap } from '../../../../core/users/user-map.ts';
import {
  allPrivate,
  type Choices,
  describeSelection,
  type WizardFiles,
} from '../../../../core/wizard/choices.ts';
import type { CalibrationDue } from '../../../../core/wizard/session/session.ts';
import { rememberedOptions } from '../../engine/preferences.ts';
import type { StateOf } from '../../engine/state.ts';
import type { WizardContext } from '../../engine/step.ts';
import { resultOf } from '../../engine/tasks.ts';
import type { DiscoverySlice } from '../discovery/state.ts';
import type { SelectionSlice } from '../selection/model.ts';
import { optionsOf } from '../state/options.ts';
import type { Reviewed, ReviewSlice, SavedPlan } from '../state/review.ts';
import { type SettingsKnown, settingsChoice } from '../teams/settings-choice.ts';
import { teamMapOf } from '../teams/state.ts';

type ReviewContext = WizardContext<PlanKnown>;

/** Builds the plan, saves it, and checks everything that can be checked before it runs. */
export function reviewPlan(context: ReviewContext): void {
  const { store, tasks } = context;
  tasks.run(
    'review',
    (signal) => reviewed(context, signal),
    (task) => store.dispatch({ type: 'review', action: { type: 'task', task } }),
  );
}

async function reviewed(context: ReviewContext, signal: AbortSignal): Promise<Reviewed> {
  const saved = await savePlan(context, signal);
  const { comments, ...flags } = migrateFlags(saved.choices);
  const dryRun = await context.session.dryRun({
    plan: saved.plan,
    planText: planText(saved.plan),
    flags,
    countsPullRequests: unscanned(context) <= mostCounted,
    signal,
  });
  const due = await findDue(context, saved.plan, signal);
  const people = await mappedPeople(context, saved.choices.options.userMap);
  return { ...saved, dryRun, due, people, opened: openedSlugs(saved.plan, context) };
}

/** Repositories that more people can read than now. */
function openedSlugs({ repositories }: Plan, { store }: ReviewContext): ReadonlySet<string> {
  const { inventory } = store.getState().selection;
  const known = new Map((inventory?.repositories ?? []).map((one) => [slugOf(one), one]));
  const opened = repositories.filter((planned) => {
    const { visibility = 'private' } = known.get(planned.source) ?? {};
    return isMoreOpen(permittedVisibility(planned, { visibility }), visibility);
  });
  return new Set(opened.map(({ source }) => source));
}

/** Who was seen in pull requests and has no login; `null` where nobody was. */
async function mappedPeople(
  { store, session }: ReviewContext,
  userMap: string,
): Promise<Reviewed['people']> {
  const seen = store.getState().selection.people.filter(({ person }) => person.kind === 'user');
  if (seen.length === 0) return null;
  const map = userMap === '' ? null : await session.readUserMap(userMap).catch(() => null);
  // The dry run has read it, and reported what is wrong with it.
  if (userMap !== '' && map === null) return null;
  const without = seen.filter(({ person }) => !isMapped(map, person));
  return { seen: seen.length, without: without.map(({ person }) => person.displayName) };
}

/** A row that fits several people counts as none. */
function isMapped(map: UserMap | null, person: Person): boolean {
  try {
    return map?.find(person) != null;
  } catch {
    return false;
  }
}

/** The hosts of a demo are known. */
async function findDue(
  { store, session }: ReviewContext,
  plan: Plan,
  signal: AbortSignal,
): Promise<CalibrationDue> {
  if (store.getState().isDemo) return { host: false, importer: false };
  const { organization } = plan.target;
  return session.findDue({ organization, format: importedFormat(plan), signal });
}

/** Beyond this number of requests, the deep scan is offered with its cost. */
const mostCounted = 100;

function unscanned({ store }: ReviewContext): number {
  const { selected, facts } = store.getState().selection;
  return [...selected].filter((slug) => !facts.has(slug)).length;
}

export type PlanKnown = DiscoverySlice & ReviewSlice & SelectionSlice & SettingsKnown;

type SaveContext = WizardContext<PlanKnown>;
type PlanState = Pick<StateOf<PlanKnown>, 'selection' | 'options' | 'teams'>;

/**
 * Writes inventory and plan, and a list of repositories where flags cannot describe the selection: the first time under free
 * names, then under the same.
 * @throws `input-file` where they cannot be written, or nothing is selected; the signal's reason as soon as it is aborted
 */
export async function savePlan(context: SaveContext, signal: AbortSignal): Promise<SavedPlan> {
  const { store, session, preferences } = context;
  const state = store.getState();
  const pipelines = await readPipelines(context, signal);
  const inventory = inventoryOf(state, pipelines);
  const files = state.review.saved?.choices.files ?? (await freeFiles(context, inventory));
  const teamMap = state.options.values.settings ? teamMapOf(state.teams) : null;
  const more = { inventory, files, config: context.config, hasTeamMap: teamMap !== null };
  const choices = choicesOf(state, more);
  const { selection, options, renames } = choices;
  const slugs = selection.isListed ? state.selection.selected : undefined;
  const { plan, notes } = planOf(
    inventory,
    {
      ...options,
      publishPrivate: options.publishPrivate ? allPrivate : [],
      ...selection,
      slugs,
      renames,
      settings: await settingsChoice(context, teamMap),
    },
    session.resolveTargetNames,
  );
  const isPrivate = state.options.values.settings;
  const write = async (file: string, text: string) => {
    signal.throwIfAborted();
    await session.write(file, text, { isPrivate });
  };
  await write(files.inventory, inventoryText(inventory));
  if (slugs !== undefined) {
    const listed = inventory.repositories.map(slugOf).filter((slug) => slugs.has(slug));
    await write(files.repositories, slugsText(listed));
  }
  if (teamMap !== null) await write(files.teams, teamMap);
  await write(files.plan, planText(plan));
  signal.throwIfAborted();
  const unread = (pipelines?.failed ?? []).map(({ slug, error }) => `${slug}: ${error.message}`);
  const saved = { choices, plan, notes: [...notes, ...unread] };
  store.dispatch({ type: 'review', action: { type: 'saved', saved } });
  preferences.save({ workspace: choices.workspace, options: rememberedOptions(options) });
  return saved;
}

/** Reads them where they are wanted. */
async function readPipelines(
  { store, session }: SaveContext,
  signal: AbortSignal,
): Promise<PipelinesFound | null> {
  const { discovery, selection, options } = store.getState();
  const found = resultOf(discovery.task);
  if (!optionsOf(options).convertPipelines || found === null) return null;
  const { workspace } = found.inventory.source;
  const repositories = found.repositories.filter(({ slug }) => selection.selected.has(slug));
  return session.readPipelines({ workspace, repositories, signal });
}

/** Including the results of a deep scan, and settings and pipelines where they are wanted. */
function inventoryOf(
  { selection, options, teams }: PlanState,
  pipelines: PipelinesFound | null,
): Inventory {
  const { inventory, facts } = selection;
  const settings = options.values.settings ? resultOf(teams.task) : null;
  const large = resultOf(options.largeFiles);
  if (inventory === null) throw new MigratorError('input-file', 'No repositories were read');
  const repositories = inventory.repositories.map((repository) => ({
    ...repository,
    ...facts.get(slugOf(repository)),
    ...settings?.facts.get(slugOf(repository)),
    ...pipelines?.facts.get(slugOf(repository)),
    ...large?.facts.get(slugOf(repository)),
  }));
  const groups = settings === null ? {} : { groups: [...settings.groups] };
  return { ...inventory, ...groups, repositories };
}

async function freeFiles({ session }: SaveContext, { source }: Inventory): Promise<WizardFiles> {
  // Needs no quoting in a shell; the workspace may be a UUID in braces.
  const name = source.workspace.replace(/[^A-Za-z0-9._-]/g, '').replace(/^[.-]+/, '');
  return {
    inventory: await session.freePath(`${name}-inventory`, '.json'),
    plan: await session.freePath(`${name}-plan`, '.json'),
    repositories: await session.freePath(`${name}-repositories`, '.txt'),
    teams: await session.freePath(`${name}-teams`, '.csv'),
  };
}

function choicesOf(
  { selection, options }: PlanState,
  more: Pick<Choices, 'files' | 'config' | 'hasTeamMap'> & { inventory: Inventory },
): Choices {
  const { inventory, ...rest } = more;
  const { selected, patterns, facts } = selection;
  return {
    workspace: inventory.source.workspace,
    isDeep: facts.size > 0,
    findsLargeFiles: options.largeFiles.status === 'done',
    selection: describeSelection({ inventory, chosen: selected, patterns }),
    renames: new Map([...selection.renames].filter(([slug]) => selected.has(slug))),
    options: optionsOf(options),
    ...rest,
  };
}
