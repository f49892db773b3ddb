import { count, formatDuration } from '../../kernel/format/format.ts';
import { type Palette, palette } from '../../kernel/format/palette.ts';
import { flagWithValue, shellCommand } from '../../kernel/format/shell-quote.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import type { PullRequestCounts } from '../../ports/records/run-results.ts';
import { type EndCheck, type Proof, proofOf, settingsProofText } from '../proof.ts';
import { activeTime } from '../run/repository-view.ts';
import type { RepositoryView, RunState } from '../run/run-state.ts';
import { waitsForCutover } from '../status-words.ts';
import { causeLines, toDoLines } from './to-do-lines.ts';
import { type LeftToDo, leftInRun, type PageOf, toDosOf } from './to-dos.ts';
import { isArchived, openOf, verdictOf } from './verdict.ts';

interface SummaryOptions {
  readonly color: boolean;
  readonly canBeResumed: boolean;
  /** Its targets stay closed until the cut-over. */
  readonly follows?: boolean;
  /** The comparison that followed; `null`: none was due. */
  readonly check?: EndCheck | null;
  /** Besides the differences of the comparison; of this run alone where it is left out. */
  readonly left?: LeftToDo | undefined;
  /** For the addresses of what is to be done. */
  readonly pageOf?: PageOf;
}

/**
 * Returns the lines that a finished run leaves on the terminal: the verdict, every repository accounted for, failures by
 * cause, what is left to do.
 */
export function summaryLines(state: RunState, options: SummaryOptions): readonly string[] {
  const { canBeResumed, follows = false, check = null, left = leftInRun(state), pageOf } = options;
  const colors = palette(options.color);
  // Earlier runs have summed up theirs.
  const all = [...state.repositories.values()].filter(({ endedEarlier }) => !endedEarlier);
  const counts = state.counts ?? { succeeded: 0, skipped: 0, failed: 0 };
  const ended = counts.succeeded + counts.skipped + counts.failed;
  const open = openOf(all);
  const openText = open === 0 ? '' : `, ${open} queued`;
  const isPart = ended + open > all.length;
  const proof = proofOf(check);
  const lines = [
    '',
    titleLine(state, { check, follows, left, colors }),
    `  ${counts.succeeded} done, ${counts.skipped} skipped, ${counts.failed} failed${openText}${isPart ? ' in total' : ''}`,
  ];
  const migration = canBeResumed ? state.migration : null;
  const migrated = migratedLines(all, { proof, migration });
  // The counts are the migration's, and what was migrated is this run's.
  if (isPart && migrated.length > 0 && proof === null)
    lines.push(`  In this run, of ${count(all.length, 'repository', 'repositories')}:`);
  lines.push(...migrated, ...checkLines(check));
  lines.push(
    ...causeLines(all, colors),
    ...toDoLines(toDosOf(left, proof, pageOf), { colors, migration }),
  );
  if (canBeResumed && state.status !== 'completed' && state.migration !== null) {
    lines.push('', `Resume:  migrator migrate --resume ${state.migration}`);
  }
  return lines;
}

function titleLine(
  state: RunState,
  {
    check,
    follows,
    left,
    colors,
  }: {
    readonly check: EndCheck | null;
    readonly follows: boolean;
    readonly left: LeftToDo;
    readonly colors: Palette;
  },
): string {
  const { role, text } = verdictOf(state, { check, left });
  const time = formatDuration(activeTime(state, 0) ?? 0);
  const waits = follows && state.status === 'completed' ? waitsForCutover : '';
  const title = colors[role](colors.strong(`${titleOf(state)}${waits}: ${text}`));
  return [title, state.migration ?? '', time].filter(Boolean).join('  ');
}

function titleOf({ status }: RunState): string {
  if (status === 'completed') return 'Completed';
  if (status === 'completed_with_failures') return 'Completed with failures';
  return status === 'paused' ? 'Paused' : 'Ended';
}

function migratedLines(
  all: readonly RepositoryView[],
  { proof, migration }: { readonly proof: Proof | null; readonly migration: string | null },
): string[] {
  if (proof !== null) {
    const [counts, settings] = provenLines(proof);
    return [...counts, ...pullRequestNotes(all, migration), ...settings];
  }
  const lines: string[] = [];
  const refs = all.reduce((sum, repository) => sum + (repository.refs ?? 0), 0);
  const archives = all.filter(isArchived).length;
  const equal =
    archives === 0
      ? 'identical to Bitbucket'
      : `in ${count(archives, 'archive')}, not imported yet`;
  if (refs > 0) lines.push(`  ${count(refs, 'ref')} ${equal}`);
  const objects = all.reduce((sum, repository) => sum + (repository.lfsObjects ?? 0), 0);
  if (objects > 0) lines.push(`  ${count(objects, 'LFS object')} migrated`);
  return [...lines, ...pullRequestLines(all), ...pullRequestNotes(all, migration)];
}

/** `2,067 of 2,067 branches and tags identical, 27 of 27 pull requests`. Pure. */
function countsText({ counts }: Proof): string {
  const texts = counts.map(({ what, compared, equal }) => {
    const [done, all] = [equal, compared].map((many) => many.toLocaleString('en-US'));
    return `${done} of ${all} ${what}`;
  });
  const [first, ...rest] = texts;
  return first === undefined ? '' : [`${first} identical`, ...rest].join(', ');
}

/** Returns the lines that stand before the notes about pull requests, and after them. */
function provenLines(proof: Proof): readonly [counts: string[], settings: string[]] {
  const text = countsText(proof);
  const { settings } = proof;
  return [
    text === '' ? [] : [`  ${text}`],
    settings === null ? [] : [`  Settings: ${settingsProofText(settings)}`],
  ];
}

/** When it was compared and by which record, or why it was not. */
function checkLines(check: EndCheck | null): string[] {
  if (check === null) return [];
  if (check.kind === 'not-yet') return [`  Not verified yet: ${safe(check.why)}`];
  const { at, sha256, compared, equal, settings } = check.proof;
  const [same, all] = [equal, compared].map((many) => many.toLocaleString('en-US'));
  const open = settings?.notFully ?? 0;
  const besides = open === 0 ? '' : `, ${count(open, 'setting')} not fully applied`;
  return [
    `  Verified at ${clockOf(at)}: ${same} of ${all} items are as migrated${besides}`,
    `  SHA-256 of the report's data: ${sha256}`,
  ];
}

/** `14:05:22`, in the zone of this machine. Pure. */
export function clockOf(at: number): string {
  return new Date(at).toTimeString().slice(0, 8);
}

function sumOf(all: readonly RepositoryView[]) {
  const counts = all.flatMap(({ pullRequests }) => pullRequests ?? []);
  const sum = (key: keyof PullRequestCounts) =>
    counts.reduce((total, one) => total + (one[key] ?? 0), 0);
  return { counts, sum };
}

function pullRequestLines(all: readonly RepositoryView[]): string[] {
  const { counts, sum } = sumOf(all);
  const total = sum('total');
  if (total === 0) return [];
  // Where all of them stood before, nothing was migrated.
  const isOnTarget = counts.every(({ renamed }) => renamed !== undefined);
  const were = isOnTarget ? 'on GitHub' : all.some(isArchived) ? 'written' : 'migrated';
  return [`  ${count(total, 'pull request')} with ${count(sum('comments'), 'comment')} ${were}`];
}

function pullRequestNotes(all: readonly RepositoryView[], migration: string | null): string[] {
  const { counts, sum } = sumOf(all);
  const lines: string[] = [];
  const notes = [
    [
      sum('changed'),
      (many: number) => `${many} not exactly as on Bitbucket`,
      howChanged(all, migration),
    ],
    [
      sum('placeholders'),
      (many: number) => `${count(many, 'placeholder')} to keep the numbers the same`,
    ],
    [sum('images'), (many: number) => `${count(many, 'image')} still on Bitbucket`],
  ] as const;
  for (const [many, words, [lead = '', ...more] = []] of notes) {
    if (many > 0) lines.push(`    ${words(many)}${lead}`, ...more.map((line) => `      ${line}`));
  }
  if (sum('total') > 0 && counts.some(({ renamed }) => renamed !== undefined)) {
    const left = sum('leftUnchanged');
    const keep = left === 1 ? 'keeps' : 'keep';
    const leftText = left > 0 ? `, ${left} ${keep} old names: see the warnings` : '';
    lines.push(`    names rewritten in ${count(sum('renamed'), 'pull request')}${leftText}`);
  }
  return lines;
}

/** A command that works as it stands; none where the state goes with the run. */
function howChanged(all: readonly RepositoryView[], migration: string | null): readonly string[] {
  const those = all.filter(({ pullRequests }) => (pullRequests?.changed ?? 0) > 0);
  const [first] = those;
  if (migration === null || first === undefined) return [];
  const only = flagWithValue('--repository', first.source);
  const command = shellCommand(['migrator', 'status', '--migration', migration, ...only]);
  return [those.length === 1 ? '; details:' : '; for example:', command];
}
