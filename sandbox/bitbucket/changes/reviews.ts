import { type Deed, touch } from './bookkeeping.ts';
import type { PullPlace } from './comments.ts';
import { fixPast, noteActivity } from './conversation.ts';

type Verdict = 'approved' | 'changes_requested' | null;

/** Approves, requests changes, or withdraws what was said. @returns why it is refused */
export function review(place: PullPlace, deed: Deed, verdict: Verdict): string | null {
  const { bitbucket, product, pull } = place;
  const { by, on } = deed;
  if (pull.state !== 'OPEN') return 'This pull request is already closed.';
  // Cloud lets authors approve their own pull requests.
  if (product === 'data-center' && by === pull.author) {
    return 'Authors may not review their own pull requests.';
  }
  fixPast(pull);
  const own = pull.participants.find(({ person }) => person === by);
  const others = pull.participants.filter((one) => one !== own);
  const role = own?.role ?? (product === 'data-center' ? 'REVIEWER' : 'PARTICIPANT');
  pull.participants = [...others, { person: by, role, state: verdict, on }];
  if (verdict !== null) {
    const kind = verdict === 'approved' ? 'approval' : 'changes_requested';
    noteActivity(pull, { kind, by, on });
  }
  touch(bitbucket.bookkeeping, pull, deed, 'anything else');
  return null;
}
