import type { Plan, PlannedRepository } from '../../plan/plan-schema.ts';
import type { SourceComment, SourcePullRequest } from '../../ports/records/pull-request.ts';
import type { MigrationServices } from '../../replica/context/migration-context.ts';
import { commentKey, pullRequestKey } from '../../replica/model/keys.ts';
import { createMarkers, type Markers } from '../../text/context/marker.ts';

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
    rows.push(...(await compareRepository({ services, plan, planned, markers })));
  }
  return rows;
}

interface Comparing {
  readonly services: MigrationServices;
  readonly plan: Plan;
  readonly planned: PlannedRepository;
  readonly markers: Markers;
}

async function compareRepository(comparing: Comparing): Promise<readonly ComparedPullRequest[]> {
  const { services, plan, planned, markers } = comparing;
  const target = { owner: plan.target.organization, name: planned.target };
  const byDigest = new Map<string, { number: number; state: string }>();
  for await (const page of services.target.pullRequests.list(target)) {
    for (const { number, body, state, isMerged } of page) {
      const digest = markers.digestOf(body);
      if (digest !== null) byDigest.set(digest, { number, state: isMerged ? 'merged' : state });
    }
  }
  const rows: ComparedPullRequest[] = [];
  const name = { workspace: plan.source.workspace, slug: planned.source };
  for await (const { pullRequests } of services.source.pullRequests.list(name)) {
    for (const pullRequest of pullRequests) {
      const found = byDigest.get(markers.digest(pullRequestKey(pullRequest))) ?? null;
      rows.push(await compareOne(comparing, pullRequest, found));
    }
  }
  return rows;
}

async function compareOne(
  { services, plan, planned, markers }: Comparing,
  pullRequest: SourcePullRequest,
  found: { number: number; state: string } | null,
): Promise<ComparedPullRequest> {
  const { number, state, commentCount } = pullRequest;
  const { comments } = await services.source.pullRequests.conversation({
    workspace: plan.source.workspace,
    slug: planned.source,
    number,
    commentCount,
  });
  const digests =
    found === null
      ? new Set<string>()
      : await digestsIn({ services, plan, planned, markers }, found.number);
  const count = (kind: Kind): Found => {
    const some = comments.filter((comment) => !comment.isDeleted && kindOf(comment) === kind);
    const here = some.filter((comment) =>
      digests.has(markers.digest(commentKey(pullRequest, comment))),
    );
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
  };
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

/** The markers in one pull request. */
async function digestsIn(
  { services, plan, planned, markers }: Comparing,
  number: number,
): Promise<ReadonlySet<string>> {
  const { pullRequests } = services.target;
  const name = { owner: plan.target.organization, name: planned.target, number };
  const digests = new Set<string>();
  for (const pages of [pullRequests.listReviewComments(name), pullRequests.listComments(name)]) {
    for await (const page of pages) {
      for (const { body } of page) digests.add(markers.digestOf(body) ?? '');
    }
  }
  return digests;
}
