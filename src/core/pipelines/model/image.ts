import type { Place, Placed } from '../tree/tree.ts';

export interface Image {
  readonly place: Place;
  readonly name: string;
  readonly username: Placed<string> | null;
  readonly password: Placed<string> | null;
  readonly user: Placed<string> | null;
  /** Credentials of a private registry at AWS. */
  readonly aws: Place | null;
}
