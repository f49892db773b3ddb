import { requireGit } from '../../git/process/programs.ts';
import type { MigratorError } from '../../kernel/errors.ts';
import { type Terms, termsOf } from '../../license/terms.ts';
import { credentialTexts } from '../../ports/credentials/describe-credentials.ts';
import type { Account, TargetOwner } from '../../ports/records/account.ts';
import { collectProblems } from '../preflight/collect-problems.ts';
import { storedSettings } from '../stored-plan.ts';
import type { SyncRun } from './repository/sync-request.ts';

export interface SyncReady {
  readonly account: Account;
  readonly owner: TargetOwner;
  readonly terms: Terms;
}

type Ready = Pick<SyncRun, 'services' | 'plan' | 'migration' | 'askedWorkers' | 'signal' | 'drain'>;

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
    begunUnder: storedSettings(migration).license_tier ?? 'ultimate',
    repositories: plan.repositories.length,
    workers: askedWorkers ?? null,
    now: services.clock.now(),
  });
}
