/** Somebody on the source. Every text is hostile until escaped. */
export interface Person {
  /** The host's own stable identity (Bitbucket Cloud: the UUID with its braces, in small letters; Data Center: the user name). */
  readonly id: string;
  /** Atlassian's account id, which mentions name people by; `null` where the host tells none. */
  readonly accountId: string | null;
  /** Unreliable on Bitbucket Cloud: most people have none any more. */
  readonly username: string | null;
  readonly nickname: string | null;
  /** Where the host tells it: Bitbucket Cloud never does. */
  readonly email?: string | null | undefined;
  readonly displayName: string;
  /** `app`: an access token or a bot. */
  readonly kind: 'user' | 'app' | 'team';
}

/** A text as its author wrote it, with the language that it is written in. */
export interface SourceText {
  readonly raw: string;
  readonly markup: 'markdown' | 'creole' | 'plaintext';
}
