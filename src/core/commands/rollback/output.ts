import { count } from '../../kernel/format/format.ts';
import { jsonLine } from '../../kernel/format/json.ts';
import { palette } from '../../kernel/format/palette.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import { namedRepositories } from '../../report/group-problems.ts';
import type { RollbackOutcome } from '../../verbs/cutover/rollback/rollback.ts';
import type {
  RollbackCheck,
  RollbackRun,
  RolledBack,
} from '../../verbs/cutover/rollback/rollback-request.ts';
import { unlockNotes } from '../cutover/output.ts';
import type { Phase, PhaseResult } from '../phase-view.ts';

type Run = Pick<RollbackRun, 'migration' | 'deletes'>;
type Finished = Extract<RollbackOutcome, { kind: 'finished' }>;
type Left = Extract<RolledBack, { kind: 'left' }>;

/** So many reasons are named for each repository. */
const shown = 10;

/** Describes what is about to happen, before a person is asked. */
export function checkLines(
  { repositories, owner }: RollbackCheck,
  { deletes }: Run,
  options: { color: boolean },
): readonly string[] {
  const colors = palette(options.color);
  const ready = repositories.filter(({ state }) => state.kind === 'ready');
  const what = deletes ? 'would be deleted' : 'would be renamed and archived';
  return [
    colors.strong(
      `Rollback of ${count(ready.length, 'repository', 'repositories')} in ${safe(owner.login)}`,
    ),
    ...(ready.length > 1
      ? [`${namedOf(ready)}: ${what}, and Bitbucket unlocked`]
      : ready.map(
          ({ planned }) =>
            `${safe(planned.source)}: ${safe(planned.target)} ${what}, and Bitbucket unlocked`,
        )),
    ...repositories.flatMap(({ planned: { source }, state }) => {
      if (state.kind === 'done') return [`${safe(source)}: rolled back earlier`];
      return state.kind === 'left' ? leftLines({ source, reasons: state.reasons }, options) : [];
    }),
  ];
}

function namedOf(repositories: RollbackCheck['repositories']): string {
  return namedRepositories(repositories.map(({ planned }) => planned.source));
}

export function checkJson({ repositories }: RollbackCheck, { migration, deletes }: Run): string {
  return jsonLine({
    type: 'rollback-check',
    migration: migration.id,
    deletes,
    repositories: repositories.map(({ planned, state }) => ({
      source: planned.source,
      target: planned.target,
      outcome: state.kind,
      reasons: state.kind === 'left' ? state.reasons : [],
    })),
  });
}

/** The phases of a rollback, as the screen lists them. */
export function rollbackPhases(deletes: boolean): readonly Phase[] {
  return [
    { id: 'check', label: 'Check that nobody is working on GitHub' },
    { id: 'aside', label: 'Rename on GitHub' },
    { id: 'archive', label: 'Archive, check again' },
    ...(deletes ? [{ id: 'delete', label: 'Delete' }] : []),
    { id: 'unlock', label: 'Unlock Bitbucket' },
    { id: 'compare', label: 'Compare the organization' },
  ];
}

/** Describes a rollback that has ended: a headline, and each repository. */
export function finishedText(
  { repositories, others, check }: Finished,
  options: { color: boolean },
): Pick<PhaseResult, 'title' | 'lines'> {
  const back = repositories.filter(({ kind }) => kind === 'rolled-back').length;
  const left = repositories.filter(({ kind }) => kind === 'left').length;
  const { owner, before } = check;
  const lines = [
    ...repositories.flatMap((one) => {
      if (one.kind === 'done') return [`${safe(one.source)}: rolled back earlier`];
      return one.kind === 'left' ? leftLines(one, options) : backLines(one);
    }),
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
export function finishedLines(outcome: Finished, options: { color: boolean }): readonly string[] {
  const colors = palette(options.color);
  const { title, lines } = finishedText(outcome, options);
  const isWhole = outcome.repositories.every(({ kind }) => kind !== 'left');
  return [...lines, isWhole ? colors.good(title) : colors.bad(title)];
}

function backLines({
  source,
  keptAs,
  unlocked,
  notes,
}: Extract<RolledBack, { kind: 'rolled-back' }>): readonly string[] {
  const { removed } = unlocked;
  const more = [
    ...unlockNotes(unlocked),
    ...(notes === 0 ? [] : [`${count(notes, 'comment')} on its pull requests remain`]),
  ];
  const target =
    keptAs === null
      ? 'GitHub repository deleted'
      : `GitHub repository kept as ${safe(keptAs)}, archived`;
  const lock = removed === 0 ? 'was not locked' : `${count(removed, 'restriction')} removed`;
  return [`${safe(source)}: ${target}; ${lock}`, ...more.map((one) => `  ${safe(one)}`)];
}

function leftLines(
  { source, reasons }: Pick<Left, 'source' | 'reasons'>,
  options: { color: boolean },
): readonly string[] {
  const colors = palette(options.color);
  const more = reasons.length - shown;
  return [
    `${safe(source)}: ${colors.bad('not changed')}; a lock on Bitbucket stays`,
    ...reasons.slice(0, shown).map((one) => `  ${safe(one)}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
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
