import type { MigratorError } from '../../../kernel/errors.ts';
import { isUnconfirmed } from '../../../plan/publication.ts';
import type { SourceRepository } from '../../../ports/records/repository.ts';
import { few, findSources } from '../../../replica/apply/publication/find-sources.ts';
import { isPending } from '../run/checklist.ts';
import type { CutoverRepository, CutoverRun } from '../run/cutover-request.ts';
import { sourceProblem } from '../run/find-source.ts';

export interface SourcesNow {
  /** As they are now, by slug. */
  readonly found: ReadonlyMap<string, SourceRepository>;
  /** Slugs. */
  readonly archived: ReadonlySet<string>;
  /** Repositories that the plan publishes without the confirmation that they are private on the source. */
  readonly keptPrivate: ReadonlySet<string>;
  /** Sources that are no longer what was migrated and cannot be locked, by slug. */
  readonly lost: ReadonlyMap<string, MigratorError>;
}

/**
 * Tells whether the sources are those that were migrated, under the same names: what is locked by its name must be the
 * right one.
 */
export async function readSources(
  run: Pick<CutoverRun, 'services' | 'plan'> & {
    readonly repositories: readonly CutoverRepository[];
    readonly signal: AbortSignal;
  },
): Promise<SourcesNow> {
  const { services, plan, signal } = run;
  const repositories = run.repositories.filter(({ done }) => isPending('open', done));
  const { source } = services;
  const { workspace } = plan.source;
  const { found } = await findSources({
    ...{ source, workspace, signal },
    repositories: repositories.map(({ planned }) => planned),
    ids: new Map(repositories.map(({ planned, sourceId }) => [planned.source, sourceId])),
    areFew: repositories.length <= few,
  });
  const sources = new Map<string, SourceRepository>();
  const archived = new Set<string>();
  const keptPrivate = new Set<string>();
  const lost = new Map<string, MigratorError>();
  const planned = new Map(repositories.map((one) => [one.planned.source, one.planned]));
  for (const [slug, one] of found) {
    const problem = sourceProblem(one, {
      slug,
      name: `${workspace}/${slug} on ${source.hostname}`,
    });
    if (problem !== null) lost.set(slug, problem);
    else if (one.kind === 'found') {
      sources.set(slug, one.repository);
      if (one.repository.archived) archived.add(slug);
      const plan = planned.get(slug);
      if (plan !== undefined && isUnconfirmed(plan, one.repository)) keptPrivate.add(slug);
    }
  }
  return { found: sources, archived, keptPrivate, lost };
}
