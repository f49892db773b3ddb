import type { Person, SourceText } from './person.ts';

export type PullRequestState = 'open' | 'merged' | 'declined' | 'superseded';

/** A row of the source's list. Times are ISO 8601, UTC. Every text is hostile until escaped. */
export interface SourcePullRequest {
  readonly number: number;
  readonly title: string;
  readonly description: SourceText;
  readonly state: PullRequestState;
  readonly isDraft: boolean;
  /** `null`: a deleted account. */
  readonly author: Person | null;
  /** Who merged or declined it, if known. */
  readonly closedBy: Person | null;
  /** Why it was declined; often empty. */
  readonly reason: string;
  readonly source: PullRequestSide;
  readonly destination: PullRequestSide;
  /** As many digits as the source gives (Bitbucket Cloud: 12). */
  readonly mergeCommit: string | null;
  readonly closeSourceBranch: boolean;
  /** The source's count: with replies, perhaps with deleted comments. Zero means none, `null` unknown. */
  readonly commentCount: number | null;
  /** Tasks that are not done, where the source's list has their number. */
  readonly openTasks?: number;
  /** `true`: it is known to have none at all, so that they need not be read. */
  readonly lacksTasks?: boolean;
  readonly reviewers: readonly Person[];
  readonly participants: readonly Participant[];
  readonly createdAt: string;
  readonly updatedAt: string;
  /** The page that a person opens. */
  readonly webUrl: string;
  /** Changes with anything in the source's list that is migrated, and with the times and counts in it. */
  readonly revision?: string;
}

export interface PullRequestSide {
  /** Short name. */
  readonly branch: string | null;
  /** As many digits as the source gives (Bitbucket Cloud: 12), in lower case. */
  readonly commit: string | null;
  /** `workspace/slug`; `null` where that repository is gone. */
  readonly repository: string | null;
}

export interface Participant {
  readonly person: Person | null;
  readonly role: 'reviewer' | 'participant';
  readonly verdict: 'approved' | 'changes-requested' | null;
  readonly at: string | null;
}

/** Comments, tasks and activity of a pull request. */
export interface SourceConversation {
  /** Flat, oldest first, with deleted ones (they may have replies), without unpublished ones. */
  readonly comments: readonly SourceComment[];
  /** The number of unpublished comments that were left out. */
  readonly unpublished: number;
  /** Oldest first. */
  readonly tasks: readonly SourceTask[];
  /** Oldest first; without the comments. */
  readonly activity: readonly SourceActivity[];
  /** Where the activity shows it and the list does not. */
  readonly closing?: { readonly by: Person | null; readonly mergeCommit: string | null } | null;
}

export interface SourceComment {
  /** The source's number, as text. */
  readonly id: string;
  readonly parentId: string | null;
  /** `null`: a deleted account. */
  readonly author: Person | null;
  readonly text: SourceText;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** The text is gone; the comment stays as the root of its replies. */
  readonly isDeleted: boolean;
  /** Of a thread's first comment. */
  readonly resolution: { readonly by: Person | null; readonly at: string | null } | null;
  readonly inline: InlineLocation | null;
  readonly webUrl: string;
}

/** With neither line the comment is about the whole file. The source checks none of this. */
export interface InlineLocation {
  readonly path: string;
  /** The path before a rename, if known. */
  readonly oldPath: string | null;
  /** Line in the old file; of several lines the last. */
  readonly from: number | null;
  /** Line in the new file; of several lines the last. */
  readonly to: number | null;
  readonly startFrom: number | null;
  readonly startTo: number | null;
  readonly isOutdated: boolean;
  /** The stored part of the diff, with its `@@` line. */
  readonly context: string | null;
  /** The commit of the comment, and the one that it was compared with. */
  readonly sourceCommit: string | null;
  readonly destinationCommit: string | null;
}

export interface SourceTask {
  readonly id: string;
  readonly text: SourceText;
  readonly isResolved: boolean;
  readonly author: Person | null;
  readonly createdAt: string;
  readonly resolvedBy: Person | null;
  readonly resolvedAt: string | null;
  /** `null`: a task of the pull request itself. */
  readonly commentId: string | null;
}

export type SourceActivity =
  | {
      readonly kind: 'state';
      readonly state: PullRequestState;
      readonly by: Person | null;
      readonly at: string;
      readonly reason: string;
    }
  | { readonly kind: 'approved'; readonly by: Person | null; readonly at: string }
  | { readonly kind: 'changes-requested'; readonly by: Person | null; readonly at: string }
  /** Withdrew an approval or a request for changes. */
  | { readonly kind: 'verdict-withdrawn'; readonly by: Person | null; readonly at: string }
  /** New commits were pushed, or the destination was changed. */
  | {
      readonly kind: 'updated';
      readonly by: Person | null;
      readonly at: string;
      /** As many digits as the source gives. */
      readonly sourceCommit: string | null;
      /** The one before it; missing or `null`: not known. */
      readonly previousCommit?: string | null;
    }
  | {
      readonly kind: 'renamed';
      readonly by: Person | null;
      readonly at: string;
      /** Titles; neither is empty. */
      readonly from: string;
      readonly to: string;
    };
