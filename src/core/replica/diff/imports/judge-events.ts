import type { AuditedEvent } from '../../../ports/target-audit.ts';
import { type ExpectedEvent, toSecond } from '../../recorded/imports/expected-import.ts';
import type { Authors } from './authors.ts';

interface Histories {
  readonly expected: readonly ExpectedEvent[];
  /** `null`: unknown, and not judged. */
  readonly actual: readonly AuditedEvent[] | null;
  readonly authors: Pick<Authors, 'learn' | 'mayBe'>;
  /** The name of a person of the source, by the login in the archive. */
  readonly nameOf: (login: string | null) => string;
}

/**
 * Lists what the history of an imported pull request lacks, or tells otherwise. More than was sent is no loss: the host adds events of
 * its own. Pure but for `authors`.
 */
export function judgeEvents({ expected, actual, authors, nameOf }: Histories): readonly string[] {
  if (actual === null) return [];
  const shown = matchEvents(expected, actual, authors);
  return expected.flatMap((event): readonly string[] => {
    const found = shown.get(event);
    const { kind, by, at, what, commit } = event;
    const happened = `that ${nameOf(by)} ${what}`;
    if (found === undefined) return [`does not show ${happened} at ${at}`];
    const lost: string[] = [];
    if (!authors.learn(by, found.by))
      lost.push(`shows that ${found.by ?? 'nobody'} ${what}, not ${nameOf(by)}`);
    // The end of a pull request has a time of its own.
    const isEnd = kind === 'merged' || kind === 'closed';
    if (!isEnd && toSecond(found.at) !== at)
      lost.push(`shows ${happened} at ${toSecond(found.at)} instead of ${at}`);
    if (commit !== null && found.commit !== commit)
      lost.push(`shows the merge commit ${found.commit ?? 'unknown'} instead of ${commit}`);
    return lost;
  });
}

type Alike = (event: ExpectedEvent, one: AuditedEvent) => boolean;

/** Finds for each event the one that it became: the most alike first. */
function matchEvents(
  expected: readonly ExpectedEvent[],
  actual: readonly AuditedEvent[],
  authors: Pick<Authors, 'mayBe'>,
): ReadonlyMap<ExpectedEvent, AuditedEvent> {
  const isSameTime: Alike = ({ at }, one) => toSecond(one.at) === at;
  const likenesses: readonly Alike[] = [
    (event, one) => isSameTime(event, one) && authors.mayBe(event.by, one.by),
    isSameTime,
    () => true,
  ];
  const found = new Map<ExpectedEvent, AuditedEvent>();
  const taken = new Set<AuditedEvent>();
  for (const isAlike of likenesses) {
    for (const event of expected) {
      if (found.has(event)) continue;
      const match = actual.find((one) => {
        return one.kind === event.kind && !taken.has(one) && isAlike(event, one);
      });
      if (match === undefined) continue;
      taken.add(match);
      found.set(event, match);
    }
  }
  return found;
}
