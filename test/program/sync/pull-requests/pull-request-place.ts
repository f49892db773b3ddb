import type { Deed } from '../../../../sandbox/bitbucket/changes/bookkeeping.ts';
import type { PullPlace } from '../../../../sandbox/bitbucket/changes/comments.ts';
import { mergeAndNote } from '../../../../sandbox/bitbucket/changes/merge-and-note.ts';
import { pushRefs } from '../../../../sandbox/bitbucket/changes/push-refs.ts';
import type { MergeStrategy } from '../../../../sandbox/bitbucket/enforcement/merge-pull-request.ts';
import type { AddConversation } from '../../../../sandbox/bitbucket/pull-requests/build-conversation.ts';
import { makeCommit } from '../../../../sandbox/git/commit-files.ts';
import { findGitTools } from '../../../../sandbox/git/git-tools.ts';
import { readRef } from '../../../../sandbox/git/read-ref.ts';
import { placeOnCloud, placeOnDataCenter } from '../../../../sandbox/people/place.ts';
import type { Ended } from '../../../helpers/program/run-program.ts';
import { openWorkplace, type Workplace } from '../../../helpers/program/workplace.ts';
import { gitWithInput } from '../../../helpers/repositories/git-fixture.ts';
import { hostCopy } from '../../../helpers/repositories/host-copy.ts';
import { newestMigration } from '../../../helpers/repositories/migration-fixture.ts';
import {
  goneBranches,
  makePullRequestHistory,
  pullRequestsOf,
} from '../../../helpers/repositories/pull-request-fixture.ts';
import type { sources } from '../../../helpers/sources.ts';

/** A repository `web` with pull requests of every kind that was migrated, and whose source goes on. */
export interface PullRequestPlace extends Workplace {
  readonly migration: string;
  readonly deed: Deed;
  /** Long after the last command, whose pushes need not be waited for. */
  sync(...args: readonly string[]): Promise<Ended>;
  /** A pull request of the source, and where it is changed. */
  at(number: number): PullPlace;
  /** Pushes a commit onto a branch of the source, or deletes it (`null`). @returns what it names then */
  push(
    branch: string,
    files: Readonly<Record<string, string>> | null,
    parent?: string,
    message?: string,
  ): Promise<string>;
  /** The pull request that was opened from a branch last, on the source. */
  from(branch: string): number;
  merge(number: number, strategy: MergeStrategy, closes?: boolean): Promise<void>;
  /** Of the target. */
  pull(number: number): Pull;
  /** `open`, `merged` or `closed`, and its branches. */
  stateOf(number: number): string;
  /** Every text of a pull request on the target that has this in it. */
  textsWith(number: number, text: string): readonly string[];
  /** Requests to either host's interface since it was last asked, without reads of accounts and the workspace. */
  requests(): readonly string[];
  sourceTip(branch: string): string | null;
  targetTip(branch: string): string | null;
}

type Pull =
  ReturnType<Workplace['sandbox']['github']['findRepository']> extends infer R
    ? NonNullable<R> extends { readonly pulls: readonly (infer P)[] }
      ? P
      : never
    : never;

const conversation: AddConversation = {
  comments: [
    { text: 'A general remark' },
    { text: 'On the line', inline: { path: 'e.txt', to: 2 }, replies: [{ text: 'A reply' }] },
    { text: 'On another line', inline: { path: 'e.txt', to: 3 }, resolved: true },
  ],
};

interface PlaceOptions {
  readonly source?: (typeof sources)[number];
  /** Of `migrate`. */
  readonly args?: readonly string[];
  readonly plan?: Readonly<Record<string, unknown>>;
  /** Files that the first commit has besides. */
  readonly files?: Readonly<Record<string, string>>;
  /** Further branches, each with an open pull request: for tests that share the place, and each change another one. */
  readonly branches?: readonly (string | FurtherBranch)[];
}

interface FurtherBranch {
  readonly branch: string;
  /** A branch of its own that begins at `main`; `main` if left out. */
  readonly into?: string;
  /** As pull request 4 has it. */
  readonly isDiscussed?: boolean;
}

/** Of the fixture: 1 and 2 are merged, 3 is declined, 4 is open (`topic`), 5 is open from a fork, 6 has lost its commits. */
export async function openPullRequestPlace(options: PlaceOptions = {}): Promise<PullRequestPlace> {
  const { source = 'bitbucket-cloud', args = [], plan = {}, branches = [], files = {} } = options;
  const place = await openWorkplace({ source, limits: { github: 'none' } });
  const { sandbox } = place;
  const { bitbucket, github, dataCenter } = sandbox;
  const history = makePullRequestHistory(place.folder, 'fixture', files);
  const repository = await hostCopy(bitbucket, {
    ...{ slug: 'web', from: history.folder, without: goneBranches },
  });
  for (const one of pullRequestsOf(history)) {
    const isOpen = one.title === 'Add e';
    bitbucket.addPullRequest('web', isOpen ? { ...one, conversation } : one);
  }
  const directory = bitbucket.gitDirectory('web');
  const further = branches.map((one) => (typeof one === 'string' ? { branch: one } : one));
  if (further.length > 0) createBranches(directory, further);
  for (const { branch, into = 'main', isDiscussed = false } of further) {
    const ends = { source: { branch }, destination: { branch: into } };
    const discussed = isDiscussed ? { conversation } : {};
    bitbucket.addPullRequest('web', { title: `From ${branch}`, ...ends, ...discussed });
  }
  place.write('plan.json', { ...place.plan('web'), ...plan });
  const first = await place.run(['migrate', '--plan', 'plan.json', ...args]);
  if (first.code !== 0) throw new Error(`${first.stdout}\n${first.stderr}`);
  const migration = await newestMigration(place);
  const tools = await findGitTools({ folder: place.folder, path: process.env.PATH ?? '' });
  const own = dataCenter === null ? placeOnCloud(bitbucket, tools) : placeOnDataCenter(dataCenter);
  let time = Date.parse('2026-11-23T10:00:00Z');
  const deed: Deed = {
    by: bitbucket.user,
    get on() {
      time += 60_000;
      return new Date(time);
    },
  };
  const target = () => {
    const found = github.findRepository('acme/web');
    if (found === null) throw new Error('there is no target');
    return found;
  };
  const pull = (number: number) => {
    const found = target().pulls.find((one) => one.number === number);
    if (found === undefined) throw new Error(`there is no pull request ${number}`);
    return found;
  };
  const at = (number: number): PullPlace => {
    const found = repository.pullRequests.find((one) => one.number === number);
    if (found === undefined) throw new Error(`there is no pull request ${number}`);
    return { ...own, repository, pull: found };
  };
  let counted = sandbox.requests.length;
  return {
    ...{ ...place, migration, deed, at, pull },
    sync(...more) {
      place.forgetRequests();
      return place.run(['sync', '--migration', migration, ...more]);
    },
    async push(branch, files, parent, message = `Change ${branch}`) {
      const ref = `refs/heads/${branch}`;
      const from = readRef(directory, ref);
      const to =
        files === null
          ? null
          : makeCommit(directory, {
              ...{ parent: parent ?? from ?? '', message, files },
            });
      const refused = await pushRefs({ ...own, repository }, deed, [{ ref, from, to }]);
      if (refused !== null) throw new Error(refused);
      return to ?? from ?? '';
    },
    from(branch) {
      const found = repository.pullRequests.findLast((one) => one.source.branch === branch);
      if (found === undefined) throw new Error(`there is no pull request from ${branch}`);
      return found.number;
    },
    async merge(number, strategy, closes = false) {
      const { pull: merged } = at(number);
      merged.closeSourceBranch = closes;
      const { by, on } = deed;
      const done = await mergeAndNote(own, merged, { by, on, strategy, message: 'Merged' });
      if (!done) throw new Error(`${number} was not merged`);
    },
    stateOf(number) {
      const { merged, state, head, base } = pull(number);
      return `${merged ? 'merged' : state} ${head.ref} -> ${base.ref}`;
    },
    textsWith(number, text) {
      const { body, comments, reviews, reviewComments } = pull(number);
      return [
        body ?? '',
        ...[...comments, ...reviews, ...reviewComments].map((one) => one.body ?? ''),
      ].filter((one) => one.includes(text));
    },
    requests() {
      const made = sandbox.requests.slice(counted);
      counted = sandbox.requests.length;
      const asks = made.filter(({ host }) => host === sandboxSource[source] || host === 'github');
      return asks.map(({ method, path }) => `${method} ${path}`);
    },
    sourceTip: (branch) => readRef(directory, `refs/heads/${branch}`),
    targetTip: (branch) => readRef(target().directory, `refs/heads/${branch}`),
  };
}

/** Each with a commit that adds what the conversation is about; in one process. */
function createBranches(directory: string, branches: readonly FurtherBranch[]): void {
  const main = readRef(directory, 'refs/heads/main') ?? '';
  const bases = branches.flatMap(({ into = [] }) => into);
  const file = Array.from({ length: 8 }, (_, index) => `line ${index + 1}\n`).join('');
  const commands = [
    ...bases.map((base) => `reset refs/heads/${base}\nfrom ${main}\n`),
    ...branches.map(({ branch }) => {
      const message = `Add e on ${branch}`;
      return [
        `commit refs/heads/${branch}`,
        'committer Jane Doe <jane@example.com> 1767225600 +0000',
        `data ${message.length}\n${message}\nfrom ${main}`,
        `M 100644 inline e.txt\ndata ${file.length}\n${file}`,
      ].join('\n');
    }),
  ];
  gitWithInput(directory, ['fast-import', '--quiet'], commands.join('\n'));
}

const sandboxSource: Readonly<Record<(typeof sources)[number], string>> = {
  'bitbucket-cloud': 'bitbucket',
  'bitbucket-data-center': 'bitbucket',
};
