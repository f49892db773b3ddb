import { requireGit } from '../../git/process/programs.ts';
import { MigratorError } from '../../kernel/errors.ts';
import {
  type AcceptedProblem,
  acceptedText,
  type Judgement,
  judge,
} from '../../plan/judgements.ts';
import { isUnconfirmed } from '../../plan/publication.ts';
import { credentialTexts } from '../../ports/credentials/describe-credentials.ts';
import type { Account, TargetOwner } from '../../ports/records/account.ts';
import type { SourceRepository } from '../../ports/records/repository.ts';
import { confirmInPlan, staysPrivateText } from '../../replica/apply/publication/stays-private.ts';
import { unknownTargets, unusedRows, unusedRowsText } from '../../users/map-mistakes.ts';
import { createUserMap } from '../../users/user-map.ts';
import { checkDiskSpace } from '../control/check-disk-space.ts';
import { checkImporter, checkWorkflows, tooLargeToImport } from './check-importer.ts';
import { collectProblems, type Problems } from './collect-problems.ts';
import { findPlannedSources } from './find-planned-sources.ts';
import { findPlannedTargets, type PlannedTargets } from './find-planned-targets.ts';
import { notesOfCalibration, notesOfTrial } from './notes-of-calibration.ts';
import {
  notesOfBasePermission,
  notesOfCapabilities,
  notesOfClosedTargets,
  notesOfPullRequests,
  notesOfToken,
} from './preflight-notes.ts';
import type { Preflight } from './preflight-questions.ts';

export interface PreflightResult extends PlannedTargets {
  readonly account: Account | null;
  readonly owner: TargetOwner | null;
  /** By slug. */
  readonly sources: ReadonlyMap<string, SourceRepository>;
  /** Everything that is wrong, found before anything is written. */
  readonly problems: readonly MigratorError[];
  /** Problems that the plan accepts. */
  readonly accepted: readonly AcceptedProblem[];
}

/** Asks all that the hosts and this machine can answer; nothing is written anywhere. */
export async function preflight(check: Preflight): Promise<PreflightResult> {
  const { services, signal } = check;
  services.emit({
    type: 'preflight-started',
    checks: ['state', 'programs', 'source', 'target', 'disk space'],
    ...(check.mayHaveWritten === true && { mayHaveWritten: true }),
  });
  const { problems, attempt } = collectProblems(signal);

  const [, , source, target] = await Promise.all([
    attempt(() => services.store.checkWritable()),
    attempt(() => checkPrograms(check)),
    attempt(() => checkSource(check)),
    attempt(() => checkTarget(check, attempt)),
  ]);
  const judged = judge(
    source === null ? [] : await judgementsOf(check, source.found),
    check.accept,
  );
  problems.push(...(source?.problems ?? []), ...judged.problems);
  for (const one of judged.accepted)
    services.emit({ type: 'preflight-note', message: acceptedText(one) });
  if (target?.targets) problems.push(...target.targets.problems);
  return {
    account: target?.account ?? null,
    owner: target?.owner ?? null,
    sources: source?.found ?? new Map(),
    existing: target?.targets?.existing ?? new Map(),
    replaced: target?.targets?.replaced ?? new Map(),
    ...{ problems, accepted: judged.accepted },
  };
}

/** Lists what may be a problem: estimates and limits. */
async function judgementsOf(
  check: Preflight,
  sources: ReadonlyMap<string, SourceRepository>,
): Promise<readonly Judgement[]> {
  const { problems, attempt } = collectProblems(check.signal);
  await attempt(() => checkDiskSpace({ ...check, sources }));
  return [
    ...tooLargeToImport(check, sources),
    ...problems.map((problem) => ({ check: 'disk-space', repository: null, problem }) as const),
  ];
}

async function checkSource(check: Preflight) {
  const { source } = check.services;
  const { workspace, wantsPullRequests: forPullRequests, signal } = check;
  const repositories = check.repositories.map((one) => one.source);
  const asked = { workspace, repositories, forPullRequests, signal };
  const account = await source.verifyCredentials(asked);
  for (const message of credentialTexts(account)) {
    check.services.emit({ type: 'preflight-note', message });
  }
  const found = await findPlannedSources(check);
  tellOfPrivate(check, found);
  return found;
}

function tellOfPrivate(
  { repositories, services }: Preflight,
  { found }: Awaited<ReturnType<typeof findPlannedSources>>,
): void {
  const kept = repositories.filter((one) => {
    const source = found.get(one.source);
    return source !== undefined && isUnconfirmed(one, source);
  });
  if (kept.length === 0) return;
  const names = kept.map(({ source }) => source);
  const text = staysPrivateText(names, services.source.hostname);
  services.emit({ type: 'preflight-note', message: `${text}. ${confirmInPlan}` });
}

async function checkTarget(check: Preflight, attempt: Problems['attempt']) {
  const { signal, organization, services } = check;
  const { target } = services;
  const account = await target.verifyCredentials({ signal });
  const [owner] = await Promise.all([
    attempt(() => target.findOwner({ name: organization, account, signal })),
    attempt(() => checkUsers(check)),
  ]);
  if (owner === null) return { account, owner, targets: null };
  const [targets] = await Promise.all([
    findPlannedTargets({ ...check, owner }),
    attempt(() => checkImporter(check, { owner, account })),
    attempt(async () => checkWorkflows(check, account)),
    ...[
      () => notesOfCapabilities(check),
      () => notesOfCalibration(check, account),
      () => notesOfTrial(check, owner),
      () => notesOfToken(check, owner),
      () => notesOfBasePermission(check, owner),
      () => notesOfClosedTargets(check, { owner, account }),
      ...notesOfPullRequests(check, owner),
    ].map((notes) =>
      attempt(async () => {
        for (const message of await notes()) services.emit({ type: 'preflight-note', message });
      }),
    ),
  ]);
  return { account, owner, targets };
}

/** @throws `missing-program` without git, or without git-lfs where its use was asked for */
async function checkPrograms({
  services,
  options,
  repositories,
  signal,
}: Preflight): Promise<void> {
  const { lfs } = services.programs;
  requireGit(services.programs);
  await services.requireCredentialChannel({ git: services.git, signal });
  const isAsked =
    options.includeLfs === true || repositories.some(({ include_lfs }) => include_lfs === true);
  if (isAsked && lfs === null) {
    throw new MigratorError(
      'missing-program',
      'include_lfs is true, but git-lfs is not on the PATH',
      {
        hint: 'Install `git-lfs` and check that `git lfs version` works. If no repositories use LFS, remove include_lfs.',
      },
    );
  }
}

/**
 * Tells whether the user map is unambiguous, and whether those whom it names are there on the target: one request to
 * each host for every hundred people.
 * @throws `input-file` naming all who are not, or whom an ambiguous row may mean
 */
async function checkUsers(check: Preflight): Promise<void> {
  const { users, services, workspace, signal } = check;
  if (users === null) return;
  const members = await services.source.pullRequests.members({ workspace, signal });
  createUserMap(users.rows, members, { path: 'of this migration', text: users.text });
  const unused = unusedRows(users.rows, members);
  if (unused.length > 0) {
    services.emit({
      type: 'preflight-note',
      message: `The user map has ${unused.length === 1 ? '1 person' : `${unused.length} people`} not found in ${workspace}: ${unusedRowsText(unused, members)}. These rows apply only to people who left`,
    });
  }
  const logins = users.targets();
  if (logins.length === 0) return;
  const found = await services.target.pullRequests.findUsers({ logins, signal });
  const [unknown] = unknownTargets(users, found);
  if (unknown !== undefined) throw unknown;
}
