import type { Difference, ItemKind } from '../../../verbs/verify/findings/difference.ts';
import type {
  RecordedDifference,
  RecordedRepository,
  VerificationRecord,
} from '../../comparison/record/record.ts';
import { kindNames, organizationName } from '../../comparison/record/wording.ts';
import { addressesAfter, generalForm } from './general-form.ts';
import { type Remedy, resumeAfter } from './remedy.ts';

const order = [
  ...(['defect', 'unverified', 'unfinished', 'not-applied', 'by-hand', 'left-behind'] as const),
  ...(['changed-on-source', 'not-compared', 'added-since', 'expected'] as const),
] as const;

/** Exceptions in the order in which somebody has to look at them. */
export type ExceptionKind = (typeof order)[number];

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
  readonly isSetting: boolean;
}

/** Exceptions of one kind with one cause, so that one remedy is for all of them. */
export interface Cause extends Pick<Exception, 'kind' | 'remedy' | 'isLoss'> {
  /** For links within the page. */
  readonly id: string;
  readonly title: string;
  /** The message in the title. */
  readonly said: string;
  readonly exceptions: readonly Exception[];
  /** True if the title says the message of each. */
  readonly saysAll: boolean;
  /** True if the title has the name of each. */
  readonly saysName: boolean;
}

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
    // Addresses are links of the rows.
    const isSame = exceptions.every(({ message }) => message === first.message);
    const saysAll = isSame && addressesAfter(first.message).addresses.length === 0;
    const said = saysAll ? first.message : generalForm(first.message);
    const saysName = isNamedAlike(exceptions);
    const label = saysName ? (first.item?.name ?? first.label) : first.label;
    const title = said.startsWith('not migrated: ') ? `${label} ${said}` : `${label}: ${said}`;
    const form = { title, said, exceptions, saysAll, saysName };
    return [{ id: `cause-${index + 1}`, ...{ kind, remedy, isLoss, ...form } }];
  });
}

/** Settings of one name, whose title then says it once for all repositories. */
function isNamedAlike(exceptions: readonly Exception[]): boolean {
  const [first] = exceptions;
  return exceptions.every(
    ({ kind, item, isSetting }) =>
      isSetting && kind !== 'defect' && item !== null && item.name === first?.item?.name,
  );
}

function exceptionsOf(record: VerificationRecord, repository: RecordedRepository): Exception[] {
  const { migration, status: state } = record;
  const { unverified, status, notes, failure } = repository;
  const organization = organizationOf(record, repository);
  const whole = { repository, item: null, label: 'Repository', isLoss: false, isSetting: false };
  const found: Exception[] = repository.differences.map((one) => ({
    kind: one.verdict,
    repository: one.owner === 'organization' ? organization : repository,
    ...{ item: one, message: withoutCommand(one.message) },
    label: labelOf(one),
    remedy: remedyOf(migration, one),
    isLoss: one.isLoss === true,
    isSetting: one.kind === 'setting',
  }));
  if (unverified !== null) {
    const remedy = { text: unverified.hint, command: `migrator verify --migration ${migration}` };
    found.push({ ...whole, kind: 'unverified', message: unverified.message, remedy });
  }
  const isUnfinished = status !== 'succeeded' && status !== 'skipped';
  if (isUnfinished) {
    const remedy =
      state === 'cancelled'
        ? { text: 'The migration was cancelled.', command: null }
        : resumeAfter(failure?.hint ?? null, migration);
    found.push({ ...whole, kind: 'unfinished', message: notes[0] ?? 'Not finished', remedy });
  }
  for (const message of isUnfinished ? notes.slice(1) : notes) {
    found.push({
      ...whole,
      kind: 'not-compared',
      message,
      remedy: remedyOfNote(migration, message),
    });
  }
  return found;
}

/** The organization in the place of the repository that its teams were found with. */
function organizationOf(
  { target: { host, organization } }: VerificationRecord,
  repository: RecordedRepository,
): RecordedRepository {
  const webUrl = `${host}/${encodeURIComponent(organization)}`;
  return { ...repository, source: organizationName, target: organization, webUrl, sourceUrl: null };
}

/** The name of a setting says more than how it differs. */
function labelOf({ verdict, kind, name }: Difference): string {
  const [label] = kindNames[kind];
  return kind === 'setting' && verdict === 'defect' ? `${label} ${name}` : label;
}

/** Returns the command that applies settings again; one that also enforces rulesets where they are off because a run asked. Pure. */
export function settingsCommand(
  migration: string,
  differences: readonly Pick<Difference, 'message'>[],
): string {
  const isAsked = differences.every(({ message }) => / --settings active`/.test(message));
  const command = `migrator settings --migration ${migration}`;
  return isAsked ? `${command} --settings active` : command;
}

function remedyOf(migration: string, difference: Difference): Remedy {
  const { verdict, kind, repair } = difference;
  const advice = difference.advice === null ? null : withoutCommand(difference.advice);
  const settings = settingsCommand(migration, [difference]);
  switch (verdict) {
    case 'defect':
      return repair === null
        ? { text: advice ?? '', command: null }
        : {
            text: 'A repair restores it.',
            command: `migrator verify --migration ${migration} --repair`,
          };
    case 'not-applied':
      if (needsPlan(advice)) return { text: advice, command: `${settings} --plan plan.json` };
      return {
        text: settings.endsWith(' active')
          ? (advice ?? 'Enforce it.')
          : `${advice ?? 'Set it by hand on GitHub.'} Then apply the settings again.`,
        command: settings,
      };
    case 'changed-on-source':
      if (difference.advice !== null) return { text: difference.advice, command: null };
      return {
        text: `A sync migrates ${laterOnSource[kind] ?? 'the change'}.`,
        command: `migrator sync --migration ${migration}`,
      };
    case 'by-hand':
    case 'left-behind':
    case 'expected':
      return {
        text: advice ?? `See ${kind === 'setting' ? 'docs/settings.md' : 'docs/fidelity.md'}.`,
        command: needsPlan(advice) ? `${settings} --plan plan.json` : null,
      };
    case 'added-since':
      return {
        text: `Nothing to do: someone ${added[kind] ?? 'added it'} on GitHub.`,
        command: null,
      };
  }
}

function needsPlan(advice: string | null): advice is string {
  return /apply the plan\.$/.test(advice ?? '');
}

const laterOnSource: Partial<Record<ItemKind, string>> = {
  branch: 'its new commits',
  tag: 'the new tag',
  'pull-request': "the pull request's latest title and description",
};

const added: Partial<Record<ItemKind, string>> = {
  branch: 'pushed this branch',
  tag: 'pushed this tag',
  'pull-request': 'opened this pull request',
  review: 'wrote this review',
  'review-comment': 'wrote this comment',
  comment: 'wrote this comment',
  thread: 'resolved this thread',
  setting: 'changed this setting',
};

/** Says what makes a part comparable, or is to be done in its place. */
function remedyOfNote(migration: string, note: string): Remedy {
  if (/wait for the cut-over/.test(note)) {
    const command = `migrator cutover --migration ${migration} --dry-run`;
    return { text: 'The cut-over applies them.', command };
  }
  if (/^Planned settings are not applied/.test(note)) {
    return { text: 'Apply them.', command: `migrator settings --migration ${migration}` };
  }
  if (/^Not finished/.test(note)) {
    return { text: 'Finish them.', command: `migrator migrate --resume ${migration}` };
  }
  const found = ofNotes.find(([pattern]) => pattern.test(note));
  return {
    text: found?.[1] ?? 'If it matters, compare it on Bitbucket and GitHub.',
    command: null,
  };
}

const ofNotes: readonly (readonly [note: RegExp, text: string])[] = [
  [/cannot use GraphQL/, 'Verify with a token that can use GraphQL, such as a classic one.'],
  [
    /does not record the (pushed refs|applied settings)/,
    'Compare them on Bitbucket and GitHub: an earlier version kept no record.',
  ],
  [/^Rolled back/, 'Nothing to do: a rollback undid it.'],
  [/stopped while opening/, 'Run the cut-over again, then verify.'],
];

/** The command stands beside it. Pure. */
function withoutCommand(text: string): string {
  return text.replace(/[;,] then run `migrator settings[^`]*`/, '');
}

function keyOf({ kind, label, message, remedy, isLoss }: Exception): string {
  return JSON.stringify([kind, label, generalForm(message), remedy.text, isLoss]);
}
