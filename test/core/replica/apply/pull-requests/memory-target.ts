import { MigratorError } from '../../../../../src/core/kernel/errors.ts';
import type {
  PullRequestName,
  PullRequestTarget,
  TargetComment,
  TargetPullRequest,
  Written,
} from '../../../../../src/core/ports/pull-request-target.ts';
import type { TargetAudit } from '../../../../../src/core/ports/target-audit.ts';
import type { TargetRefs } from '../../../../../src/core/replica/context/migration-context.ts';

type Kind = 'review' | 'review-comment' | 'comment';
type Text = TargetComment & { readonly kind: Kind; readonly number: number };

interface Fault {
  readonly method: string;
  /** `true`: the request is carried out, and its answer is lost. */
  readonly arrives: boolean;
  readonly error: MigratorError;
}

/** Nothing that comes after it was done by that process. */
export const killed = new Error('killed');

export const lost = new MigratorError('ambiguous-write', 'no answer');

/** Pull requests and branches of one repository of the target, in memory. */
export class MemoryTarget {
  readonly pulls = new Map<number, TargetPullRequest>();
  readonly texts: Text[] = [];
  private written = 0;
  readonly refs = new Map<string, string>();
  /** Requests that change something, in their order. */
  readonly requests: string[] = [];
  readonly resolved: string[] = [];
  readonly faults: Fault[] = [];
  /** Places that a comment may not be on: `line` or `file`; `everything` refuses the conversation too. */
  refuses: ReadonlySet<'review' | 'line' | 'file' | 'reply' | 'conversation'> = new Set();
  marksMerges = true;
  /** The process ends with this request that changes something, from 1: before the target has it, or after. */
  killAt: { readonly request: number; readonly arrives: boolean } | null = null;
  /** Neither the target nor the state hears from the process any more. */
  isKilled = false;
  mergeOutcome: 'merged' | 'not-mergeable' = 'merged';

  readonly targetRefs: TargetRefs = {
    list: async () => new Map(this.refs),
    update: async (updates) =>
      updates.map(({ ref, to }) => {
        if (to === null) this.refs.delete(ref);
        else this.refs.set(ref, to);
        this.requests.push(`push ${ref} ${to}`);
        return { ref, status: 'updated', failure: null };
      }),
  };

  readonly pullRequests: PullRequestTarget = {
    newestNumber: async () => Math.max(0, ...this.pulls.keys()),
    list: () => onePage([...this.pulls.keys()].sort((a, b) => b - a).map((n) => this.look(n))),
    find: async ({ number }) => (this.pulls.has(number) ? this.look(number) : null),
    readState: async ({ number }) => this.pulls.get(number)?.state ?? null,
    readCloser: async () => null,
    reopen: () => {
      throw new Error('nothing is opened again');
    },
    create: ({ title, body, head, base, isDraft }) =>
      this.request(`create ${title}`, () => {
        const number = Math.max(0, ...this.pulls.keys()) + 1;
        this.open(number, { title, body, isDraft, head: this.tip(head), base: this.tip(base) });
        return { kind: 'created', pullRequest: this.look(number) };
      }),
    update: ({ number, state, title, body, base }) =>
      this.request(`update ${number} ${state ?? base ?? 'texts'}`, () => {
        const { title: oldTitle, body: oldBody, state: oldState, ...rest } = this.look(number);
        this.pulls.set(number, {
          ...rest,
          base: base === undefined ? rest.base : this.tip(base),
          title: title ?? oldTitle,
          body: body ?? oldBody,
          state: state ?? oldState,
        });
        return this.look(number);
      }),
    merge: ({ number }) =>
      this.request(`merge ${number}`, () => {
        if (this.mergeOutcome === 'merged')
          this.pulls.set(number, { ...this.look(number), state: 'closed', isMerged: true });
        return this.mergeOutcome;
      }),
    createReview: ({ number, body, comments }) =>
      this.request(`review with ${comments.length}`, () => {
        if (comments.length > 0 && this.refuses.has('review')) return refusal;
        for (const comment of comments) this.write(number, 'review-comment', comment.body);
        return this.write(number, 'review', body);
      }),
    createReviewComment: ({ number, body, place }) => {
      const where = 'line' in place ? 'line' : 'file';
      return this.request(`comment on ${where}`, () =>
        this.refuses.has(where) ? refusal : this.write(number, 'review-comment', body),
      );
    },
    createReply: ({ number, body, rootId }) =>
      this.request(`reply to ${rootId}`, () =>
        this.refuses.has('reply') ? refusal : this.write(number, 'review-comment', body),
      ),
    createComment: ({ number, body }) =>
      this.request('comment', () =>
        this.refuses.has('conversation') ? refusal : this.write(number, 'comment', body),
      ),
    listCommentsOfReview: (name) => this.listed(name, 'review-comment'),
    listReviewComments: (name) => this.listed(name, 'review-comment'),
    listReviews: (name) => this.listed(name, 'review'),
    listComments: (name) => this.listed(name, 'comment'),
    resolveThreads: async ({ rootIds, reopens = false }) => {
      const others = this.resolved.filter((id) => !rootIds.includes(id));
      this.resolved.splice(0, this.resolved.length, ...others, ...(reopens ? [] : rootIds));
      return [];
    },
    setDraft: ({ number, isDraft }) =>
      this.request(`draft ${number} ${isDraft}`, () => {
        this.pulls.set(number, { ...this.look(number), isDraft });
      }),
    withdrawReviewers: ({ number, logins }) =>
      this.request(`withdraw ${number} ${logins.join(' ')}`, () => {}),
    isCollaborator: async () => true,
    listReviewers: async () => new Set<string>(),
    requestReviewers: async () => 'requested',
    readCommit: async () => null,
    findUsers: async () => new Map<string, string>(),
  };

  readonly audit: Pick<TargetAudit, 'updateText' | 'deleteText'> = {
    updateText: ({ kind, id, body }) =>
      this.request(`edit ${kind}`, () => this.replace({ kind, id }, (text) => [{ ...text, body }])),
    deleteText: ({ kind, id }) =>
      this.request(`delete ${kind}`, () => this.replace({ kind, id }, () => [])),
  };

  private replace(which: Pick<Text, 'kind' | 'id'>, to: (text: Text) => readonly Text[]): void {
    const at = this.texts.findIndex(({ kind, id }) => kind === which.kind && id === which.id);
    const text = this.texts[at];
    if (text !== undefined) this.texts.splice(at, 1, ...to(text));
  }

  /** A pull request that is there. */
  open(number: number, change: Partial<TargetPullRequest> = {}): void {
    this.pulls.set(number, {
      number,
      title: '',
      body: '',
      state: 'open',
      isMerged: false,
      isDraft: false,
      head: { branch: `pr-${number}/head`, commit: `head-${number}` },
      base: { branch: `pr-${number}/base`, commit: `base-${number}` },
      ...{ author: null, createdAt: '2026-01-01T00:00:00Z', endedAt: null },
      webUrl: `https://target.example/acme/app/pull/${number}`,
      ...change,
    });
  }

  write(number: number, kind: Kind, body: string): Written {
    this.written += 1;
    const id = String(this.written);
    const webUrl = `https://target.example/acme/app/pull/${number}#${id}`;
    const unknown = { author: null, createdAt: null, rootId: null, place: null };
    this.texts.push({ number, kind, id, body, webUrl, ...unknown });
    return { kind: 'written', id, webUrl };
  }

  private tip(branch: string) {
    return { branch, commit: this.refs.get(`refs/heads/${branch}`) ?? '' };
  }

  /** As it is now: one whose base contains its head is merged, where the target marks that. */
  private look(number: number): TargetPullRequest {
    const one = this.pulls.get(number);
    if (one === undefined) throw new MigratorError('not-found', `no pull request ${number}`);
    const base = this.refs.get(`refs/heads/${one.base.branch}`);
    if (!this.marksMerges || one.state === 'closed' || base !== one.head.commit) return one;
    return { ...one, state: 'closed', isMerged: true };
  }

  private listed({ number }: PullRequestName, kind: Kind) {
    return onePage(this.texts.filter((text) => text.number === number && text.kind === kind));
  }

  private async request<T>(what: string, carryOut: () => T): Promise<T> {
    const index = this.faults.findIndex(({ method }) => what.startsWith(method));
    const [fault] = index < 0 ? [] : this.faults.splice(index, 1);
    this.requests.push(what);
    if (fault?.arrives === false) throw fault.error;
    const isLast = this.killAt?.request === this.requests.length;
    this.isKilled ||= isLast;
    if (this.isKilled && !(isLast && this.killAt?.arrives === true)) throw killed;
    const answer = carryOut();
    if (fault !== undefined) throw fault.error;
    if (this.isKilled) throw killed;
    return answer;
  }
}

const refusal = { kind: 'refused', message: 'not there' } as const;

async function* onePage<T>(rows: readonly T[]): AsyncGenerator<readonly T[]> {
  yield rows;
}
