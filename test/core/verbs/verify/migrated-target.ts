import type {
  TargetComment,
  TargetPullRequest,
} from '../../../../src/core/ports/pull-request-target.ts';
import type {
  CreatedKind,
  CreatedObject,
  RepositoryState,
  StepState,
} from '../../../../src/core/ports/records/migration.ts';
import type { TargetRepository } from '../../../../src/core/ports/records/repository.ts';
import type { Store } from '../../../../src/core/ports/store.ts';
import type { AuditedComment, AuditedReview } from '../../../../src/core/ports/target-audit.ts';
import type { TargetHost } from '../../../../src/core/ports/target-host.ts';
import { textDigest } from '../../../../src/core/replica/recorded/pull-requests/written-record.ts';
import { createMarkers } from '../../../../src/core/text/context/marker.ts';
import type { Difference } from '../../../../src/core/verbs/verify/findings/difference.ts';
import { createFindingCollector } from '../../../../src/core/verbs/verify/findings/finding-collector.ts';
import type { RereadSource } from '../../../../src/core/verbs/verify/reread-source.ts';
import { verifyRepository } from '../../../../src/core/verbs/verify/verify-repository.ts';

const markerKey = new Uint8Array(32).fill(7);
const markers = createMarkers({ key: markerKey, scope: '{web}' });

/** When the migration made everything. */
export const migratedAt = Date.parse('2026-11-20T12:00:00Z');

/** A text as the migration writes it, with its marker. */
export function marked(text: string, subject: string): string {
  return `${text}\n\n${markers.mark(subject)}`;
}

/** A hash of forty times the same digit. */
export function hashOf(digit: string): string {
  return digit.repeat(40);
}

/**
 * A repository right after its migration, as the target has it and as the state recorded it: one open pull request with a
 * review comment, a reply to it, a comment and a review. A test changes the target and verifies.
 */
export class MigratedTarget {
  repository: TargetRepository | null = {
    ...{ id: '7', owner: 'acme', name: 'web', description: 'A shop', topics: ['shop'] },
    ...{ visibility: 'private', defaultBranch: 'main', archived: false },
    ...{ createdAt: '2026-11-20T12:00:00Z', webUrl: 'https://github.example/acme/web' },
  };
  readonly refs = new Map([
    ['refs/heads/main', hashOf('a')],
    ['refs/heads/topic', hashOf('b')],
    ['refs/tags/v1', hashOf('c')],
  ]);
  /** As the source has them now. */
  readonly sourceRefs = new Map(this.refs);
  readonly missingLfs = new Set<string>();
  readonly pulls: TargetPullRequest[] = [
    {
      ...{ number: 1, title: 'Add a basket', body: marked('Please', 'pull-request 1') },
      ...{ state: 'open', isMerged: false, isDraft: false },
      head: { branch: 'topic', commit: hashOf('b') },
      base: { branch: 'main', commit: hashOf('a') },
      ...{ author: null, createdAt: '2026-11-20T12:00:00Z', endedAt: null },
      webUrl: 'https://github.example/acme/web/pull/1',
    },
  ];
  readonly reviewComments = [
    reviewComment('90', marked('Why?', 'comment 1/90'), null),
    reviewComment('91', marked('Because', 'comment 1/91'), '90'),
  ];
  readonly comments = [conversationComment('5', marked('Thanks', 'comment 1/5'))];
  readonly reviews: AuditedReview[] = [
    { ...comment('80', marked('Looks good', 'review 1/80')), verdict: null },
  ];
  readonly threads = new Map([['90', true]]);
  steps: StepState[] = [step('pull-requests', 'done')];
  status: RepositoryState['status'] = 'succeeded';
  failure: RepositoryState['failure'] = null;
  rows: CreatedObject[] = [
    row('repository', { sourceId: '{web}', targetId: '7' }),
    row('refs', { sourceId: 'target', data: { refs: Object.fromEntries(this.refs) } }),
    row('lfs', { sourceId: 'target', data: { objects: [{ oid: 'f00d', size: 12 }] } }),
    row('settings', {
      sourceId: 'target',
      data: {
        ...{ defaultBranch: 'main', visibility: 'private', archived: false },
        ...{ description: 'A shop', topics: ['shop'] },
      },
    }),
    row('pull-request', {
      ...{ sourceId: '1', targetId: '1' },
      data: {
        ...{ isDone: true, state: 'open', changes: [], leftImages: [], comments: 3 },
        ...{ title: textDigest('Add a basket'), titleText: 'Add a basket' },
        body: textDigest(marked('Please', 'pull-request 1')),
        ...{ head: hashOf('b'), base: 'main', outcome: 'open', isDraft: false },
        resolved: ['comment 1/90'],
      },
    }),
    written('comment 1/90', 'review-comment:90', { text: 'Why?', place: 'a.txt RIGHT 3' }),
    written('comment 1/91', 'review-comment:91', {
      text: 'Because',
      place: 'reply to comment 1/90',
    }),
    written('comment 1/5', 'comment:5', { text: 'Thanks', place: null }),
    written('review 1/80', 'review:80', { text: 'Looks good', place: null }),
  ];

  /** Removes the comment of that id from the target. */
  remove(id: string): void {
    for (const list of [this.reviewComments, this.comments, this.reviews]) {
      const at = list.findIndex((one) => one.id === id);
      if (at !== -1) list.splice(at, 1);
    }
  }

  async verify(reread: RereadSource | null = null) {
    return verifyRepository({
      isMapLost: false,
      findsAllWork: false,
      target: this.#host(),
      listRefs: async ({ url }) => (url.startsWith('https://github') ? this.refs : this.sourceRefs),
      store: this.#store(),
      markerKey,
      migration: 'mig_000000000001',
      organization: 'acme',
      state: {
        ...{ source: 'web', target: 'web', status: this.status, refs: 3, webUrl: null },
        ...{ reason: null, failure: this.failure, startedAt: migratedAt, finishedAt: migratedAt },
      },
      reread,
      settings: null,
      collector: createFindingCollector(),
      signal: new AbortController().signal,
    });
  }

  /** Each as `verdict kind name: message`, with what a repair does. */
  async differences(reread: RereadSource | null = null): Promise<readonly string[]> {
    return (await this.verify(reread)).differences.map(lineOf);
  }

  #store(): Store {
    const store: Partial<Store> = {
      listObjects: async (_migration, _repository, kind) =>
        this.rows.filter((one) => one.kind === kind),
      listSteps: async () => this.steps,
    };
    return store as Store;
  }

  #host(): TargetHost {
    const present = () => this.repository;
    const page = async function* <T>(items: readonly T[]) {
      yield items;
    };
    return {
      findRepository: async () => {
        const repository = present();
        return repository === null ? { state: 'absent' } : { state: 'present', repository };
      },
      gitAccess: () => ({ url: 'https://github.example/acme/web.git' }),
      pullRequests: { list: () => page(this.pulls) },
      audit: {
        listReviewComments: () => page(this.reviewComments),
        listComments: () => page(this.comments),
        readConversations: async () =>
          new Map([[1, { reviews: this.reviews, threads: this.threads, events: null }]]),
        findMissingLfsObjects: async () => this.missingLfs,
      },
    } as unknown as TargetHost;
  }
}

export function step(name: StepState['name'], status: StepState['status']): StepState {
  return { name, status, summary: null, data: null };
}

function lineOf({ verdict, kind, name, message, repair }: Difference): string {
  return `${verdict} ${kind} ${name}: ${message}${repair === null ? '' : ` [${repair.what}]`}`;
}

function row(
  kind: CreatedKind,
  { data, ...rest }: Partial<Omit<CreatedObject, 'data'>> & { sourceId: string; data?: object },
): CreatedObject {
  return {
    ...{ kind, intendedAt: migratedAt, targetId: 'target', targetUrl: null },
    ...rest,
    data: data === undefined ? null : JSON.stringify(data),
  };
}

function written(
  key: string,
  targetId: string,
  { text, place }: { text: string; place: string | null },
): CreatedObject {
  const data = { digest: textDigest(marked(text, key)), place };
  return row('comment', { sourceId: `1/${key}`, targetId, data });
}

function comment(id: string, body: string): TargetComment {
  return {
    id,
    body,
    webUrl: `https://github.example/c/${id}`,
    ...{ author: null, createdAt: null },
    rootId: null,
    place: null,
  };
}

export function conversationComment(id: string, body: string): AuditedComment {
  return { ...comment(id, body), number: 1, madeOn: null };
}

export function reviewComment(id: string, body: string, rootId: string | null): AuditedComment {
  const place = { path: 'a.txt', line: 3, side: 'RIGHT', startLine: null, isFile: false } as const;
  return { ...comment(id, body), rootId, place, number: 1, madeOn: { line: 3, startLine: null } };
}
