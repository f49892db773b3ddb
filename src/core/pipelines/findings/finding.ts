import type { Place } from '../tree/tree.ts';

/** `exact`: it does the same. `changed`: it differs as the message says. `lost`: nothing on GitHub does it. */
export type Grade = 'exact' | 'changed' | 'lost';

/** Says about one construct of the input what became of it. */
export interface Finding {
  readonly grade: Grade;
  /** Where in the input: `pipelines.default[0].step.services`. */
  readonly construct: string;
  readonly line: number;
  /** The file of an imported pipeline that the line is in; left out for the pipeline file itself. */
  readonly file?: string;
  /** Where in the output; `null` where nothing stands for it. */
  readonly output: OutputPlace | null;
  readonly message: string;
  /** The next step for a person; `null` where there is none. */
  readonly advice: string | null;
}

export interface OutputPlace {
  readonly path: string;
  readonly line: number;
}

/** Collects findings while a file is converted; one sentence about one construct counts once. */
export class Findings {
  readonly #kept = new Map<string, Omit<Finding, 'output'>>();

  changed(place: Place, message: string, advice: string | null = null): void {
    this.#add('changed', place, message, advice);
  }

  lost(place: Place, message: string, advice: string | null = null): void {
    this.#add('lost', place, message, advice);
  }

  /** For what has no line of its own in the output. */
  exact(place: Place, message: string): void {
    this.#add('exact', place, message, null);
  }

  get all(): readonly Omit<Finding, 'output'>[] {
    return [...this.#kept.values()];
  }

  #add(grade: Grade, place: Place, message: string, advice: string | null): void {
    const key = `${place.path}\n${message}`;
    if (this.#kept.has(key)) return;
    const { path: construct, line, file } = place;
    const where = file === undefined ? { line } : { line, file };
    this.#kept.set(key, { grade, construct, ...where, message, advice });
  }
}

/** Groups what is said of one line in one sentence: behind aliases and imports it stands in several places. Pure. */
export function sameSentences<T extends Pick<Finding, 'line' | 'file' | 'message'>>(
  findings: readonly T[],
): readonly (readonly T[])[] {
  const key = ({ line, file = '', message }: T) => `${file}\n${line}\n${message}`;
  return [...Map.groupBy(findings, key).values()];
}

/** Where a finding is, in a sentence: its line, after the file where it is an imported one. Pure. */
export function lineText({
  line,
  file,
}: {
  readonly line: number;
  readonly file?: string | undefined;
}): string {
  return file === undefined ? `line ${line}` : `${file} line ${line}`;
}

/** Orders findings by their lines, those of the pipeline file itself first. Pure. */
export function byPlace(
  one: Pick<Finding, 'line' | 'file'>,
  other: Pick<Finding, 'line' | 'file'>,
): number {
  const [file = '', otherFile = ''] = [one.file, other.file];
  if (file === otherFile) return one.line - other.line;
  return file < otherFile ? -1 : 1;
}
