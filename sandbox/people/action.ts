import type { BitbucketPerson } from '../bitbucket/accounts/people.ts';
import type { Deed } from '../bitbucket/changes/bookkeeping.ts';
import type { ChangePlace } from '../bitbucket/changes/place.ts';
import type { BitbucketRepository } from '../bitbucket/records.ts';
import type { Chance } from './chance.ts';

/** Describes what somebody at work sees. */
export interface Scene extends ChangePlace {
  readonly repository: BitbucketRepository;
  readonly directory: string;
  /** Of the action, from 1. */
  readonly number: number;
  readonly chance: Chance;
  readonly deed: Deed & { readonly by: BitbucketPerson };
}

/** Describes what was done, or tried. */
export interface Outcome {
  readonly what: string;
  /** The host's refusal. */
  readonly refused: string | null;
}

export interface Action {
  readonly name: string;
  /** How often it is chosen, against the others. */
  readonly weight: number;
  /** The product that offers it; both if left out. */
  readonly product?: ChangePlace['product'];
  /** `null`: there is nothing here to do it with. */
  run(scene: Scene): Promise<Outcome | null>;
}

export function outcome(what: string, refused: string | null = null): Outcome {
  return { what, refused };
}
