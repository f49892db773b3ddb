/** Somebody whom the host would have sent mail. */
export interface GithubNotification {
  readonly login: string;
  readonly reason: 'mention' | 'team_mention' | 'review_requested' | 'code_owner' | 'assign';
  /** `owner/name`, and the number of the issue or pull request there. */
  readonly repository: string;
  readonly number: number;
}

/** Something that a text or a commit names. It shows on the page of what is named. */
export interface GithubReference {
  /** Where it was said. `number` is `null` for a commit's message. */
  readonly repository: string;
  readonly number: number | null;
  /** As it stands in the text. */
  readonly text: string;
  readonly to:
    | { readonly kind: 'number'; readonly repository: string; readonly number: number }
    | { readonly kind: 'commit'; readonly sha: string };
  /** Behind a keyword such as `fixes`. */
  readonly closes: boolean;
}

export interface NoticeBook {
  readonly notifications: GithubNotification[];
  readonly references: GithubReference[];
}

export function createNoticeBook(): NoticeBook {
  return { notifications: [], references: [] };
}
