import { storedPlan } from '../../replica/context/stored-plan.ts';
import type { RunToLead } from '../../run/shared/lead-run.ts';
import { workOnEachShared } from '../../run/shared/tasks/work-on-each-shared.ts';
import type { RepositoryFindings, Verification } from './findings/difference.ts';
import { sumOf } from './findings/outcome.ts';
import { createUsage, sumOfUsage } from './usage.ts';
import { verificationResult } from './verification-result.ts';
import { concurrency, createVerifier, type VerifierOptions } from './verifier.ts';

export interface VerifyMigration extends VerifierOptions {
  /** Slugs; all where it is left out. */
  readonly repositories?: ReadonlySet<string>;
  /** Of requests so far, by host. */
  readonly requests: () => ReadonlyMap<string, number>;
  /** Gets the slug of each repository that this process begins with. */
  readonly onBegin?: (source: string) => void;
  readonly onRepository: (findings: RepositoryFindings) => void;
  /** `null`, or left out: this process compares by itself. */
  readonly shared?: RunToLead | null;
}

/**
 * Compares everything that was migrated with the target as it is now. Writes nothing.
 * @throws MigratorError for what concerns all repositories
 */
export async function verifyMigration(options: VerifyMigration): Promise<Verification> {
  const { migration, store, target, reread, signal, shared = null } = options;
  const usage = createUsage(options.requests);
  const chosen = options.repositories;
  const states = (await store.listRepositories(migration.id)).filter(
    ({ source }) => chosen === undefined || chosen.has(source),
  );
  const bySource = new Map(states.map((state) => [state.source, state]));
  const waves = new Map(storedPlan(migration).repositories.map((one) => [one.source, one.wave]));
  const compare = createVerifier({ ...options, usage, judgesHosts: true });
  const results = await workOnEachShared({
    ...{ shared, concurrency, signal, writer: null },
    repositories: states.map(({ source }) => ({ source, wave: waves.get(source) })),
    async work({ source, signal: stop }) {
      const state = bySource.get(source);
      if (state === undefined) throw new TypeError('a repository is missing');
      options.onBegin?.(source);
      return { findings: await compare(state, stop), used: { hosts: {}, refLists: 0 } };
    },
    ...{ schema: verificationResult, what: 'what was compared' },
    onResult: ({ findings }) => options.onRepository(findings),
  });
  const repositories = results.map(({ findings }) => findings);
  return {
    migration: migration.id,
    status: migration.status,
    source: migration.source,
    target: { host: target.webUrl, organization: migration.target.organization },
    at: new Date(options.clock.now()).toISOString(),
    hasRereadSource: reread !== null,
    counts: sumOf(repositories),
    repositories,
    requests: sumOfUsage([usage.take(), ...results.map(({ used }) => used)]),
  };
}

/** Replaces what was compared again in an earlier comparison. Costs are added. Pure. */
export function joinVerifications(first: Verification, again: Verification): Verification {
  const newer = new Map(again.repositories.map((one) => [one.source, one]));
  const repositories = first.repositories.map((one) => newer.get(one.source) ?? one);
  const used = [first, again].map(({ requests: { hosts, refLists } }) => ({
    hosts: Object.fromEntries(hosts.map(({ host, requests }) => [host, requests])),
    refLists,
  }));
  return { ...again, repositories, counts: sumOf(repositories), requests: sumOfUsage(used) };
}
