import type { ReviewRecord } from '../../../../archive/records/record-types.ts';
import { reviewStates } from '../../../../archive/records/review.ts';
import { recordNumber } from '../../../../archive/write/addresses.ts';
import type { Person } from '../../../../ports/records/person.ts';
import type { SourceActivity } from '../../../../ports/records/pull-request.ts';
import { type ArchiveRendering, type FoundRendering, seconds } from '../archive-rendering.ts';

export interface Verdict {
  readonly by: Person | null;
  readonly at: string;
  readonly kind: 'approved' | 'changes-requested';
  /** When it was withdrawn; `null`: it counts. */
  readonly withdrawnAt: string | null;
}

/**
 * Approvals and requests for changes as reviews. One that was withdrawn becomes a comment that says so: as a verdict it
 * would count. Pure.
 */
export function renderVerdicts(rendering: ArchiveRendering): readonly ReviewRecord[] {
  const { pullRequest, addresses, logins, commits, words } = rendering;
  const { number } = pullRequest;
  const verdicts = verdictsOf(rendering);
  const keys = verdictKeys(verdicts);
  return verdicts.map((verdict, index) => {
    const { by, at, kind, withdrawnAt } = verdict;
    const user = logins.addressOf(by);
    const body =
      withdrawnText(words, verdict) ?? (kind === 'approved' ? null : `${givenTexts[kind]}.`);
    return {
      type: 'pull_request_review',
      url: addresses.review(number, recordNumber(`verdict ${number}/${keys[index]}`)),
      pull_request: addresses.pullRequest(number),
      user,
      body,
      head_sha: commits.head,
      formatter: 'markdown',
      state: withdrawnAt === null ? states[kind] : reviewStates.comment,
      reactions: [],
      created_at: seconds(at),
      submitted_at: seconds(at),
    };
  });
}

const givenTexts = { approved: 'Approved', 'changes-requested': 'Requested changes' } as const;

/** Says in words what counts no more; `null` for a verdict that does. Pure. */
export function withdrawnText(
  words: Pick<FoundRendering['words'], 'time'>,
  { kind, withdrawnAt }: Verdict,
): string | null {
  if (withdrawnAt === null) return null;
  return `${givenTexts[kind]}; withdrawn ${words.time(withdrawnAt)}.`;
}

const states = {
  approved: reviewStates.approved,
  'changes-requested': reviewStates.changesRequested,
} as const;

/** Names each verdict by who gave which, and when: others may come and go on the source. Pure. */
export function verdictKeys(verdicts: readonly Verdict[]): readonly string[] {
  return distinct(verdicts.map(({ by, at, kind }) => `${keyOf(by)} ${at} ${kind}`));
}

/** Numbers the second of equal texts and those after it. Pure. */
export function distinct(texts: readonly string[]): readonly string[] {
  const seen = new Map<string, number>();
  return texts.map((text) => {
    const times = (seen.get(text) ?? 0) + 1;
    seen.set(text, times);
    return times === 1 ? text : `${text} ${times}`;
  });
}

/** Verdicts of the history, oldest first, and then what only the list of participants has. */
export function verdictsOf({
  pullRequest,
}: Pick<FoundRendering, 'pullRequest'>): readonly Verdict[] {
  const { history, participants, closing, updatedAt } = pullRequest;
  const { given, counting } = verdictsOfHistory(history);
  const listed = participants.flatMap(({ person, verdict, at }): Verdict[] => {
    if (verdict === null || given[counting.get(keyOf(person)) ?? -1]?.kind === verdict) return [];
    return [{ by: person, at: at ?? closing?.at ?? updatedAt, kind: verdict, withdrawnAt: null }];
  });
  return [...given, ...listed];
}

/** @returns also, by person, which of their verdicts still counts */
function verdictsOfHistory(history: readonly SourceActivity[]) {
  const given: Verdict[] = [];
  const counting = new Map<string, number>();
  for (const { kind, by, at } of history) {
    if (kind === 'state' || kind === 'updated' || kind === 'renamed') continue;
    const key = keyOf(by);
    if (kind === 'verdict-withdrawn') {
      const index = counting.get(key) ?? -1;
      const verdict = given[index];
      if (verdict !== undefined) given[index] = { ...verdict, withdrawnAt: at };
      counting.delete(key);
    } else {
      counting.set(key, given.length);
      given.push({ by, at, kind, withdrawnAt: null });
    }
  }
  return { given, counting };
}

function keyOf(person: Person | null): string {
  return person?.id ?? '';
}
