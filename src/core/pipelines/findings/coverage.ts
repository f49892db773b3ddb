import type { Place } from '../tree/tree.ts';
import type { Finding, Findings, Grade, OutputPlace } from './finding.ts';

/** How much of a file arrived. */
export interface Coverage {
  readonly constructs: number;
  readonly exact: number;
  readonly changed: number;
  readonly lost: number;
  readonly steps: number;
  /** Steps of which every part is exact or runs as its container. */
  readonly exactSteps: number;
  /** Steps of which a part is lost. */
  readonly lostSteps: number;
}

const noUse = 'No step uses it';
export const notConverted = 'Not converted';

/** Keys whose value counts only where a step has none of its own. */
const inherited = /^(?:image|clone|options|definitions)(?:\.|$)/;

/** Gives every key that neither arrived nor has a finding one, so that nothing is lost silently. */
export function accountFor(
  places: readonly Place[],
  findings: Findings,
  outputs: ReadonlyMap<string, OutputPlace>,
): void {
  const own = new Set(findings.all.map(({ construct }) => construct));
  const accounted = new Set([...outputs.keys(), ...own]);
  const withinFinding = (path: string) => ancestorsOf(path).some((one) => own.has(one));
  const holders = new Set(
    [...accounted, ...places.flatMap(({ path }) => (withinFinding(path) ? [path] : []))].flatMap(
      ancestorsOf,
    ),
  );
  for (const place of places) {
    const { path } = place;
    if (accounted.has(path) || holders.has(path) || withinFinding(path)) continue;
    if (inherited.test(path)) findings.exact(place, noUse);
    else findings.lost(place, notConverted, 'Convert it by hand.');
  }
}

/** Counts constructs and steps by their grade. Pure. */
export function coverageOf(
  places: readonly Place[],
  findings: readonly Finding[],
  steps: readonly Place[],
): Coverage {
  const grades = new Map<string, Grade>();
  for (const { construct, grade } of findings) {
    // An item of a list counts for the key of the list.
    const key = construct.replace(/(?:\[\d+\])+$/, '');
    if (grades.get(key) !== 'lost') grades.set(key, grade);
  }
  const counts = { exact: 0, changed: 0, lost: 0 };
  for (const { path } of places) counts[gradeOf(path, grades)] += 1;
  const stepsWith = (wanted: readonly Grade[]) => {
    const own = findings.filter(({ grade }) => wanted.includes(grade));
    return steps.filter(({ path }) => own.some(({ construct }) => isWithin(construct, path)));
  };
  return {
    constructs: places.length,
    ...counts,
    steps: steps.length,
    exactSteps: steps.length - stepsWith(['changed', 'lost']).length,
    lostSteps: stepsWith(['lost']).length,
  };
}

/** A change concerns its own key, a loss all that is within. */
function gradeOf(path: string, grades: ReadonlyMap<string, Grade>): Grade {
  if (ancestorsOf(path).some((one) => grades.get(one) === 'lost')) return 'lost';
  return grades.get(path) ?? 'exact';
}

function isWithin(path: string, outer: string): boolean {
  return path === outer || path.startsWith(`${outer}.`) || path.startsWith(`${outer}[`);
}

/** The paths around a path, from the outermost inwards. Pure. */
export function ancestorsOf(path: string): readonly string[] {
  return [...path.matchAll(/[.[]/g)].map(({ index }) => path.slice(0, index));
}
