import type { Pipe, Script } from '../model/step.ts';
import type { Place } from '../tree/tree.ts';

/** Commands up to the next pipe, which share a shell; or a pipe. */
export type Stretch =
  | {
      readonly kind: 'commands';
      readonly lines: readonly string[];
      readonly places: readonly Place[];
    }
  | Pipe;

/** Splits a script at its pipes. Pure. */
export function stretchesOf({ lines }: Script): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let commands: { lines: string[]; places: Place[] } | null = null;
  for (const line of lines) {
    if (line.kind === 'pipe') {
      commands = null;
      stretches.push(line);
      continue;
    }
    if (commands === null) {
      commands = { lines: [], places: [] };
      stretches.push({ kind: 'commands', ...commands });
    }
    commands.lines.push(line.text);
    commands.places.push(line.place);
  }
  return stretches;
}
