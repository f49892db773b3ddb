import type { LeaseHolder } from '../records/migration.ts';

/** Names the owner of secrets, and the host. */
export interface SecretsOf {
  readonly host: string;
  /** In lower case. */
  readonly owner: string;
}

/** Describes what was meant for a secret, or answered: a name and times, never a value. */
export interface SecretNote {
  /** Owner of the secret; opaque. */
  readonly place: string;
  readonly name: string;
  /** `nothing`: what the note before it meant was not written. */
  readonly what: 'placeholder' | 'value' | 'nothing';
  /** By the writing machine's clock, in milliseconds since 1970. */
  readonly intendedAt: number;
  /** By the host's clock; `null` without an answer, or without a time in it. */
  readonly writtenAt: number | null;
}

/** Notes about the secrets that were written, for all machines. Errors are those of the store. */
export interface SecretNotes {
  /**
   * Oldest first.
   * @param places these, and those whose names begin with one of them and a slash; all if left out
   */
  list(of: SecretsOf, places?: readonly string[]): Promise<readonly SecretNote[]>;
  /** The right to write the secrets of an owner. @throws `state` naming the process that has it */
  acquire(of: SecretsOf, process: LeaseHolder): Promise<SecretsLease>;
  /**
   * On the disk when it resolves.
   * @param lease its id: this process's, or that of the one that leads it
   * @throws `state` where the lease has ended
   */
  append(of: SecretsOf & { readonly lease: string }, note: SecretNote): Promise<void>;
}

interface SecretsLease {
  readonly id: string;
  /** To be called more often than every `leaseMilliseconds`. @throws `state` where it has ended */
  renew(): Promise<void>;
  release(): Promise<void>;
}
