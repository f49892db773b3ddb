/** Milliseconds of the parts of one repository that streams. */
export interface StepTimes {
  /** When it began, in milliseconds since 1970. */
  readonly began: number;
  /** Until the last byte of the source is there. */
  readonly receive: number;
  /** From then until the local copy is complete. */
  readonly index: number;
  readonly inspect: number;
  /** From the pack's last bytes until the target has taken it. */
  readonly target: number;
}

interface Line {
  readonly type: string;
  readonly step?: string;
  readonly at: string;
  readonly progress?: { readonly what: string };
}

/**
 * Reads them from the lines of `migrate --json`. Pure.
 * @throws Error if a step is missing: then it has not streamed
 */
export function stepTimes(output: string): StepTimes {
  const lines = output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line);
  const time = (what: string, is: (line: Line) => boolean) => {
    const found = lines.find(is);
    if (found === undefined) throw new Error(`The output does not report ${what}`);
    return Date.parse(found.at);
  };
  const began = (step: string) =>
    time(`the start of ${step}`, (line) => line.type === 'step-started' && line.step === step);
  const ended = (step: string) =>
    time(`the end of ${step}`, (line) => line.type === 'step-finished' && line.step === step);
  const received = time('deltas', ({ progress }) => progress?.what === 'resolving deltas');
  return {
    began: began('fetch'),
    receive: received - began('fetch'),
    index: ended('fetch') - received,
    inspect: ended('inspect') - began('inspect'),
    target: ended('push') - began('push'),
  };
}
