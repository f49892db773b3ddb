import { requireGit } from '../../git/process/programs.ts';
import type { MigratorError } from '../../kernel/errors.ts';
import { type Terms, termsOf } from '../../license/terms.ts';
import type { Plan } from '../../plan/plan-schema.ts';
import { credentialTexts } from '../../ports/credentials/describe-credentials.ts';
import type { Account, TargetOwner } from '../../ports/records/account.ts';
import type { Migration } from '../../ports/records/migration.ts';
import type { MigrationServices } from '../../replica/context/migration-context.ts';
import { storedOptions } from '../../replica/context/stored-plan.ts';
import { collectProblems } from './collect-problems.ts';

export interface SyncReady {
  readonly account: Account;
  readonly owner: TargetOwner;
  readonly terms: Terms;
}

interface Ready {
  readonly services: MigrationServices;
  readonly plan: Plan;
  readonly migration: Migration;
  /** Workers that the command line or the plan asks for; left out where it is the default. */
  readonly askedWorkers?: number | undefined;
  /** Aborted: stop at once. */
  readonly signal: AbortSignal;
  /** Aborted: begin nothing new. */
  readonly drain: AbortSignal;
}

/** Asks both hosts and this machine what a migration that was begun needs; nothing is written anywhere. */
export async function checkSync(
  run: Ready & { readonly slugs: readonly string[] },
): Promise<SyncReady | { readonly problems: readonly MigratorError[] }> {
  const { services, plan, slugs: repositories } = run;
  const { source, target, store } = services;
  const signal = AbortSignal.any([run.signal, run.drain]);
  const { problems, attempt } = collectProblems(signal);
  const { workspace } = plan.source;
  const [, , , owned, terms] = await Promise.all([
    attempt(() => store.checkWritable()),
    attempt(async () => {
      requireGit(services.programs);
      await services.requireCredentialChannel({ git: services.git, signal });
    }),
    attempt(async () => {
      const account = await source.verifyCredentials({ workspace, repositories, signal });
      for (const message of credentialTexts(account)) {
        services.emit({ type: 'preflight-note', message });
      }
    }),
    attempt(async () => {
      const account = await target.verifyCredentials({ signal });
      const name = plan.target.organization;
      return { account, owner: await target.findOwner({ name, account, signal }) };
    }),
    attempt(() => readTerms(run)),
  ]);
  problems.push(...(terms?.problems ?? []));
  if (problems.length > 0 || owned === null || terms === null) return { problems };
  return { ...owned, terms };
}

/** A sync does not count its repositories again. */
async function readTerms({ services, migration, plan, askedWorkers }: Ready): Promise<Terms> {
  return termsOf({
    license: await services.readLicense(),
    begunUnder: storedOptions(migration).license_tier ?? 'ultimate',
    repositories: plan.repositories.length,
    workers: askedWorkers ?? null,
    now: services.clock.now(),
  });
}
