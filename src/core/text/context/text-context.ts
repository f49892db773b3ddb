import type { SourceKind } from '../../ports/records/repository.ts';

/** Describes what the conversion of a text must know about the migration. */
export interface TextContext {
  readonly source: {
    /** How its pages are named: Bitbucket Cloud's way if left out. */
    readonly kind?: SourceKind;
    /** `https://bitbucket.org` */
    readonly webUrl: string;
    /** The same pages as texts may name them: by the host's public address where it is reached by another. */
    readonly otherWebUrls: readonly string[];
    readonly workspace: string;
    readonly slug: string;
  };
  /** Where repositories of the same plan go, by slug in small letters (the own one among them). */
  readonly repositories: ReadonlyMap<string, { readonly webUrl: string }>;
  /** The number on the target of a pull request of one of these repositories; `null`: there is none, or it is not migrated. */
  pullRequestNumber(slug: string, number: number): number | null;
  /** The hash on the target of a commit (any abbreviation of seven digits or more); `null`: not known to be there. */
  commitHash(slug: string, hash: string): string | null;
  /** The person whom a mention names: account id, uuid with braces, or user name. `login` is the mapped user on the target. */
  findPerson(name: string): MentionedPerson | null;
  /** Where files are now that texts name by `attachment:…`; those that stayed behind are left out. */
  readonly attachments?: ReadonlyMap<string, string>;
  /** `https://github.com`, for links to profiles. */
  readonly targetWebUrl: string;
}

interface MentionedPerson {
  readonly displayName: string;
  readonly login: string | null;
}
