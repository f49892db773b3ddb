import type { GithubAccount } from '../../accounts/account.ts';
import { githubTime } from '../../rest/github-time.ts';
import type { GithubDiscussion } from '../records.ts';
import type { GithubRules } from '../rules.ts';
import type { Tracker } from '../tracker.ts';

/** Describes what making anything needs of the host. */
export interface Maker {
  readonly now: () => number;
  readonly rules: GithubRules;
  nextId(): number;
}

/** The part that issues and pull requests have in common, with the next number. */
export function makeDiscussion(
  maker: Maker,
  wanted: { tracker: Tracker; title: string; body: string | null; author: GithubAccount },
): Omit<GithubDiscussion & { kind: 'issue' }, 'kind'> {
  const { tracker, title, body, author } = wanted;
  return {
    id: maker.nextId(),
    number: tracker.nextNumber() + maker.rules.numberStep - 1,
    title,
    body: body === '' ? null : body,
    state: 'open',
    author,
    assignees: [],
    closedAt: null,
    closedBy: null,
    events: [],
    comments: [],
    ...made(maker),
  };
}

/** When something was made, and from when on lists show it. */
export function made({ now, rules }: Maker) {
  const at = now();
  const time = githubTime(at);
  return { createdAt: time, updatedAt: time, visibleAt: at + rules.visibleAfterMs };
}
