import type { Inventory } from '../../../../core/discovery/inventory-schema.ts';
import { inventoryText } from '../../../../core/discovery/to-inventory.ts';
import { MigratorError } from '../../../../core/errors.ts';
import { resolveTargetNames } from '../../../../core/hosts/github/repository-name.ts';
import { slugOf } from '../../../../core/plan/choose-repositories.ts';
import { planOf, planText } from '../../../../core/plan/plan-choices.ts';
import { slugsText } from '../../../../core/plan/read-slugs.ts';
import { type Choices, migrateFlags, type WizardFiles } from '../../../../core/wizard/choices.ts';
import { describeSelection } from '../../../../core/wizard/describe-selection.ts';
import type { WizardState } from '../../engine/state.ts';
import type { Hands } from '../../engine/step.ts';
import { optionsOf } from '../options/state.ts';
import type { Reviewed, SavedPlan } from './state.ts';

/** Makes the plan, saves it, and asks all that can be asked before it is run. */
export function review(hands: Hands): void {
  const { store, tasks } = hands;
  tasks.run(
    'review',
    (signal) => reviewed(hands, signal),
    (task) => store.dispatch({ type: 'review', action: { type: 'task', task } }),
  );
}

async function reviewed(hands: Hands, signal: AbortSignal): Promise<Reviewed> {
  const saved = await savePlan(hands);
  if (signal.aborted) throw signal.reason;
  const { comments, ...flags } = migrateFlags(saved.choices);
  const rehearsal = await hands.session.rehearse({
    plan: saved.plan,
    planText: planText(saved.plan),
    flags,
    countsPullRequests: unlooked(hands) <= mostCounted,
    signal,
  });
  return { ...saved, rehearsal };
}

/** More requests than this are not spent unasked: the deep look is offered with its price. */
const mostCounted = 100;

function unlooked({ store }: Hands): number {
  const { chosen, facts } = store.getState().selection;
  return [...chosen].filter((slug) => !facts.has(slug)).length;
}

/**
 * Writes inventory and plan, and the list of repositories where nothing shorter says which they are: the first time under names that
 * are free, from then on under the same.
 * @throws `input-file` where they cannot be written, or nothing is chosen
 */
export async function savePlan(hands: Hands): Promise<SavedPlan> {
  const { store, session, preferences } = hands;
  const state = store.getState();
  const inventory = inventoryOf(state);
  const files = state.review.saved?.choices.files ?? (await freeFiles(hands, inventory));
  const choices = choicesOf(state, { inventory, files, config: hands.config });
  const { selection, options } = choices;
  const { chosen } = state.selection;
  const slugs = selection.isListed ? chosen : undefined;
  const { plan, notes } = planOf(
    inventory,
    { ...options, comments: options.comments ?? undefined, ...selection, slugs },
    resolveTargetNames,
  );
  await session.write(files.inventory, inventoryText(inventory));
  if (slugs !== undefined) {
    const listed = inventory.repositories.map(slugOf).filter((slug) => slugs.has(slug));
    await session.write(files.repositories, slugsText(listed));
  }
  await session.write(files.plan, planText(plan));
  const saved = { choices, plan, notes };
  store.dispatch({ type: 'review', action: { type: 'saved', saved } });
  preferences.save({ workspace: choices.workspace, options });
  return saved;
}

/** With what a deep look has found out. */
function inventoryOf({ selection }: WizardState): Inventory {
  const { inventory, facts } = selection;
  if (inventory === null) throw new MigratorError('input-file', 'No repositories were read');
  const repositories = inventory.repositories.map((repository) => ({
    ...repository,
    ...facts.get(slugOf(repository)),
  }));
  return { ...inventory, repositories };
}

async function freeFiles({ session }: Hands, { source }: Inventory): Promise<WizardFiles> {
  // A name in an address, or a UUID in braces: no shell should stumble over it.
  const name = source.workspace.replace(/[^A-Za-z0-9._-]/g, '').replace(/^[.-]+/, '');
  return {
    inventory: await session.freePath(`${name}-inventory`, '.json'),
    plan: await session.freePath(`${name}-plan`, '.json'),
    repositories: await session.freePath(`${name}-repositories`, '.txt'),
  };
}

function choicesOf(
  { selection, options }: WizardState,
  more: { inventory: Inventory; files: WizardFiles; config: string | undefined },
): Choices {
  const { inventory, files, config } = more;
  const { chosen, patterns, facts } = selection;
  return {
    workspace: inventory.source.workspace,
    isDeep: facts.size > 0,
    selection: describeSelection({ inventory, chosen, patterns }),
    options: optionsOf(options),
    files,
    config,
  };
}
