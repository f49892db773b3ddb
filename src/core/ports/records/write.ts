import type { RepositoryName } from './target-address.ts';

/** Something that is sent to change a host: a request, a push, an upload of LFS objects. */
export type Write =
  | {
      readonly kind: 'request';
      /** Name and port. */
      readonly host: string;
      readonly method: string;
      /** With its query. */
      readonly path: string;
      /** As it is sent, before it becomes JSON. */
      readonly body: unknown;
      /** The repository that it changes by its name, wherever that name stands. Missing: it names none. */
      readonly repository?: RepositoryName | undefined;
    }
  | {
      readonly kind: 'push';
      /** Of the repository. */
      readonly url: string;
      readonly refs: readonly WrittenRef[];
    }
  | {
      readonly kind: 'lfs';
      readonly url: string;
      readonly objects: readonly { readonly oid: string; readonly size: number }[];
    };

export interface WrittenRef {
  /** Full name. */
  readonly ref: string;
  /** `null`: nothing; missing where it is not known. */
  readonly from?: string | null;
  /** `null`: it is deleted. */
  readonly to: string | null;
}

/** Describes what became of it. Without any, it is unknown. */
export type WriteResult =
  | { readonly kind: 'answered'; readonly status: number; readonly json: unknown }
  | {
      readonly kind: 'pushed';
      readonly refs: readonly (WrittenRef & { readonly status: string })[];
    }
  /** A program has ended. */
  | { readonly kind: 'ended'; readonly exitCode: number | null }
  /** No answer came. */
  | { readonly kind: 'lost'; readonly reason: string; readonly mayHaveArrived: boolean };

/** Records all that is sent to change a host, while a migration is held. */
export interface WriteJournal {
  /**
   * To be called before it is sent.
   * @throws `state` if it cannot be recorded: then it must not be sent
   */
  begin(write: Write): Promise<WriteInFlight>;
  /** Notes what a read has shown of an object, so that a later change can be recorded with what was there before. */
  saw(read: { readonly host: string; readonly path: string; readonly json: unknown }): void;
}

export interface WriteInFlight {
  /** Never throws: what was done is done. */
  end(result: WriteResult): Promise<void>;
}
