/** Why a repository cannot keep its name on the target. */
export type NameChange =
  /** It holds something other than ASCII letters, digits, `.`, `_` and `-`. */
  | 'characters'
  /** It is longer than the target allows. */
  | 'length'
  /** It has an ending that the target keeps for itself. */
  | 'suffix'
  /** It is empty, `.` or `..`. */
  | 'reserved'
  /** Another repository has it already; letter case makes no difference. */
  | 'collision';

export interface TargetName {
  readonly source: string;
  readonly target: string;
  /** Empty where the name stays as it is. */
  readonly changes: readonly NameChange[];
}

/** What a target makes of the names that are wanted: one result for each, in the same order, all different. */
export type ResolveTargetNames = (wanted: readonly string[]) => readonly TargetName[];

const reasons: Record<NameChange, string> = {
  characters: 'the target replaces other characters by a hyphen',
  length: 'the name is too long for the target',
  suffix: 'the target keeps this ending for itself',
  reserved: 'the target reserves this name',
  collision: 'another repository has this name already',
};

/** Why a name changes, as a sentence without a full stop. */
export function nameChangeText(changes: readonly NameChange[]): string {
  return changes.map((change) => reasons[change]).join(', and ');
}
