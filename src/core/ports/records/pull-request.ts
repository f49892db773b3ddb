import type { Person, SourceText } from './person.ts';

export type PullRequestState = 'open' | 'merged' | 'declined' | 'superseded';

/** A pull request as the source's list describes it. Times are ISO 8601, UTC. Every text is hostile until escaped. */
export interface SourcePullRequest {
  readonly number: number;
  readonly title: string;
  readonly description: SourceText;
  readonly state: PullRequestState;
  readonly isDraft: boolean;
  /** `null`: an account that was deleted. */
  readonly author: Person | null;
  /** Who merged or declined it, where the source knows. */
  readonly closedBy: Person | null;
  /** Why it was declined; often empty. */
  readonly reason: string;
  readonly source: PullRequestSide;
  readonly destination: PullRequestSide;
  /** As many digits as the source gives (Bitbucket Cloud: 12). */
  readonly mergeCommit: string | null;
  readonly closeSourceBranch: boolean;
  /**
   * Of what the source counts as comments: replies too, deleted ones perhaps. Zero means that there are none, `null` that
   * the source does not tell.
   */
  readonly commentCount: number | null;
  readonly reviewers: readonly Person[];
  readonly participants: readonly Participant[];
  readonly createdAt: string;
  readonly updatedAt: string;
  /** The page that a person opens. */
  readonly webUrl: string;
  /** Another one as soon as the source's list tells anything else of it. */
  readonly revision?: string;
}

export interface PullRequestSide {
  /** Short name. */
  readonly branch: string | null;
  /** As many digits as the source gives (Bitbucket Cloud: 12), in small letters. */
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

/** Everything that was said and done about one pull request. */
export interface SourceConversation {
  /** Flat, oldest first, deleted ones among them (they may have replies); unpublished ones are left out. */
  readonly comments: readonly SourceComment[];
  /** How many unpublished comments of the reading account were left out. */
  readonly unpublished: number;
  /** Oldest first. */
  readonly tasks: readonly SourceTask[];
  /** Oldest first; without the comments. */
  readonly activity: readonly SourceActivity[];
  /** What the list does not tell, where what happened does. */
  readonly closing?: { readonly by: Person | null; readonly mergeCommit: string | null } | null;
}

export interface SourceComment {
  /** The source's number of it, as text. */
  readonly id: string;
  readonly parentId: string | null;
  /** `null`: an account that was deleted. */
  readonly author: Person | null;
  readonly text: SourceText;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Its text is gone; it stays as the root of its replies. */
  readonly isDeleted: boolean;
  /** Of a thread's first comment. */
  readonly resolution: { readonly by: Person | null; readonly at: string | null } | null;
  readonly inline: InlinePlace | null;
  readonly webUrl: string;
}

/** Where an inline comment was made. With neither line it is about the whole file. The source checks none of this. */
export interface InlinePlace {
  readonly path: string;
  /** The path before a rename, where the source tells it. */
  readonly oldPath: string | null;
  /** Line in the old file; of several lines the last. */
  readonly from: number | null;
  /** Line in the new file; of several lines the last. */
  readonly to: number | null;
  readonly startFrom: number | null;
  readonly startTo: number | null;
  readonly isOutdated: boolean;
  /** The piece of the diff as the source kept it, with its `@@` line. */
  readonly context: string | null;
  /** The commit that it was made on, and what that was compared with. */
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
  /** The comment that it hangs on; `null`: on the pull request itself. */
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
  /** Took back an approval, or what was asked for. */
  | { readonly kind: 'verdict-withdrawn'; readonly by: Person | null; readonly at: string }
  /** New commits were pushed, or the destination was changed. */
  | {
      readonly kind: 'updated';
      readonly by: Person | null;
      readonly at: string;
      /** As many digits as the source gives. */
      readonly sourceCommit: string | null;
      readonly title: string | null;
    };
