/** A user of the source. Every text is hostile until escaped. */
export interface Person {
  /** The host's stable id (Bitbucket Cloud: the UUID in braces, in lower case; Data Center: the user name). */
  readonly id: string;
  /** Atlassian's account id, which mentions use. */
  readonly accountId: string | null;
  /** Most people on Bitbucket Cloud have none. */
  readonly username: string | null;
  readonly nickname: string | null;
  /** Bitbucket Cloud shows it in commits only. */
  readonly email?: string | null | undefined;
  readonly displayName: string;
  /** `app`: an access token or a bot. */
  readonly kind: 'user' | 'app' | 'team';
}

/** A text as its author wrote it. */
export interface SourceText {
  readonly raw: string;
  readonly markup: 'markdown' | 'creole' | 'plaintext';
}
