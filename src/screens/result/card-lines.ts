import { type RunResult, waitsForCutover } from '../../core/commands/run-result.ts';
import { count, formatDuration } from '../../core/kernel/format/format.ts';
import { safe } from '../../core/kernel/format/terminal-text.ts';
import {
  type ProofCount,
  proofOf,
  type SettingsProof,
  settingsProofText,
} from '../../core/report/proof.ts';
import { activeTime } from '../../core/report/run/repository-view.ts';
import type { RepositoryView, RunState } from '../../core/report/run/run-state.ts';
import { clockOf } from '../../core/report/summary/summary.ts';
import { verdictOf } from '../../core/report/summary/verdict.ts';
import { boxed, frameColumns, spread } from '../../ui/text/box.ts';
import { type Line, line, lineWidth } from '../../ui/text/line.ts';
import { toWidth } from '../../ui/text/text-width.ts';
import { wrap } from '../../ui/text/wrap.ts';
import type { Glyphs } from '../../ui/theme/glyphs.ts';
import type { Role } from '../../ui/theme/theme.ts';

interface Frame {
  readonly width: number;
  readonly height: number;
  readonly glyphs: Glyphs;
}

/** Below it the card has no empty rows. */
const roomy = 20;
/** Below it the card has no frame. */
const low = 14;
/** Two counts stand side by side from here. */
const wide = 96;

/** The verdict with its proof: both sides of every count, when it was compared, the digest of the record. Pure. */
export function cardLines(result: RunResult, { width, height, glyphs }: Frame): readonly Line[] {
  const { run, check, left, isWhole, follows } = result;
  const { role, text } = verdictOf(run, { check, left, isWhole, follows });
  const isFramed = height >= low;
  const room = isFramed ? width - frameColumns : width;
  const sign = { good: glyphs.succeeded, warning: glyphs.warning, bad: glyphs.failed }[role];
  const title = wrap(text, room - 2).map((part, row) =>
    line([role, row === 0 ? `${sign} ` : '  '], [role, part]),
  );
  const [first = [], ...more] = title;
  const facts = line(['quiet', factsOf(run)]);
  const fits = more.length === 0 && lineWidth(first) + lineWidth(facts) + 2 <= room;
  const head = fits ? [spread(first, facts, room)] : [...title, line('  ', ...facts)];
  if (!isFramed) return [...title, ...checkLines(result, { room, glyphs }).slice(0, 1)];
  const isRoomy = height >= roomy;
  const gap: readonly Line[] = isRoomy ? [[]] : [];
  const checked = [...checkLines(result, { room, glyphs }), ...cutoverLines(result, room)];
  // A failure with its fix counts for more than the numbers.
  const isTight = !isRoomy && (run.counts?.failed ?? 0) > 0;
  const lines = isTight
    ? [...head, ...checked.slice(0, 1)]
    : [...head, ...gap, ...countLines(result, room), ...gap, ...checked];
  return boxed(lines, { width, glyphs, role });
}

function factsOf(run: RunState): string {
  const { succeeded, skipped, failed } = run.counts ?? { succeeded: 0, skipped: 0, failed: 0 };
  const all = Math.max(succeeded + skipped + failed, run.repositories.size);
  const left = skipped === 0 ? '' : `, ${skipped} skipped`;
  const time = formatDuration(activeTime(run, 0) ?? 0);
  return `${count(all, 'repository', 'repositories')}${left}, ${time}`;
}

interface Cell {
  readonly label: string;
  readonly amount: string;
  readonly word: string;
  readonly role: Role;
}

function countLines(result: RunResult, width: number): readonly Line[] {
  const cells = cellsOf(result);
  const labels = Math.max(0, ...cells.map(({ label }) => label.length));
  const amounts = Math.max(0, ...cells.map(({ amount }) => amount.length));
  const drawn = cells.map(({ label, amount, word, role }) =>
    line(
      `  ${label.padEnd(labels)}  `,
      ['strong', amount.padStart(amounts)],
      word === '' ? '' : [role, `  ${word}`],
    ),
  );
  const half = Math.floor(width / 2);
  const fits = drawn.every((one) => lineWidth(one) < half);
  if (width < wide || !fits) return drawn;
  const rows = Math.ceil(drawn.length / 2);
  return Array.from({ length: rows }, (_, row) => {
    const [left = [], right = []] = [drawn[row], drawn[row + rows]];
    const space = Math.max(2, half - lineWidth(left));
    return right.length === 0 ? left : line(...left, ' '.repeat(space), ...right);
  });
}

function cellsOf({ run, check }: RunResult): readonly Cell[] {
  const all = [...run.repositories.values()];
  const proof = proofOf(check);
  if (proof !== null) {
    const { counts, settings } = proof;
    return [
      ...counts.map((one) => provenCell(one, all)),
      ...(settings === null ? [] : [settingsCell(settings)]),
    ];
  }
  const sum = (of: (one: RepositoryView) => number | null | undefined) =>
    all.reduce((total, one) => total + (of(one) ?? 0), 0);
  const counts = [
    ['branches and tags', sum(({ refs }) => refs)],
    ['LFS objects', sum(({ lfsObjects }) => lfsObjects)],
    ['pull requests', sum(({ pullRequests }) => pullRequests?.total)],
    ['comments', sum(({ pullRequests }) => pullRequests?.comments)],
  ] as const;
  return counts
    .filter(([, many]) => many > 0)
    .map(([label, many]) => ({ label, amount: number(many), word: 'migrated', role: 'quiet' }));
}

function provenCell({ what, compared, equal }: ProofCount, all: readonly RepositoryView[]): Cell {
  const amount = `${number(equal)} / ${number(compared)}`;
  const bad = compared - equal;
  if (bad > 0) {
    return {
      label: what,
      amount,
      word: `${number(bad)} ${bad === 1 ? 'differs' : 'differ'}`,
      role: 'bad',
    };
  }
  const changed = all.reduce((sum, one) => sum + (one.pullRequests?.changed ?? 0), 0);
  if (what === 'pull requests' && changed > 0) {
    return {
      label: what,
      amount,
      word: `${number(changed)} not exactly as on Bitbucket`,
      role: 'quiet',
    };
  }
  return { label: what, amount, word: sameWords[what], role: 'good' };
}

/** Green only where the plan leaves nothing to do. */
function settingsCell(settings: SettingsProof): Cell {
  const { applied, notFully, waiting, byHand, differ } = settings;
  const [amount = '', ...words] = settingsProofText(settings).split(' ');
  const isOpen = notFully + waiting + byHand > 0;
  const role = differ > 0 ? 'bad' : isOpen || applied === 0 ? 'warning' : 'good';
  return { label: 'settings', amount, word: words.join(' '), role };
}

const sameWords: Readonly<Record<ProofCount['what'], string>> = {
  'branches and tags': 'identical',
  'LFS objects': 'identical',
  'pull requests': 'as migrated',
  comments: 'as migrated',
  'added by migrator': 'as written',
  settings: 'as migrated',
};

function number(many: number): string {
  return many.toLocaleString('en-US');
}

/** When it was compared, and by which record; or why it was not. */
function checkLines(
  { run, check, webUrl }: RunResult,
  { room, glyphs }: { readonly room: number; readonly glyphs: Glyphs },
): readonly Line[] {
  if (check === null) return [];
  if (check.kind === 'not-yet') {
    const text = `Not verified yet: ${safe(check.why)}. Press v to verify now, or later:`;
    const command = `migrator verify --migration ${run.migration ?? ''}`;
    const long = `${text} ${command}`;
    const lines = long.length + 2 <= room ? [long] : [...wrap(text, room - 2), command];
    return lines.map((one) => line(['warning', `  ${one}`]));
  }
  const { at, sha256 } = check.proof;
  const where = webUrl === null ? '' : `${webUrl.replace(/^https?:\/\//, '')}/`;
  const parts = [
    `verified ${clockOf(at)}`,
    `report SHA-256 ${sha256.slice(0, 8)}${glyphs.ellipsis}${sha256.slice(-8)}`,
    `${safe(where)}${safe(run.organization ?? '')}`,
  ];
  const dot = ` ${glyphs.separator} `;
  const whole = `  ${parts.join(dot)}`;
  if (whole.length <= room) return [line(['quiet', whole])];
  return parts.map((part) => line(['quiet', `  ${part}`]));
}

/** The step that opens the targets, once everything is there. */
function cutoverLines(result: RunResult, room: number): readonly Line[] {
  if (!waitsForCutover(result)) return [];
  const { run } = result;
  const id = run.migration ?? '';
  const steps = [`sync --migration ${id}`, `cutover --migration ${id} --dry-run`];
  const [sync = '', cutover = ''] = steps.map((one) => `migrator ${one}`);
  const texts = [`Next: ${sync}`, `Then: ${cutover}`];
  return texts.flatMap((text) => wrap(text, room - 2)).map((one) => line(`  ${one}`));
}

/** A name in so many columns. Pure. */
export function nameCell(name: string, { width, glyphs }: Omit<Frame, 'height'>): string {
  return toWidth(safe(name), width < 80 ? 16 : 26, glyphs.ellipsis);
}
