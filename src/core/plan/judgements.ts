import { MigratorError } from '../kernel/errors.ts';
import type { AcceptedCheck } from './plan-schema.ts';

/** A problem that may be none: an estimate, or a limit that this host may not have. Somebody who knows better can accept it. */
export interface Judgement {
  readonly check: AcceptedCheck['check'];
  /** The slug on the source; `null`: it concerns the whole run. */
  readonly repository: string | null;
  readonly problem: MigratorError;
}

/** A problem that somebody has accepted, as it stands in the dry run, the audit and the report. */
export interface AcceptedProblem {
  readonly check: AcceptedCheck['check'];
  readonly repository: string | null;
  readonly by: string;
  readonly reason: string;
  /** The problem. */
  readonly message: string;
}

/** Divides problems into those that the plan accepts, each by its check and repository, and the rest. Pure. */
export function judge(
  judgements: readonly Judgement[],
  accept: readonly AcceptedCheck[],
): { readonly problems: readonly MigratorError[]; readonly accepted: readonly AcceptedProblem[] } {
  const problems: MigratorError[] = [];
  const accepted: AcceptedProblem[] = [];
  for (const { check, repository, problem } of judgements) {
    const found = accept.find(
      (one) => one.check === check && (one.repository ?? null) === repository,
    );
    if (found === undefined) problems.push(withWayOut(problem, { check, repository }));
    else {
      const { by, reason } = found;
      accepted.push({ check, repository, by, reason, message: problem.message });
    }
  }
  return { problems, accepted };
}

function withWayOut(
  { code, message, hint, retry, detail }: MigratorError,
  { check, repository }: Pick<Judgement, 'check' | 'repository'>,
): MigratorError {
  const where = repository === null ? '' : ` for ${repository}`;
  const either = hint === null || hint === '' ? '' : `${hint} `;
  return new MigratorError(code, message, {
    ...{ retry, detail },
    hint: `${either}If this is not a problem for you, accept "${check}"${where} in the plan.`,
  });
}

/** `Jane accepted that web has 45 GB, but …: we asked support`. Hostile. Pure. */
export function acceptedText({ by, reason, message }: AcceptedProblem): string {
  return `Accepted by ${by}: ${message}. Reason: ${reason}`;
}
