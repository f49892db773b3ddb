import type { Person } from '../../../../../src/core/ports/records/person.ts';
import type {
  InlineLocation,
  SourceComment,
  SourceConversation,
  SourcePullRequest,
  SourceTask,
} from '../../../../../src/core/ports/records/pull-request.ts';
import { describeChanges as describe } from '../../../../../src/core/replica/desired/render/describe-changes.ts';
import type { Rendering } from '../../../../../src/core/replica/desired/render/input/rendering.ts';
import { renderPullRequest as render } from '../../../../../src/core/replica/desired/render/render-pull-request.ts';
import {
  desirePullRequest,
  type FoundPullRequest,
} from '../../../../../src/core/replica/model/desire-pull-request.ts';
import type { Placement } from '../../../../../src/core/replica/model/placement.ts';
import { createMarkers } from '../../../../../src/core/text/context/marker.ts';
import { words } from './words.ts';

export const markers = createMarkers({ key: new Uint8Array(32).fill(7), scope: '{acme/app}' });

export function person(displayName: string): Person {
  return {
    id: `{${displayName}}`,
    accountId: null,
    username: null,
    nickname: null,
    displayName,
    kind: 'user',
  };
}

export const jane = person('Jane');
export const bob = person('Bob');

function pullRequest(change: Partial<SourcePullRequest> = {}): SourcePullRequest {
  return {
    number: 42,
    title: 'Add a door',
    description: { raw: 'A house needs one.', markup: 'markdown' },
    state: 'open',
    isDraft: false,
    author: jane,
    closedBy: null,
    reason: '',
    source: { branch: 'door', commit: 'aaaaaaaaaaaa', repository: 'acme/app' },
    destination: { branch: 'main', commit: 'bbbbbbbbbbbb', repository: 'acme/app' },
    mergeCommit: null,
    closeSourceBranch: false,
    commentCount: 0,
    reviewers: [],
    participants: [],
    createdAt: '2023-05-01T10:12:00Z',
    updatedAt: '2023-05-04T08:00:00Z',
    webUrl: 'https://bitbucket.org/acme/app/pull-requests/42',
    ...change,
  };
}

export function comment(id: string, change: Partial<SourceComment> = {}): SourceComment {
  const createdAt = change.createdAt ?? `2023-05-02T10:${id.padStart(2, '0').slice(-2)}:00Z`;
  return {
    id,
    parentId: null,
    author: bob,
    text: { raw: `Text of ${id}.`, markup: 'markdown' },
    createdAt,
    updatedAt: createdAt,
    isDeleted: false,
    resolution: null,
    inline: null,
    webUrl: `https://bitbucket.org/acme/app/pull-requests/42/_/diff#comment-${id}`,
    ...change,
  };
}

export function place(change: Partial<InlineLocation> = {}): InlineLocation {
  return {
    path: 'src/door.ts',
    oldPath: null,
    from: null,
    to: 12,
    startFrom: null,
    startTo: null,
    isOutdated: false,
    context: null,
    sourceCommit: null,
    destinationCommit: null,
    ...change,
  };
}

export function task(id: string, change: Partial<SourceTask> = {}): SourceTask {
  return {
    id,
    text: { raw: `Task ${id}`, markup: 'markdown' },
    isResolved: false,
    author: jane,
    createdAt: '2023-05-03T09:00:00Z',
    resolvedBy: null,
    resolvedAt: null,
    commentId: null,
    ...change,
  };
}

export function onLine(commit = 'c1', line = 12): Placement & { kind: 'line' } {
  return {
    kind: 'line',
    commit,
    place: { path: 'src/door.ts', line, side: 'RIGHT', startLine: null, startSide: null },
  };
}

export function onFile(): Placement & { kind: 'file' } {
  return { kind: 'file', commit: 'c1', place: { path: 'src/door.ts' }, why: 'no such line' };
}

export type RenderPullRequest = Omit<FoundPullRequest, 'range' | 'convert'> &
  Omit<Rendering, 'pullRequest'>;

function desired(input: RenderPullRequest): Rendering {
  const { convert } = input.words;
  return { ...input, pullRequest: desirePullRequest({ ...input, convert, range: null }) };
}

/** Renders what was read. */
export function renderPullRequest(input: RenderPullRequest) {
  return render(desired(input));
}

export function describeChanges(input: RenderPullRequest) {
  return describe(desired(input));
}

/** Returns what is to be rendered; placements by comment id. */
export function options(
  change: {
    pullRequest?: Partial<SourcePullRequest>;
    conversation?: Partial<SourceConversation>;
    placements?: Record<string, Placement>;
  } & Partial<Pick<RenderPullRequest, 'mode' | 'carried' | 'words' | 'conversationIn'>> = {},
): RenderPullRequest {
  return {
    pullRequest: pullRequest(change.pullRequest),
    conversation: { comments: [], unpublished: 0, tasks: [], activity: [], ...change.conversation },
    mode: change.mode ?? 'threaded',
    placements: new Map(Object.entries(change.placements ?? {})),
    carried: change.carried ?? { kind: 'commits' },
    conversationIn: change.conversationIn ?? null,
    words: change.words ?? words(),
    markers,
  };
}
