import type { Participant } from '../../../../ports/records/pull-request.ts';
import type { DesiredPullRequest } from '../../../model/desired-pull-request.ts';
import type { RenderWords } from '../input/rendering.ts';
import { nameOf } from './markdown-pieces.ts';

/** Reviewers with their verdicts, and who else took part: a line each, where there is anybody. */
export function renderPeople(
  words: RenderWords,
  pullRequest: DesiredPullRequest,
): readonly string[] {
  const { reviewers, others } = sortPeople(pullRequest);
  return [
    reviewers.length === 0 ? '' : `Reviewers: ${list(words, reviewers)}`,
    others.length === 0 ? '' : `Other participants: ${list(words, others)}`,
  ].filter((line) => line !== '');
}

type Verdict = Pick<Participant, 'person' | 'verdict' | 'at'>;

function sortPeople(pullRequest: DesiredPullRequest): { reviewers: Verdict[]; others: Verdict[] } {
  const asked = new Map(pullRequest.reviewers.map((person) => [person.id, person]));
  const isReviewer = ({ person, role }: Participant) =>
    role === 'reviewer' || (person !== null && asked.has(person.id));
  const { reviewers = [], others = [] } = Object.groupBy(pullRequest.participants, (participant) =>
    isReviewer(participant) ? 'reviewers' : 'others',
  );
  const shown = new Set(reviewers.map(({ person }) => person?.id));
  const silent = [...asked.values()].filter(({ id }) => !shown.has(id));
  return {
    reviewers: [...reviewers, ...silent.map((person) => ({ person, verdict: null, at: null }))],
    others,
  };
}

function list(words: RenderWords, people: readonly Verdict[]): string {
  return people
    .map(({ person, verdict, at }) => {
      const name = nameOf(words, person);
      if (verdict === null) return name;
      const said = verdict === 'approved' ? 'approved' : 'requested changes';
      return `${name} (${said}${at === null ? '' : `, ${words.time(at)}`})`;
    })
    .join(', ');
}
