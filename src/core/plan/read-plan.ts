import { parseDocument } from '../kernel/documents/parse-document.ts';
import { MigratorError } from '../kernel/errors.ts';
import { readTextFile } from '../kernel/files/read-text-file.ts';
import { firstOf } from '../kernel/format/format.ts';
import type { ResolveTargetNames } from '../ports/target-naming.ts';
import { settingsProblems } from '../settings/plan/settings-problems.ts';
import { type Plan, planSchema } from './plan-schema.ts';

/** 100,000 repositories with long names, or some 5,000 with settings. */
export const maxPlanBytes = 64_000_000;

/**
 * A plan file, checked by itself: form, names that the target would not take, and anything named twice.
 * @throws `input-file` naming every problem
 */
export async function readPlan(options: {
  path: string;
  resolveTargetNames: ResolveTargetNames;
}): Promise<{ plan: Plan; text: string }> {
  const file = { path: options.path, what: 'plan', code: 'input-file' } as const;
  const text = await readTextFile({ ...file, maxBytes: maxPlanBytes });
  return { plan: parsePlan({ ...options, text }), text };
}

/** The same for a text that is at hand already, as the one that a migration keeps. */
export function parsePlan(options: {
  path: string;
  text: string;
  /** `null`: the names were checked before. */
  resolveTargetNames: ResolveTargetNames | null;
}): Plan {
  const { path, text, resolveTargetNames } = options;
  const file = { path, what: 'plan', code: 'input-file', format: 'json' } as const;
  const plan = parseDocument({ ...file, text, schema: planSchema });
  const { skip_existing: skips, overwrite: replaces } = plan.options;
  const problems = [
    ...(skips && replaces ? ['its options set both skip_existing and overwrite'] : []),
    ...namedTwice(plan),
    ...settingsProblems(plan),
    ...(resolveTargetNames === null ? [] : unacceptableNames(plan, resolveTargetNames)),
  ];
  if (problems.length === 0) return plan;
  const shown = firstOf(problems, 10).join('; ');
  throw new MigratorError('input-file', `Invalid plan ${path}: ${shown}`, {
    hint: 'Correct the plan and run the command again.',
  });
}

function namedTwice(plan: Plan): string[] {
  const problems: string[] = [];
  const sources = new Set<string>();
  const targets = new Map<string, string>();
  for (const { source, target } of plan.repositories) {
    if (sources.has(source)) problems.push(`${source} is listed twice`);
    sources.add(source);
    // The target's names are case-insensitive.
    const other = targets.get(target.toLowerCase());
    if (other !== undefined) problems.push(`${other} and ${source} would both become ${target}`);
    targets.set(target.toLowerCase(), source);
  }
  return problems;
}

function unacceptableNames(plan: Plan, resolveTargetNames: ResolveTargetNames): string[] {
  const problems: string[] = [];
  for (const { source, target } of plan.repositories) {
    const [resolved] = resolveTargetNames([target]);
    if (resolved === undefined || resolved.target === target) continue;
    problems.push(
      `${source}: GitHub does not accept the name ${target} (it would become ${resolved.target})`,
    );
  }
  return problems;
}

/** Returns the reads of a plan, in the words in which credentials are tried on it. */
export function plannedReads({ source, repositories }: Pick<Plan, 'source' | 'repositories'>): {
  readonly workspace: string;
  readonly repositories: readonly string[];
} {
  return { workspace: source.workspace, repositories: repositories.map((one) => one.source) };
}
