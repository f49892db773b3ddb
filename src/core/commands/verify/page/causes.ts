import type { Difference, Verdict } from '../../../verbs/verify/findings/difference.ts';
import type {
  RecordedDifference,
  RecordedRepository,
  VerificationRecord,
} from '../../comparison/record/record.ts';
import { kindNames } from '../../comparison/record/wording.ts';

/** Exceptions in the order in which somebody has to look at them. */
export type ExceptionKind =
  | 'defect'
  | 'unverified'
  | 'unfinished'
  | 'expected'
  | 'changed-on-source'
  | 'not-compared'
  | 'added-since';

/** Something that is not as it was migrated, or could not be compared. */
interface Exception {
  readonly kind: ExceptionKind;
  readonly repository: RecordedRepository;
  /** `null`: the repository as a whole. */
  readonly item: Pick<RecordedDifference, 'name' | 'url' | 'sourceUrl'> | null;
  readonly message: string;
  /** Words before the message: `Branch`. */
  readonly label: string;
  readonly remedy: Remedy;
  readonly isLoss: boolean;
}

/** Says how to mend something, and by which command; `null` where none does it. */
interface Remedy {
  readonly text: string;
  readonly command: string | null;
}

/** Exceptions of one kind with one cause, so that one remedy is for all of them. */
export interface Cause extends Pick<Exception, 'kind' | 'remedy' | 'isLoss'> {
  /** For links within the page. */
  readonly id: string;
  readonly title: string;
  readonly exceptions: readonly Exception[];
  /** True if the title says the message of each. */
  readonly saysAll: boolean;
}

const order: readonly ExceptionKind[] = [
  ...(['defect', 'unverified', 'unfinished', 'expected'] as const),
  ...(['changed-on-source', 'not-compared', 'added-since'] as const),
];

/** Groups all exceptions of a record by cause, those with the most items first. Pure. */
export function causesOf(record: VerificationRecord): readonly Cause[] {
  const all = record.repositories.flatMap((one) => exceptionsOf(record, one));
  const groups = [...Map.groupBy(all, keyOf).values()];
  const sorted = groups.sort(
    ([one], [other]) =>
      order.indexOf(one?.kind ?? 'defect') - order.indexOf(other?.kind ?? 'defect'),
  );
  const bySize = order.flatMap((kind) =>
    sorted
      .filter(([first]) => first?.kind === kind)
      .sort((one, other) => other.length - one.length),
  );
  return bySize.flatMap((exceptions, index) => {
    const [first] = exceptions;
    if (first === undefined) return [];
    const { kind, remedy, isLoss } = first;
    const saysAll = exceptions.every(({ message }) => message === first.message);
    const said = saysAll ? first.message : generalForm(first.message);
    const title = `${first.label}: ${said}`;
    return [{ id: `cause-${index + 1}`, ...{ kind, remedy, isLoss, title, exceptions, saysAll } }];
  });
}

function exceptionsOf(record: VerificationRecord, repository: RecordedRepository): Exception[] {
  const { migration, status: state } = record;
  const { unverified, status, notes } = repository;
  const whole = { repository, item: null, label: 'Repository', isLoss: false };
  const found: Exception[] = repository.differences.map((one) => ({
    kind: one.verdict,
    ...{ repository, item: one, message: one.message },
    label: labelOf(one),
    remedy: remedyOf(migration, one),
    isLoss: one.isLoss === true,
  }));
  if (unverified !== null) {
    const remedy = { text: unverified.hint, command: `migrator verify --migration ${migration}` };
    found.push({ ...whole, kind: 'unverified', message: unverified.message, remedy });
  }
  const isUnfinished = status !== 'succeeded' && status !== 'skipped';
  if (isUnfinished) {
    const isCancelled = state === 'cancelled';
    const text = isCancelled ? 'The migration was cancelled.' : 'Resume the migration.';
    const command = isCancelled ? null : `migrator migrate --resume ${migration}`;
    const message = notes[0] ?? 'Not finished';
    found.push({ ...whole, kind: 'unfinished', message, remedy: { text, command } });
  }
  for (const message of isUnfinished ? notes.slice(1) : notes) {
    const remedy = { text: 'Check it yourself if you need it.', command: null };
    found.push({ ...whole, kind: 'not-compared', message, remedy });
  }
  return found;
}

/** The name of a setting says more than how it differs. */
function labelOf({ verdict, kind, name }: Difference): string {
  const [label] = kindNames[kind];
  return kind === 'setting' && verdict === 'defect' ? `${label} ${name}` : label;
}

function remedyOf(migration: string, difference: Difference): Remedy {
  const { verdict, repair, advice } = difference;
  if (verdict === 'defect' && repair === null) return { text: advice ?? '', command: null };
  const remedies: Readonly<Record<Verdict, Remedy>> = {
    defect: {
      text: 'A repair restores it.',
      command: `migrator verify --migration ${migration} --repair`,
    },
    'changed-on-source': {
      text: 'A sync migrates new data.',
      command: `migrator sync --migration ${migration}`,
    },
    expected: { text: reasonOf(difference), command: null },
    'added-since': { text: 'Nothing to do: someone added it on GitHub.', command: null },
  };
  return remedies[verdict];
}

/** Why a difference is no defect, by what it is about. */
function reasonOf({ kind, message }: Difference): string {
  if (message.startsWith('a closed placeholder'))
    return 'Bitbucket skips this number. The placeholder keeps later numbers the same.';
  if (message.startsWith('image still on Bitbucket'))
    return 'Upload the image on GitHub before you close Bitbucket.';
  if (kind === 'setting') return 'GitHub has no equivalent, or the plan leaves it out.';
  if (kind === 'branch' || kind === 'tag') return 'The sync left it unchanged.';
  if (kind === 'repository') return 'The migration was run this way.';
  return 'GitHub cannot show it as Bitbucket did. The text of the pull request says so.';
}

function keyOf({ kind, label, message, remedy, isLoss }: Exception): string {
  return JSON.stringify([kind, label, generalForm(message), remedy.text, isLoss]);
}

/** A message without addresses, hashes, numbers and titles, which differ from item to item. Pure. */
function generalForm(message: string): string {
  return message
    .replace(/^(was opened[^:]*): .*$/s, '$1')
    .replace(/https?:\/\/\S+/g, '…')
    .replace(/\b[0-9a-f]{7,64}\b/g, '…')
    .replace(/\d[\d,.]*\d|\d/g, '…');
}
