import { suggest } from '../../kernel/documents/suggest.ts';
import { MigratorError } from '../../kernel/errors.ts';
import { count } from '../../kernel/format/format.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import { nameMatcher } from '../../plan/choose-repositories.ts';
import { slugFinder } from '../../plan/find-repository.ts';
import type { Plan } from '../../plan/plan-schema.ts';
import type { Migration } from '../../ports/records/migration.ts';
import type { Store } from '../../ports/store.ts';
import { DamagedState } from '../../state/damaged-state.ts';
import { unfinishedRollback } from '../../verbs/cutover/rolled-back.ts';
import { readTargetsReached } from '../../verbs/cutover/targets-reached.ts';
import { type Consent, confirm } from './consent.ts';
import type { RunFlags } from './run-flags.ts';

/**
 * The slugs of the repositories that start over.
 * @param given.known the migration that is resumed; `null` for a new one
 * @throws `usage` for a name that is unknown or ambiguous in the plan, or where the reset of all is not confirmed; `state` while
 *   a rollback is not finished
 */
export async function chooseReset(given: {
  flags: RunFlags;
  plan: Plan;
  known: Migration | null;
  consent: Consent;
  store: Store;
}): Promise<ReadonlySet<string>> {
  const { flags, plan, known, consent, store } = given;
  const slugs = plan.repositories.map(({ source }) => source);
  const resets = (flags.resetRepo ?? []).map((text) => ({ text, found: slugsOf(plan, text) }));
  const unknown = resets.filter(({ found }) => found.length === 0).map(({ text }) => text);
  if (unknown.length > 0) throw unknownNames(unknown, plan);
  if (known === null) return new Set();
  if (flags.resetState !== true) {
    const rolledBack = flags.resetRolledBack === true ? await rolledBackOf(store, known.id) : [];
    return new Set([...resets.flatMap(({ found }) => found), ...rolledBack]);
  }
  if (!flags.dryRun) {
    const many = count(slugs.length, 'repository', 'repositories');
    await confirm(
      consent,
      'Resetting the entire state (--reset-state)',
      `All steps of ${known.id} (${many}) run again; migrator finds what is already on GitHub. Continue?`,
    );
  }
  return new Set(slugs);
}

/** Finds what a rollback has taken away. @throws `state` while it still has locks to take off */
async function rolledBackOf(store: Store, migration: string): Promise<ReadonlySet<string>> {
  const { targets, rolledBackSources } = await readTargetsReached(store, migration);
  if (targets.unlocking === 0) return rolledBackSources;
  throw unfinishedRollback(migration);
}

/** No slug of Bitbucket has such a character. */
const isGlob = /[*?[\]{}]/;

/** Finds the repositories that a slug, a name or a glob means. @throws `usage` for an ambiguous name */
function slugsOf({ repositories }: Plan, text: string): readonly string[] {
  const named = repositories.map(({ source, name }) => ({ slug: source, name }));
  if (isGlob.test(text)) {
    const matches = nameMatcher([text]);
    return named.flatMap(({ slug, name = slug }) => (matches({ slug, name }) ? [slug] : []));
  }
  const slug = slugFinder(named, '--reset-repo')(text);
  return slug === null ? [] : [slug];
}

function unknownNames(names: readonly string[], plan: Plan): MigratorError {
  const slugs = plan.repositories.map(({ source }) => source);
  const byTarget = new Map(plan.repositories.map(({ source, target }) => [target, source]));
  const meant = names.flatMap((name) => byTarget.get(name) ?? suggest(name, slugs) ?? []);
  const question = meant.length === 0 ? '' : `Did you mean ${meant.map(safe).join(' or ')}? `;
  const all = names.map(safe).join(', ');
  return new MigratorError('usage', `--reset-repo: the plan has no repository ${all}`, {
    hint: `${question}--reset-repo takes a repository's Bitbucket slug or name, or a glob.`,
  });
}

/**
 * With --reset-state: sets a damaged state aside. That needs no confirmation: nobody can read it, and it is kept.
 * @returns whether a state was lost, so that a plan without a migration may have had one
 * @throws `state` if it is damaged and no plan is given
 */
export async function recoverState(options: {
  flags: RunFlags;
  store: Store;
  hasMarkerKey: () => boolean;
  say: (line: string) => void;
}): Promise<boolean> {
  const { flags, store, hasMarkerKey, say } = options;
  if (flags.resetState !== true) return false;
  const found = await store.examine();
  if (found !== 'damaged') {
    return (await store.wasSetAside()) || (found === 'absent' && hasMarkerKey());
  }
  if (flags.plan === undefined) throw needsPlan(store);
  if (flags.dryRun) throw new DamagedState(store.place);
  const kept = await store.setAside();
  say(`Kept the damaged state as ${kept}. Looking for existing repositories on GitHub.`);
  return true;
}

function needsPlan({ place }: Store): MigratorError {
  const message = `The state in ${place} is damaged: its migrations cannot be read`;
  return new MigratorError('state', message, {
    hint: 'Specify the plan: `migrator migrate --plan <file> --reset-state`. It moves the damaged file aside.',
  });
}
