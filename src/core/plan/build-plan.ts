import type { Inventory, InventoryRepository } from '../discovery/inventory-schema.ts';
import { chunksOf } from '../kernel/chunks.ts';
import { MigratorError } from '../kernel/errors.ts';
import { harmlessJson } from '../kernel/format/json.ts';
import { quoteInput } from '../kernel/format/shorten-input.ts';
import type { LfsChoice } from '../options/history.ts';
import { pullRequestOptions } from '../options/pull-requests.ts';
import type { PipelineAction } from '../options/settings.ts';
import { runOptions } from '../options/table.ts';
import { type PlanFlags, plannedValues } from '../options/values.ts';
import type { Visibility } from '../ports/records/repository.ts';
import { sourceTraits } from '../ports/records/source-traits.ts';
import {
  nameChangeText,
  type ResolveTargetNames,
  type TargetName,
} from '../ports/target-naming.ts';
import { type SettingsChoice, teamsNamedBy } from '../settings/plan/build-settings.ts';
import { chooseRepositories, type RepositoryChoice, slugOf } from './choose-repositories.ts';
import { withRewriteConfirmed } from './confirmations.ts';
import type { Plan, PlanOptions } from './plan-schema.ts';
import { settingsOfPlan } from './plan-settings.ts';
import { pipelinesOfPlan } from './planned-pipelines.ts';
import { isUnconfirmed, withConfirmation } from './publication.ts';
import { type Renames, resolveNames } from './renames.ts';

export interface BuildPlan extends Omit<PlanChoices, keyof OptionFlags | 'lfs'> {
  readonly inventory: Inventory;
  readonly options: PlanOptions;
  readonly resolveTargetNames: ResolveTargetNames;
}

export interface BuiltPlan {
  readonly plan: Plan;
  /** Notes for people: names that had to change. */
  readonly notes: readonly string[];
}

/**
 * A plan for the chosen repositories of an inventory.
 * @throws `input-file` if no repository is chosen
 */
export function buildPlan(options: BuildPlan): BuiltPlan {
  const chosen = chooseRepositories(options.inventory, options);
  if (chosen.length === 0) throw nothingChosen(options);
  refuseTwice(chosen);
  const names = targetNames(chosen, options);
  const notes: string[] = [];
  const repositories = chosen.map((repository, index) => {
    const source = slugOf(repository);
    const { target = source, changes = [] } = names[index] ?? {};
    if (changes.length > 0) notes.push(`${source} becomes ${target}: ${nameChangeText(changes)}`);
    const { name } = repository;
    const named = name === source ? {} : { name };
    return { source, ...named, target, visibility: visibilityOf(repository, options) };
  });
  const { settings, teams, ...withSettings } = settingsOfPlan(chosen, options);
  const withPipelines = pipelinesOfPlan(chosen, options.pipelines);
  notes.push(...withSettings.notes, ...withPipelines.notes);
  const hidden = chosen.filter((repository) => isPublicInside(repository, options)).length;
  if (hidden > 0) {
    const [many, them] =
      hidden === 1 ? ['1 repository is', 'it'] : [`${hidden} repositories are`, 'them'];
    notes.push(
      `${many} public on Data Center, so visible to everyone on your network. The plan sets ${them} to private; --visibility public opens ${them} to the whole world`,
    );
  }
  const { kind, workspace } = options.inventory.source;
  const built: Plan = {
    version: 1,
    source: { kind, workspace },
    target: { organization: options.organization },
    options: options.options,
    ...(options.follow === true && { follow: true }),
    ...(options.engine === 'archive' && { engine: options.engine }),
    ...(options.archiveFormat === 'bitbucket-server' && { archive_format: options.archiveFormat }),
    ...(options.rulesets === 'organization' && { rulesets: options.rulesets }),
    ...(teams.length > 0 && { teams: [...teams] }),
    repositories: repositories.map((one) => {
      const own = settings.get(one.source);
      const pipelines = withPipelines.pipelines.get(one.source);
      return {
        ...one,
        ...(own !== undefined && { settings: [...own] }),
        ...(pipelines !== undefined && { pipelines }),
      };
    }),
  };
  const { plan, kept } = confirmed(built, chosen, options.publishPrivate ?? []);
  if (kept > 0) {
    const many = kept === 1 ? '1 private repository stays' : `${kept} private repositories stay`;
    notes.push(
      `${many} private on GitHub. --publish-private confirms that a private repository becomes public`,
    );
  }
  return { plan: withRewriteConfirmed(plan, options.rewriteHistory ?? []), notes };
}

/**
 * With the confirmation where it is needed: a repository that is public on the source now needs it once it is private.
 * @returns also the number of repositories that stay private for lack of it
 */
function confirmed(
  plan: Plan,
  chosen: readonly InventoryRepository[],
  globs: readonly string[],
): { plan: Plan; kept: number } {
  const all = withConfirmation(plan, globs);
  // An inventory that says nothing of it may be of a private one.
  const sources = chosen.map(({ visibility = 'private' }) => ({ visibility }));
  const repositories = plan.repositories.map((one, index) =>
    isUnconfirmed(one, sources[index] ?? null) ? (all.repositories[index] ?? one) : one,
  );
  const kept = repositories.filter((one, index) => isUnconfirmed(one, sources[index] ?? null));
  return { plan: { ...plan, repositories }, kept: kept.length };
}

function targetNames(
  chosen: readonly InventoryRepository[],
  { nameFrom, renames = new Map(), resolveTargetNames }: BuildPlan,
): readonly TargetName[] {
  const repositories = chosen.map((repository) => ({
    slug: slugOf(repository),
    wanted: nameFrom === 'name' ? repository.name : slugOf(repository),
  }));
  const slugs = new Set(repositories.map(({ slug }) => slug));
  const unknown = [...renames.keys()].find((slug) => !slugs.has(slug));
  if (unknown !== undefined) {
    throw new MigratorError(
      'usage',
      `--rename: ${quoteInput(unknown)} is not a selected repository`,
      {
        hint: 'Use the Bitbucket slug of a selected repository.',
      },
    );
  }
  const names = resolveNames({ repositories, renames, resolveTargetNames });
  const at = names.findIndex(({ problem }) => problem !== null);
  const name = names[at];
  if (name === undefined) return names;
  throw new MigratorError(
    'input-file',
    `Cannot rename ${repositories[at]?.slug} to ${quoteInput(name.target)}: ${name.problem}`,
    { hint: 'Use another name.' },
  );
}

/** The plan in parts of at most `size` repositories. */
export function splitPlan(plan: Plan, size: number): readonly Plan[] {
  return chunksOf(plan.repositories, size).map((repositories) => {
    const { teams, ...rest } = plan;
    if (teams === undefined) return { ...rest, repositories };
    const settings = repositories.flatMap((one) => one.settings ?? []);
    return { ...rest, teams: [...teamsNamedBy(settings, teams)], repositories };
  });
}

function refuseTwice(chosen: readonly InventoryRepository[]): void {
  const seen = new Set<string>();
  const twice = chosen.map(slugOf).find((slug) => seen.size === seen.add(slug).size);
  if (twice === undefined) return;
  throw new MigratorError('input-file', `The inventory has ${twice} twice`, {
    hint: 'Give each repository its slug from its URL, or remove one of the two.',
  });
}

/** Who reaches a host of the company's mostly works for it. */
function isPublicInside({ visibility }: InventoryRepository, options: BuildPlan): boolean {
  const { kind } = options.inventory.source;
  const asThere = options.visibility === 'source';
  return asThere && sourceTraits[kind].isOfCompany && visibility === 'public';
}

function visibilityOf(repository: InventoryRepository, options: BuildPlan): Visibility {
  const { visibility } = options;
  if (isPublicInside(repository, options)) return 'private';
  return visibility === 'source' ? (repository.visibility ?? 'private') : visibility;
}

function nothingChosen({ inventory, include, exclude }: BuildPlan): MigratorError {
  const count = inventory.repositories.length;
  if (count === 0) {
    return new MigratorError('input-file', 'The inventory has no repositories', {
      hint: 'Check the workspace name, and that the credentials can read its repositories.',
    });
  }
  const patterns = [...include, ...exclude].join(', ');
  const none = `No repository matches ${patterns}: the inventory has ${count}`;
  return new MigratorError('input-file', none, {
    hint: 'Patterns are globs over slugs and names, for example --include "payments-*".',
  });
}

/** `undefined` or `null`: from the configuration, or the default. */
type OptionFlags = PlanFlags<typeof runOptions & typeof pullRequestOptions>;

/** Everything that flags or the wizard choose for a plan. */
export interface PlanChoices extends RepositoryChoice, OptionFlags {
  readonly organization: string;
  /** Source of the target's name. */
  readonly nameFrom: 'slug' | 'name';
  /** Names on the target that do not follow from the source. */
  readonly renames?: Renames;
  /** `source`: as on the source. */
  readonly visibility: Visibility | 'source';
  /** Globs over slugs and names of repositories that become public although they are private on the source. */
  readonly publishPrivate?: readonly string[];
  readonly lfs: LfsChoice;
  /** Globs over slugs and names of repositories whose commits may get new hashes. */
  readonly rewriteHistory?: readonly string[];
  /** The target follows the source until a cut-over. */
  readonly follow?: boolean;
  /** How pull requests are created. */
  readonly engine?: Plan['engine'];
  readonly archiveFormat?: Plan['archive_format'];
  /** Where rulesets stand that several repositories want alike. */
  readonly rulesets?: 'repository' | 'organization' | undefined;
  /** Choices about settings, where the inventory has them. Without it nobody is known on the target. */
  readonly settings?: SettingsChoice;
  /** Where the inventory has pipelines; `convert` where it is left out. */
  readonly pipelines?: PipelineAction | undefined;
}

/**
 * The plan that such choices make. Pure.
 * @throws `input-file` if no repository is chosen
 */
export function planOf(
  inventory: Inventory,
  choices: PlanChoices,
  resolveTargetNames: ResolveTargetNames,
): BuiltPlan {
  return buildPlan({ ...choices, inventory, options: optionsOf(choices), resolveTargetNames });
}

/** Only what was chosen: the configuration decides the rest. */
function optionsOf(choices: PlanChoices): PlanOptions {
  const { lfs, ...flags } = choices;
  const pullRequests = plannedValues(pullRequestOptions, flags);
  return {
    ...(lfs === 'found' ? {} : { include_lfs: lfs === 'always' }),
    ...plannedValues(runOptions, flags),
    ...(Object.keys(pullRequests).length === 0 ? {} : { pull_requests: pullRequests }),
  };
}

/** As it is written to a file. */
export function planText(plan: Plan): string {
  return `${harmlessJson(JSON.stringify(plan, null, 2))}\n`;
}
