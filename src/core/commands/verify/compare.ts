import { count } from '../../kernel/format/format.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import type { Migration } from '../../ports/records/migration.ts';
import type { SharedRun } from '../../ports/state/shared-run.ts';
import type { VerificationServices } from '../../replica/context/migration-context.ts';
import { requireMarkerKey } from '../../replica/context/require-marker-key.ts';
import { newRun, type RunToLead } from '../../run/shared/lead-run.ts';
import { shareIfFree } from '../../run/shared/tasks/share-if-free.ts';
import {
  countOf,
  type RepositoryFindings,
  type Verification,
} from '../../verbs/verify/findings/difference.ts';
import type { RereadSource } from '../../verbs/verify/reread-source.ts';
import type { VerificationOptions } from '../../verbs/verify/verification-result.ts';
import { verifyMigration } from '../../verbs/verify/verify-migration.ts';
import type { App } from '../app.ts';
import type { AttemptSignals } from '../run-phases.ts';

export interface Comparison {
  readonly app: App;
  readonly services: VerificationServices;
  readonly migration: Migration;
  readonly reread: RereadSource | null;
  readonly signals: AttemptSignals;
  /** Left out: the first. */
  readonly phase?: 'compare' | 'again';
}

/** With all processes that join, unless somebody works on the migration. */
export function compareIfFree(comparison: Comparison): Promise<Verification> {
  const { services, migration } = comparison;
  const run = runOf(comparison);
  return shareIfFree(services, { migration: migration.id, run }, (shared) =>
    compare(comparison, shared),
  );
}

export function runOf({ reread }: Comparison): SharedRun {
  const options: VerificationOptions = { rereads: reread !== null };
  return newRun('verify', options);
}

export async function compare(
  { app, services, migration, reread, signals: given, phase = 'compare' }: Comparison,
  leading: { readonly shared: RunToLead | null; readonly lost: AbortSignal } | null,
): Promise<Verification> {
  await requireMarkerKey(services, migration);
  const signals = [ending(given), ...(leading === null ? [] : [leading.lost])];
  const left = (await services.store.listRepositories(migration.id)).map(({ source }) => source);
  app.phases.report({ type: 'expected', phase, total: left.length, left });
  app.phases.report({ type: 'begun', phase });
  const result = await verifyMigration({
    ...services,
    migration,
    markerKey: await services.loadMarkerKey(),
    reread,
    shared: leading?.shared ?? null,
    signal: AbortSignal.any(signals),
    requests: app.requests,
    onBegin: (source) => app.phases.report({ type: 'entered', phase, source }),
    onRepository(findings) {
      const { source, unverified } = findings;
      app.say(`${safe(source)}: ${safe(summaryOf(findings))}`);
      const isBad = unverified !== null || countOf(findings).defects > 0;
      app.phases.report({ type: 'passed', phase, source, summary: summaryOf(findings), isBad });
    },
  });
  app.phases.report({ type: 'ended', phase });
  return result;
}

/** There is nothing that a comparison has to end in order. */
export function ending({ signal, drain }: AttemptSignals): AbortSignal {
  return AbortSignal.any([signal, drain]);
}

/** Says in a line what a comparison came to for a repository. Hostile. */
function summaryOf(findings: RepositoryFindings): string {
  if (findings.unverified !== null) return `not verified: ${findings.unverified.message}`;
  const { compared: all, equal, defects } = countOf(findings);
  const bad = defects === 0 ? '' : `, ${count(defects, 'defect')}`;
  return `${count(all, 'item')} compared, ${equal.toLocaleString('en-US')} equal${bad}`;
}
