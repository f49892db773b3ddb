import type { Plan, PlannedRepository } from '../../plan/plan-schema.ts';
import type { TargetPullRequest } from '../../ports/pull-request-target.ts';
import type { SourceComment, SourcePullRequest } from '../../ports/records/pull-request.ts';
import type { MigrationServices } from '../../replica/context/migration-context.ts';
import { createMarkers } from '../../text/context/marker.ts';
import { byMarkers, byNumbersAndTimes, type Likeness } from './likeness.ts';

/** Comments of one kind on the source (`there`), and of them on the target (`here`). */
export interface Found {
  readonly there: number;
  readonly here: number;
}

/** Keys of the JSON output. */
export interface ComparedPullRequest {
  readonly repository: string;
  readonly number: number;
  readonly target_number: number | null;
  readonly state: string;
  readonly target_state: string | null;
  readonly general: Found;
  readonly on_lines: Found;
  readonly replies: Found;
  readonly accounted: boolean;
  /** Who opened it, and when: kept by the importer. `null`: it was created by requests. */
  readonly opened: Opened | null;
}

interface Opened {
  /** Name on the source; `null`: a deleted account. */
  readonly by: string | null;
  /** ISO 8601. */
  readonly at: string;
  /** Login on the target; `null`: a deleted account. */
  readonly target_by: string | null;
  readonly target_at: string;
}

/** Reads both hosts again and looks for every pull request and every comment of the source on the target. */
export async function comparePullRequests(options: {
  services: MigrationServices;
  plan: Plan;
}): Promise<readonly ComparedPullRequest[]> {
  const { services, plan } = options;
  const key = await services.loadMarkerKey();
  const rows: ComparedPullRequest[] = [];
  for (const planned of plan.repositories) {
    const name = { workspace: plan.source.workspace, slug: planned.source };
    const repository = await services.source.findRepository(name);
    const markers = createMarkers({ key, scope: repository?.id ?? '' });
    const { engine = plan.engine } = planned;
    const likeness = engine === 'archive' ? byNumbersAndTimes : byMarkers(markers);
    rows.push(...(await compareRepository({ services, plan, planned, likeness })));
  }
  return rows;
}

interface Comparing {
  readonly services: MigrationServices;
  readonly plan: Plan;
  readonly planned: PlannedRepository;
  readonly likeness: Likeness;
}

async function compareRepository(comparing: Comparing): Promise<readonly ComparedPullRequest[]> {
  const { services, plan, planned, likeness } = comparing;
  const target = { owner: plan.target.organization, name: planned.target };
  const byLikeness = new Map<string, FoundPullRequest>();
  for await (const page of services.target.pullRequests.list(target)) {
    for (const { number, body, state, isMerged, author, createdAt } of page) {
      const same = likeness.ofTarget({ number, body });
      if (same === null) continue;
      byLikeness.set(same, { number, author, createdAt, state: isMerged ? 'merged' : state });
    }
  }
  const rows: ComparedPullRequest[] = [];
  const name = { workspace: plan.source.workspace, slug: planned.source };
  for await (const { pullRequests } of services.source.pullRequests.list(name)) {
    for (const pullRequest of pullRequests) {
      const found = byLikeness.get(likeness.ofSource(pullRequest)) ?? null;
      rows.push(await compareOne(comparing, pullRequest, found));
    }
  }
  return rows;
}

interface FoundPullRequest extends Pick<TargetPullRequest, 'number' | 'author' | 'createdAt'> {
  readonly state: string;
}

async function compareOne(
  { services, plan, planned, likeness }: Comparing,
  pullRequest: SourcePullRequest,
  found: FoundPullRequest | null,
): Promise<ComparedPullRequest> {
  const { number, state, commentCount } = pullRequest;
  const { comments } = await services.source.pullRequests.conversation({
    workspace: plan.source.workspace,
    slug: planned.source,
    number,
    commentCount,
  });
  const seen =
    found === null
      ? new Set<string>()
      : await commentsIn({ services, plan, planned, likeness }, found.number);
  const count = (kind: Kind): Found => {
    const some = comments.filter((comment) => !comment.isDeleted && kindOf(comment) === kind);
    const here = some.filter((comment) => seen.has(likeness.ofSourceComment(pullRequest, comment)));
    return { there: some.length, here: here.length };
  };
  const counts = { general: count('general'), on_lines: count('line'), replies: count('reply') };
  const isState = found !== null && expectedStates[state] === found.state;
  const isComplete = Object.values(counts).every(({ there, here }) => there === here);
  return {
    repository: planned.source,
    number,
    target_number: found?.number ?? null,
    state,
    target_state: found?.state ?? null,
    ...counts,
    accounted: isState && isComplete,
    opened: likeness === byNumbersAndTimes ? openedOf(pullRequest, found) : null,
  };
}

function openedOf(
  { author, createdAt: at }: SourcePullRequest,
  found: FoundPullRequest | null,
): Opened | null {
  if (found === null) return null;
  const { author: target_by, createdAt: target_at } = found;
  return { by: author?.displayName ?? null, at, target_by, target_at };
}

const expectedStates: Readonly<Record<SourcePullRequest['state'], string>> = {
  open: 'open',
  merged: 'merged',
  declined: 'closed',
  superseded: 'closed',
};

type Kind = 'general' | 'line' | 'reply';

function kindOf({ parentId, inline }: SourceComment): Kind {
  if (parentId !== null) return 'reply';
  return inline === null ? 'general' : 'line';
}

/** Likenesses of the comments of one pull request. */
async function commentsIn(
  { services, plan, planned, likeness }: Comparing,
  number: number,
): Promise<ReadonlySet<string>> {
  const { pullRequests } = services.target;
  const name = { owner: plan.target.organization, name: planned.target, number };
  const seen = new Set<string>();
  for (const pages of [pullRequests.listReviewComments(name), pullRequests.listComments(name)]) {
    for await (const page of pages) {
      for (const comment of page) seen.add(likeness.ofTargetComment(comment) ?? '');
    }
  }
  return seen;
}
