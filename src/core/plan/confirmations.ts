import { MigratorError } from '../kernel/errors.ts';
import { quoteInput } from '../kernel/format/shorten-input.ts';
import { nameMatcher } from './choose-repositories.ts';
import type { Plan, PlannedRepository } from './plan-schema.ts';

/**
 * The plan with a confirmation for these repositories. Pure.
 * @param options.globs over slugs and names
 * @param options.isMeant tells which repositories can be confirmed
 * @param options.refusal of a glob: comes after `does not match any repository`
 * @throws `usage` for a glob that fits none of them
 */
export function confirmRepositories(
  plan: Plan,
  options: {
    readonly globs: readonly string[];
    readonly flag: string;
    readonly isMeant: (planned: PlannedRepository) => boolean;
    readonly refusal: string;
    readonly hint: string;
    readonly confirmation: Partial<PlannedRepository>;
  },
): Plan {
  const { globs, flag, isMeant, refusal, hint, confirmation } = options;
  if (globs.length === 0) return plan;
  const named = ({ source, name = source }: PlannedRepository) => ({ slug: source, name });
  const meant = plan.repositories.filter(isMeant);
  const useless = globs.find((glob) => !meant.map(named).some(nameMatcher([glob])));
  if (useless !== undefined) {
    const message = `${flag}: ${quoteInput(useless)} does not match any repository ${refusal}`;
    throw new MigratorError('usage', message, { hint });
  }
  const isConfirmed = nameMatcher(globs);
  return {
    ...plan,
    repositories: plan.repositories.map((one) =>
      isMeant(one) && isConfirmed(named(one)) ? { ...one, ...confirmation } : one,
    ),
  };
}

/**
 * The plan with the confirmation that commits of these repositories get new hashes. Pure.
 * @param standard `large_files` of repositories that say nothing of it
 * @throws `usage` for a glob that fits no repository with `large_files: rewrite`
 */
export function withRewriteConfirmed(
  plan: Plan,
  globs: readonly string[],
  standard: PlannedRepository['large_files'] = plan.options.large_files,
): Plan {
  return confirmRepositories(plan, {
    globs,
    flag: '--rewrite-history',
    isMeant: ({ large_files = standard }) => large_files === 'rewrite',
    refusal: 'with large_files: rewrite',
    hint: 'Add --large-files rewrite, or set large_files for the repository in the plan.',
    confirmation: { rewrite_history: true },
  });
}
