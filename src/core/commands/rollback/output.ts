import { count, firstOf, namesText } from '../../kernel/format/format.ts';
import { jsonLine } from '../../kernel/format/json.ts';
import { palette } from '../../kernel/format/palette.ts';
import { pairText, safe } from '../../kernel/format/terminal-text.ts';
import type { Phase } from '../../report/phase-progress.ts';
import { nameAside } from '../../verbs/cutover/rollback/name-aside.ts';
import type { RollbackCheck, RollbackRun } from '../../verbs/cutover/rollback/rollback-request.ts';
import { requestText } from '../cutover/output.ts';

type Run = Pick<RollbackRun, 'migration' | 'deletes'>;
type Removing = Pick<RollbackRun, 'plan' | 'deletes'> & { readonly now: number };
type Named = Parameters<typeof pairText>[0];

/** So many reasons are named for each repository. */
const shown = 10;

/** Describes what is about to happen before a person is asked, or what a dry run found. */
export function checkLines(
  check: RollbackCheck,
  removing: Removing,
  options: { color: boolean; dryRun: boolean },
): readonly string[] {
  const { repositories, owner, expected } = check;
  const colors = palette(options.color);
  const ready = repositories.filter(({ state }) => state.kind === 'ready');
  const done = repositories.filter(({ state }) => state.kind === 'done');
  const verb = options.dryRun ? 'would be' : 'will be';
  const many = count(ready.length, 'repository', 'repositories');
  return [
    ...(ready.length === 0
      ? []
      : [
          colors.strong(`Rollback of ${many} in ${safe(owner.login)}`),
          ...removedLines({ check, ready, verb }, removing),
          ...lockLines(ready, verb),
        ]),
    ...(done.length === 0 ? [] : [`${namedOf(done)}: rolled back earlier`]),
    ...repositories.flatMap(({ planned, state }) =>
      state.kind === 'left' ? leftLines(planned, state.reasons, options) : [],
    ),
    ...neverCutOverLines(neverCutOver(ready), colors),
    ...(ready.length === 0 ? [] : costLines(expected, colors)),
    ...(ready.length === 0 && done.length === repositories.length
      ? ['Nothing is left to roll back.']
      : []),
  ];
}

/** Names what is taken away as GitHub knows it, with the names that are kept. */
function removedLines(
  {
    check,
    ready,
    verb,
  }: {
    readonly check: RollbackCheck;
    readonly ready: RollbackCheck['repositories'];
    readonly verb: string;
  },
  { deletes, ...named }: Removing,
): readonly string[] {
  const names = ready.map((one) => {
    const { name, aside } = nameAside(one, { ...check, ...named });
    const fullName = safe(`${check.owner.login}/${name}`);
    return deletes || name === aside ? fullName : `${fullName} -> ${safe(aside)}`;
  });
  return [
    `${ready.length === 1 ? 'This' : 'These'} ${verb} ${deletes ? 'deleted' : 'renamed and archived'} on GitHub:`,
    ...firstOf(names, shown).map((one) => `  ${one}`),
  ];
}

function costLines(
  { minutes, waits, source, target }: RollbackCheck['expected'],
  colors: ReturnType<typeof palette>,
): readonly string[] {
  return [
    ...(source.requests === 0 ? [] : [`${requestText('Bitbucket', source)}.`]),
    `${requestText('GitHub', target)}.`,
    ...(waits === 0
      ? []
      : [
          colors.warning(
            `Waits about ${count(waits, 'minute')} for these limits, always before it renames a repository.`,
          ),
          'To shorten this, wait an hour, or roll back fewer repositories at a time.',
        ]),
    `${colors.strong('Expected:')} about ${count(minutes, 'minute')}.`,
  ];
}

function lockLines(ready: RollbackCheck['repositories'], verb: string): readonly string[] {
  const locked = ready.filter(({ isLocked }) => isLocked).length;
  if (locked === 0) return ['Bitbucket is not locked: nothing to unlock'];
  return [`${count(locked, 'Bitbucket repository', 'Bitbucket repositories')} ${verb} unlocked`];
}

/** Returns those that no cut-over has touched: people may work in them, and no lock keeps Bitbucket as it was. Pure. */
export function neverCutOver(
  repositories: RollbackCheck['repositories'],
): RollbackCheck['repositories'] {
  return repositories.filter(({ state, wasCutOver }) => state.kind === 'ready' && !wasCutOver);
}

function neverCutOverLines(
  all: RollbackCheck['repositories'],
  colors: ReturnType<typeof palette>,
): readonly string[] {
  if (all.length === 0) return [];
  return [`${colors.warning('Never cut over:')} ${namedOf(all)}`];
}

function namedOf(repositories: RollbackCheck['repositories']): string {
  return namesText(
    repositories.map(({ planned }) => pairText(planned)),
    5,
  );
}

export function checkJson(
  { repositories, expected }: RollbackCheck,
  { migration, deletes }: Run,
): string {
  return jsonLine({
    type: 'rollback-check',
    migration: migration.id,
    deletes,
    minutes: expected.minutes,
    source_requests: requestsJson(expected.source),
    target_requests: requestsJson(expected.target),
    waits_minutes: expected.waits,
    repositories: repositories.map(({ planned, state, wasCutOver }) => ({
      source: planned.source,
      target: planned.target,
      outcome: state.kind,
      cut_over: wasCutOver,
      reasons: state.kind === 'left' ? state.reasons : [],
    })),
  });
}

function requestsJson({ requests, budget }: RollbackCheck['expected']['source']) {
  return { expected: requests, ...(budget ?? { left: null, limit: null }) };
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

/** Names a target that stays as it is, with the reasons. */
export function leftLines(
  named: Named,
  reasons: readonly string[],
  options: { color: boolean },
): readonly string[] {
  const colors = palette(options.color);
  const more = reasons.length - shown;
  return [
    `${pairText(named)}: ${colors.bad('not changed')}; a lock on Bitbucket stays`,
    ...reasons.slice(0, shown).map((one) => `  ${safe(one)}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}
