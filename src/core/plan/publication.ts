import { isMoreOpen, type SourceRepository, type Visibility } from '../ports/records/repository.ts';
import { confirmRepositories } from './confirmations.ts';
import type { Plan, PlannedRepository } from './plan-schema.ts';

type Published = Pick<PlannedRepository, 'visibility' | 'publish_private'>;

/**
 * Tells whether the plan makes a repository public that is not public on the source, without the confirmation that it is
 * meant. Pure.
 * @param source `null`: it cannot be read, which counts as private
 */
export function isUnconfirmed(
  { visibility, publish_private }: Published,
  source: Pick<SourceRepository, 'visibility'> | null,
): boolean {
  return visibility === 'public' && publish_private !== true && source?.visibility !== 'public';
}

/** The visibility that the target may get: private where publishing is not confirmed. Pure. */
export function permittedVisibility(
  planned: Published,
  source: Pick<SourceRepository, 'visibility'> | null,
): Visibility {
  return isUnconfirmed(planned, source) ? 'private' : planned.visibility;
}

/**
 * Tells whether a target shows what is not public on the source to more people than the plan says: somebody may have opened it.
 * Pure.
 * @param source `null`: it cannot be read, which counts as private
 */
export function isTooOpen(
  target: Visibility,
  planned: Published,
  source: Pick<SourceRepository, 'visibility'> | null,
): boolean {
  return (
    source?.visibility !== 'public' && isMoreOpen(target, permittedVisibility(planned, source))
  );
}

/**
 * The plan with the confirmation for these repositories. Pure.
 * @param globs over slugs and names
 * @throws `usage` for a glob that fits no repository with the visibility `public`
 */
export function withConfirmation(plan: Plan, globs: readonly string[]): Plan {
  return confirmRepositories(plan, {
    globs,
    flag: '--publish-private',
    isMeant: ({ visibility }) => visibility === 'public',
    refusal: 'that becomes public',
    hint: 'List repositories with "visibility": "public" in the plan, by slug or name.',
    confirmation: { publish_private: true },
  });
}
