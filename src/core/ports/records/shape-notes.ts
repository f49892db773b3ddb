import type { SourceKind } from './repository.ts';

/** Ways in which an answer of a source can differ from what is expected of it. */
export const shapeDeviations = [
  'unknown-field',
  'missing-field',
  'other-type',
  'unknown-value',
  'other-status',
  'paging',
  'not-json',
  'unknown-route',
] as const;

/** How an answer of a source differs, without any of its values. */
export interface ShapeNote {
  readonly deviation: (typeof shapeDeviations)[number];
  /** `GET /repositories/{workspace}`, in the words of the host's description. */
  readonly route: string;
  /** `values[].author`, made of names that are expected there; empty: the whole answer. */
  readonly place: string;
  /** Description in words of our own: a type, a status, a kind of page. */
  readonly sent: string;
}

/** Keeps what a source sent other than expected. Never fails: nothing else depends on it. */
export interface ShapeNotes {
  /** @param name a name or value that the source made up; hostile, and kept as a keyed digest alone */
  note(note: ShapeNote, name?: string): void;
}

/** @param host for telling hosts of one kind apart */
export type OpenShapeNotes = (source: SourceKind, host: string) => ShapeNotes;
