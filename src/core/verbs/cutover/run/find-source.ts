import { MigratorError } from '../../../kernel/errors.ts';
import type { SourceRepository } from '../../../ports/records/repository.ts';
import { type FoundSource, findSources } from '../../../replica/apply/publication/find-sources.ts';
import type { CutoverRepository, CutoverRun } from './cutover-request.ts';

type Run = Pick<CutoverRun, 'services' | 'plan'>;
type One = Pick<CutoverRepository, 'planned' | 'sourceId'> & { readonly signal: AbortSignal };

/** Finds a repository on the source by its id, under whatever name; in the list of the workspace where its name leads elsewhere. */
export async function findSource(
  { services: { source }, plan }: Run,
  { planned, sourceId, signal }: One,
): Promise<FoundSource> {
  const { found } = await findSources({
    ...{ source, workspace: plan.source.workspace, repositories: [planned], areFew: true, signal },
    ids: new Map([[planned.source, sourceId]]),
  });
  return found.get(planned.source) ?? { kind: 'gone' };
}

/**
 * Reads a repository of the source, which must be the one that was migrated, under the same name: what is written to it goes by its
 * name.
 * @throws `not-found`, `refused`
 */
export async function sourceOf(run: Run, one: One): Promise<SourceRepository> {
  const { source: slug } = one.planned;
  const found = await findSource(run, one);
  const name = `${run.plan.source.workspace}/${slug} on ${run.services.source.hostname}`;
  if (found.kind === 'found' && found.repository.slug === slug) return found.repository;
  throw sourceProblem(found, { slug, name }) ?? new TypeError('a source without a problem');
}

/** Tells why a source is not what was migrated, under the same name; `null`: it is. Pure. */
export function sourceProblem(
  found: FoundSource,
  { slug, name }: { readonly slug: string; readonly name: string },
): MigratorError | null {
  if (found.kind === 'failed') return found.error;
  if (found.kind === 'found') {
    if (found.repository.slug === slug) return null;
    return new MigratorError('refused', `${name} was renamed to ${found.repository.slug}`, {
      hint: 'Rename it back until the cut-over is done, or skip it with --exclude.',
    });
  }
  return new MigratorError('not-found', `${name} is not the repository that was migrated`, {
    hint: 'It was deleted or replaced. Skip it with --exclude, and check it by hand.',
  });
}
