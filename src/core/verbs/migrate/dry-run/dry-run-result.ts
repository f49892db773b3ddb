import { type Forecast, type ForecastInput, forecast } from '../../../forecast/forecast.ts';
import { costsBesides, writesAny } from '../../../forecast/settings-forecast.ts';
import type { AcceptedProblem } from '../../../plan/judgements.ts';
import type { Plan } from '../../../plan/plan-schema.ts';
import { permittedVisibility } from '../../../plan/publication.ts';
import type { RewriteAhead } from '../../../replica/apply/rewrite/rewrites-ahead.ts';
import type { ImportedAhead } from '../../../report/lines/imported-text.ts';
import { type PipelinesAhead, pipelinesAhead } from '../../../report/lines/pipelines-lines.ts';
import type { SettingsAhead } from '../../../report/lines/settings-lines.ts';
import type { Foreseen } from '../../../run/preflight/migrate-request.ts';
import { type NamesCost, noNamesToRewrite } from '../../../run/preflight/names-to-rewrite.ts';

export interface DryRunResult {
  readonly type: 'dry-run';
  readonly repositories: readonly {
    readonly source: string;
    readonly target: string;
    readonly action: Action;
    readonly visibility: string;
    readonly sizeBytes: number | null;
    /** Missing where the target's importer creates no pull requests, or nobody has counted them. */
    readonly imported?: Pick<ImportedAhead, 'pullRequests' | 'comments'>;
    /** Missing where its large files are refused. */
    readonly largeFiles?: RewriteAhead;
  }[];
  readonly problems: number;
  /** Problems that the plan accepts; missing where there are none. */
  readonly accepted?: readonly AcceptedProblem[];
  /** Of those that are not done or left alone; missing where no pull requests were asked for. */
  readonly forecast?: Forecast;
  /** All that the target's importer creates; missing where it creates none. */
  readonly imported?: ImportedAhead;
  /** Missing where the plan has none. */
  readonly settings?: SettingsAhead;
  /** Missing where the plan has none. */
  readonly pipelines?: PipelinesAhead;
  /** Of pull requests that exist already, where the user map has changed; each number is the most that it can be. */
  readonly names?: NamesCost;
}

type Action =
  | 'create'
  /** It is written into an archive, and the target gets nothing. */
  | 'archive'
  /** The repository in its place is replaced. */
  | 'replace'
  /** It was reset, and is gone through again. */
  | 'again'
  /** An earlier run has made it, and has not finished it. */
  | 'go-on'
  /** It is done, and the user map has changed. */
  | 'rewrite'
  | 'skip'
  /** An earlier run has finished it. */
  | 'done'
  | 'blocked';

/** Returns what a run of this plan would do now. */
export function dryRunResult(
  options: Pick<Foreseen, 'preflight' | 'pending'> & Partial<Foreseen> & { plan: Plan },
): DryRunResult {
  const { plan, preflight, pending, forecast: inputs, targetIsLimited, sourceTokens } = options;
  const names = options.namesToRewrite ?? noNamesToRewrite;
  const isReady = preflight.owner !== null && preflight.problems.length === 0;
  function earlier(source: string): Action | null {
    if (options.again?.has(source)) return 'again';
    if (options.unfinished?.has(source)) return 'go-on';
    return names.repositories.has(source) ? 'rewrite' : null;
  }
  const imports = (options.imports ?? []).filter(({ facts }) => facts?.total !== 0);
  const importOf = (slug: string) => imports.find(({ source }) => source === slug);
  const repositories = plan.repositories.map((planned) => {
    const { source, target } = planned;
    const found = preflight.sources.get(source);
    function action(): Action {
      if (!pending.has(source)) return 'done';
      if (preflight.existing.has(source)) return 'skip';
      if (!isReady || found === undefined) return 'blocked';
      if (options.isArchived === true) return 'archive';
      return earlier(source) ?? (preflight.replaced.has(source) ? 'replace' : 'create');
    }
    const sizeBytes = found?.sizeBytes ?? null;
    // Of what is done already the source was not asked.
    const visibility =
      found === undefined ? planned.visibility : permittedVisibility(planned, found);
    const done = action();
    const rewrite = options.rewrites?.get(source);
    const imported = isAhead(done) ? amountOf(importOf(source)) : null;
    return {
      ...{ source, target, action: done, visibility, sizeBytes },
      ...(imported !== null && { imported }),
      ...(rewrite !== undefined && isAhead(done) && { largeFiles: rewrite }),
    };
  });
  const problems = preflight.problems.length;
  const cost = { ...names, repositories: names.repositories.size };
  const isOtherMap = cost.repositories > 0;
  const ahead = new Set(
    repositories.filter(({ action }) => isAhead(action)).map(({ source }) => source),
  );
  const imported = allImports(imports.filter(({ source }) => ahead.has(source)));
  const planned = {
    ...plan,
    repositories: plan.repositories.filter(({ source }) => ahead.has(source)),
  };
  const pipelines = options.isArchived === true ? null : pipelinesAhead(planned);
  const result = {
    type: 'dry-run',
    repositories,
    problems,
    ...(preflight.accepted.length > 0 && { accepted: preflight.accepted }),
    ...(imported !== null && { imported }),
    ...(options.settings !== undefined && { settings: options.settings }),
    ...(pipelines !== null && { pipelines }),
    ...(isOtherMap && { names: cost }),
  } as const;
  const besides = costsBesides(planned);
  // What only the importer creates has no estimate.
  const isForecast = inputs !== undefined || (imported === null && writesAny(besides));
  if (!isForecast || options.isArchived === true) return result;
  const wanted = (inputs ?? []).filter(({ source }) => ahead.has(source));
  return {
    ...result,
    forecast: forecast(wanted, {
      ...{ kind: plan.source.kind, targetIsLimited, sourceTokens },
      besides,
    }),
  };
}

/** Tells whether its pull requests are still to be written. Pure. */
function isAhead(action: Action): boolean {
  return ['create', 'replace', 'go-on', 'blocked'].includes(action);
}

/** Counts comments only where each of them was counted. Pure. @returns `null` where nothing is known */
function amountOf(input: ForecastInput | undefined) {
  const facts = input?.facts ?? null;
  if (facts === null) return null;
  const { total, comments, accuracy } = facts;
  return { pullRequests: total, comments: accuracy === 'exact' ? comments : null };
}

/** Pure. @returns `null` without one */
function allImports(inputs: readonly ForecastInput[]): ImportedAhead | null {
  if (inputs.length === 0) return null;
  const amounts = inputs.flatMap((input) => amountOf(input) ?? []);
  return {
    repositories: inputs.length,
    unknown: inputs.length - amounts.length,
    pullRequests: amounts.reduce((sum, one) => sum + one.pullRequests, 0),
    comments: amounts.reduce<number | null>(
      (sum, { comments }) => (sum === null || comments === null ? null : sum + comments),
      0,
    ),
  };
}
