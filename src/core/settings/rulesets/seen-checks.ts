import type { Ruleset } from '../../ports/records/target-settings.ts';
import type { ApplyContext } from '../applying/apply-context.ts';

/**
 * Required checks that never report keep every pull request open: a ruleset with them is in force only once GitHub has seen
 * each of them on the default branch. Until then it is evaluated where the host offers that.
 * @returns the names that were not seen
 */
export async function withSeenChecks(
  context: ApplyContext,
  ruleset: Ruleset,
): Promise<{ enforcement: Ruleset['enforcement']; unseen: readonly string[] }> {
  const contexts = ruleset.rules.flatMap((rule) =>
    rule.type === 'required_status_checks' ? rule.contexts : [],
  );
  if (contexts.length === 0) return { enforcement: ruleset.enforcement, unseen: [] };
  const seen = await seenChecks(context);
  const unseen = contexts.filter((name) => !seen.has(name));
  return { enforcement: unseen.length === 0 ? 'active' : 'evaluate', unseen };
}

async function seenChecks(context: ApplyContext): Promise<ReadonlySet<string>> {
  const { target, targetName, defaultBranch, signal } = context;
  const refs = await context.listRefs();
  const commit = defaultBranch === null ? undefined : refs.get(`refs/heads/${defaultBranch}`);
  if (commit === undefined) return new Set();
  return new Set(await target.settings.repository.listChecks({ ...targetName, commit, signal }));
}
