import { count, namesText } from '../../kernel/format/format.ts';
import { jsonLine } from '../../kernel/format/json.ts';
import { palette } from '../../kernel/format/palette.ts';
import { pairText, safe } from '../../kernel/format/terminal-text.ts';
import type { LinesOptions } from '../../report/lines.ts';
import { unlockedText } from '../../verbs/cutover/lock/unlock-repository.ts';
import type { RollbackOutcome } from '../../verbs/cutover/rollback/rollback.ts';
import type { RollbackRun, RolledBack } from '../../verbs/cutover/rollback/rollback-request.ts';
import { unlockNotes } from '../cutover/abort-output.ts';
import type { PhaseResult } from '../phase-view.ts';
import { leftLines } from './output.ts';

type Run = Pick<RollbackRun, 'migration'>;
type Finished = Extract<RollbackOutcome, { kind: 'finished' }>;
type Named = Parameters<typeof pairText>[0];

/** Describes a rollback that has ended: a headline, what is left to do, and with `-v` each repository. */
export function finishedText(
  { repositories, others, check }: Finished,
  options: LinesOptions,
): Pick<PhaseResult, 'title' | 'lines'> {
  const back = repositories.filter(({ kind }) => kind === 'rolled-back').length;
  const left = repositories.filter(({ kind }) => kind === 'left').length;
  const { owner, before } = check;
  const planned = new Map(check.repositories.map((one) => [one.planned.source, one.planned]));
  const nameOf = ({ source }: RolledBack) => planned.get(source) ?? { source, target: source };
  const isBrief = options.verbosity === 0;
  const lines = [
    ...repositories.flatMap((one) => {
      if (one.kind === 'left') return leftLines(nameOf(one), one.reasons, options);
      if (one.kind === 'rolled-back') return backLines(nameOf(one), one, isBrief);
      return isBrief ? [] : [`${pairText(nameOf(one))}: rolled back earlier`];
    }),
    ...(isBrief ? briefLines(repositories, nameOf) : []),
    ...(others.length === 0
      ? [
          `Nothing else changed: ${count(before.length, 'repository', 'repositories')} of ${safe(owner.login)} compared with their earlier state.`,
        ]
      : others.map((one) => `Changed by someone else in the meantime: ${safe(one)}.`)),
  ];
  const many = count(back, 'repository', 'repositories');
  return { title: `${many} rolled back${left === 0 ? '' : `, ${left} not changed`}.`, lines };
}

/** The same as it is printed. */
export function finishedLines(outcome: Finished, options: LinesOptions): readonly string[] {
  const colors = palette(options.color);
  const { title, lines } = finishedText(outcome, options);
  const isWhole = outcome.repositories.every(({ kind }) => kind !== 'left');
  return [...lines, isWhole ? colors.good(title) : colors.bad(title)];
}

/** Says together what came to the same for all: the names that are kept, and the unlocked sources. */
function briefLines(
  repositories: readonly RolledBack[],
  nameOf: (one: RolledBack) => Named,
): readonly string[] {
  const back = repositories.flatMap((one) => (one.kind === 'rolled-back' ? [one] : []));
  const kept = back.flatMap(({ keptAs }) => keptAs ?? []);
  const deleted = back.length - kept.length;
  const unlocked = back.filter((one) => one.unlocked.removed > 0).length;
  const earlier = repositories.filter(({ kind }) => kind === 'done').map(nameOf);
  return [
    ...(earlier.length === 0
      ? []
      : [
          `${namesText(
            earlier.map((one) => pairText(one)),
            5,
          )}: rolled back earlier`,
        ]),
    ...(kept.length === 0 ? [] : [`Kept on GitHub, archived: ${namesText(kept.map(safe), 5)}`]),
    ...(deleted === 0
      ? []
      : [`${count(deleted, 'GitHub repository', 'GitHub repositories')} deleted.`]),
    ...(unlocked === 0
      ? []
      : [`${count(unlocked, 'Bitbucket repository', 'Bitbucket repositories')} unlocked.`]),
  ];
}

/** @param isBrief only what differs from the others */
function backLines(
  named: Named,
  { keptAs, unlocked, notes }: Extract<RolledBack, { kind: 'rolled-back' }>,
  isBrief: boolean,
): readonly string[] {
  const more = [
    ...unlockNotes(unlocked),
    ...(notes === 0
      ? []
      : [`${count(notes, 'comment')} on its pull requests ${notes === 1 ? 'remains' : 'remain'}`]),
  ];
  const rest = more.map((one) => `  ${safe(one)}`);
  if (isBrief) return rest.length === 0 ? [] : [`${pairText(named)}:`, ...rest];
  const target = keptAs === null ? 'deleted on GitHub' : `kept as ${safe(keptAs)}, archived`;
  const lock = unlocked.removed === 0 ? '' : `; ${unlockedText(unlocked)} on Bitbucket`;
  return [`${pairText(named)}: ${target}${lock}`, ...rest];
}

export function finishedJson({ repositories, others }: Finished, { migration }: Run): string {
  return jsonLine({
    type: 'rollback',
    migration: migration.id,
    repositories: repositories.map((one) => {
      if (one.kind === 'left') {
        return { source: one.source, outcome: 'left', reasons: one.reasons };
      }
      if (one.kind === 'done') return { source: one.source, outcome: 'done' };
      const { source, keptAs, unlocked, notes } = one;
      return { source, outcome: 'rolled-back', kept_as: keptAs, ...unlocked, notes };
    }),
    others,
  });
}
