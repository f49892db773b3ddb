import type { PullRequestPage } from '../../../src/core/ports/pull-request-source.ts';
import type {
  SourceComment,
  SourcePullRequest,
} from '../../../src/core/ports/records/pull-request.ts';
import type { SourceHost } from '../../../src/core/ports/source-host.ts';
import { person } from '../users/people.ts';

export function pullRequest(
  number: number,
  change: Partial<SourcePullRequest> = {},
): SourcePullRequest {
  const commit = String(number).padStart(12, '0');
  return {
    number,
    title: `Change ${number}`,
    description: { raw: '', markup: 'markdown' },
    state: 'merged',
    isDraft: false,
    author: person('author'),
    closedBy: null,
    reason: '',
    source: { branch: `topic-${number}`, commit, repository: 'acme/api' },
    destination: { branch: 'main', commit, repository: 'acme/api' },
    mergeCommit: null,
    closeSourceBranch: false,
    commentCount: 0,
    reviewers: [],
    participants: [],
    createdAt: '2026-01-01T00:00:00Z',
    updatedAt: '2026-01-01T00:00:00Z',
    webUrl: `https://bitbucket.org/acme/api/pull-requests/${number}`,
    ...change,
  };
}

export function comment(id: string, change: Partial<SourceComment> = {}): SourceComment {
  return {
    id,
    parentId: null,
    author: person('commenter'),
    text: { raw: 'text', markup: 'markdown' },
    createdAt: '2026-01-01T00:00:00Z',
    updatedAt: '2026-01-01T00:00:00Z',
    isDeleted: false,
    resolution: null,
    inline: null,
    webUrl: '',
    ...change,
  };
}

export const onLine: NonNullable<SourceComment['inline']> = {
  path: 'a.txt',
  oldPath: null,
  from: null,
  to: 1,
  startFrom: null,
  startTo: null,
  isOutdated: false,
  context: null,
  sourceCommit: null,
  destinationCommit: null,
};

export interface FakeRepository {
  readonly pullRequests?: readonly SourcePullRequest[];
  readonly attributes?: string | null;
  readonly comments?: Readonly<Record<number, readonly SourceComment[]>>;
  /** False: the host does not say how many there are. */
  readonly tellsTotal?: boolean;
}

export interface FakeSource {
  readonly source: SourceHost;
  /** Requests, a word and the slug each: `list api`, `file api`, `talk api 7`. */
  readonly requests: string[];
}

const pageLength = 50;

/** A source that pages as Bitbucket does; a hook may fail or abort at any request. */
export function fakeSource(
  repositories: Readonly<Record<string, FakeRepository>>,
  onRequest: (request: string) => void = () => {},
): FakeSource {
  const requests: string[] = [];
  function ask(request: string): void {
    requests.push(request);
    onRequest(request);
  }
  async function* list({ slug }: { slug: string }): AsyncGenerator<PullRequestPage> {
    const { pullRequests = [], tellsTotal = true } = repositories[slug] ?? {};
    for (let start = 0; ; start += pageLength) {
      ask(`list ${slug}`);
      await Promise.resolve();
      const page = pullRequests.slice(start, start + pageLength);
      yield { pullRequests: page, total: tellsTotal ? pullRequests.length : null };
      if (start + pageLength >= pullRequests.length) return;
    }
  }
  const source = {
    kind: 'bitbucket-cloud',
    hostname: 'api.bitbucket.org',
    listCommitAuthors: null,
    pullRequests: {
      list,
      async comments({ slug, number }: { slug: string; number: number }) {
        ask(`talk ${slug} ${number}`);
        return { comments: repositories[slug]?.comments?.[number] ?? [] };
      },
    },
    async readTextFile({ slug }: { slug: string }) {
      ask(`file ${slug}`);
      return repositories[slug]?.attributes ?? null;
    },
  } as unknown as SourceHost;
  return { source, requests };
}
