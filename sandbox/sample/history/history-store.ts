/**
 * Fills an empty repository of the sample, or copies what has filled it before: the same name gives the same history.
 * @returns the hashes of the commits that have a label
 */
export type HistoryStore = (wanted: {
  readonly name: string;
  /** The bare repository. */
  readonly directory: string;
  readonly fill: () => Promise<ReadonlyMap<string, string>>;
}) => Promise<ReadonlyMap<string, string>>;
