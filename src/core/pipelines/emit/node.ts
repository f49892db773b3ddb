import type { Place } from '../tree/tree.ts';

/** A value of a workflow before it is written. */
export type Node =
  | string
  | number
  | boolean
  | readonly Node[]
  | { readonly [key: string]: Node | undefined }
  | Marked
  | Commented;

/** Remembers which places of the input a value stands for. */
export class Marked {
  readonly value: Node;
  readonly places: readonly Place[];
  constructor(value: Node, places: readonly Place[]) {
    this.value = value;
    this.places = places;
  }
}

/** A value with a comment behind it. */
export class Commented {
  readonly value: string;
  readonly comment: string;
  constructor(value: string, comment: string) {
    this.value = value;
    this.comment = comment;
  }
}

/** Marks a value as what became of some places; missing places count for nothing. Pure. */
export function from(value: Node, ...places: readonly (Place | null | undefined)[]): Marked {
  return new Marked(
    value,
    places.flatMap((place) => place ?? []),
  );
}

/** Tells a list from the other values. Pure. */
export function isList(node: Node): node is readonly Node[] {
  return Array.isArray(node);
}
