import type { ProbeResult } from '../probes/findings.ts';

/** A pull request of the trial's source. */
export interface TrialPull {
  readonly number: number;
  /** A sentence about an importer that keeps what the pull request has. */
  readonly title: string;
  /** Stable, for programs. */
  readonly key: string;
}

/** A defect that a verification has found; texts may hold what a host sent. */
export interface TrialDefect {
  /** Ends with the number of its pull request on the source, where it belongs to one: `comment 7 of #12`. */
  readonly name: string;
  readonly message: string;
}

const apart = 'comments must be a second apart there';
const repaired = 'a repair after the import restores it';

/** Defects of a trial by the pull requests that they were found in, and then those of the repository. Pure. */
export function trialResults(
  pulls: readonly TrialPull[],
  defects: readonly TrialDefect[],
): readonly ProbeResult[] {
  const known = new Set(pulls.map(({ number }) => number));
  const others = defects.filter(({ name }) => !known.has(numberIn(name) ?? -1));
  const results = pulls.map(({ number, title, key }) =>
    resultOf(
      { probe: key, expected: title },
      defects.filter(({ name }) => numberIn(name) === number),
    ),
  );
  return [
    ...results,
    resultOf({ probe: 'repository', expected: 'Refs are imported unchanged' }, others),
  ];
}

function numberIn(name: string): number | null {
  const digits = /#(\d+)$/.exec(name)?.[1];
  return digits === undefined ? null : Number(digits);
}

function resultOf(
  one: Pick<ProbeResult, 'probe' | 'expected'>,
  defects: readonly TrialDefect[],
): ProbeResult {
  const [first] = defects;
  if (first === undefined)
    return { ...one, verdict: 'as-expected', seen: 'it was imported completely', consequence: '' };
  const more = defects.length === 1 ? '' : ` and ${defects.length - 1} more`;
  const consequence = one.probe === 'same-second' ? apart : repaired;
  return { ...one, verdict: 'other', seen: `${first.name} ${first.message}${more}`, consequence };
}
