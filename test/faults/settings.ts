import fc from 'fast-check';
import { contradictions, nothingSeen, type Seen } from '../helpers/settings/contradictions.ts';
import { settingsCase } from '../helpers/settings/settings-cases.ts';

export interface SettingsResult {
  readonly cases: number;
  readonly seed: number;
  readonly seen: Seen;
  /** The smallest case that is wrong, and what is; `null` if none is. */
  readonly wrong: string | null;
  readonly seconds: number;
}

/** Tries random settings, people and pushes: GitHub must never allow more than Bitbucket did. */
export function trySettings({ cases, seed }: { cases: number; seed: number }): SettingsResult {
  const seen = nothingSeen();
  const started = performance.now();
  const details = fc.check(
    fc.property(settingsCase, (given) => contradictions(given, seen).length === 0),
    { numRuns: cases, seed },
  );
  const [found] = details.counterexample ?? [];
  return {
    cases: details.numRuns,
    seed,
    seen,
    wrong:
      found === undefined ? null : `${contradictions(found).join('; ')}\n${fc.stringify(found)}`,
    seconds: (performance.now() - started) / 1000,
  };
}

/** For people. Pure. */
export function settingsLines({ cases, seed, seen, wrong, seconds }: SettingsResult): string[] {
  const number = (value: number) => value.toLocaleString('en-US');
  return [
    `cases               ${number(cases)} random settings`,
    `attempts            ${number(seen.attempts)}, of which GitHub allows ${number(seen.allowed)}`,
    `graded exact        ${number(seen.exact)}`,
    `accepted as looser  ${number(seen.accepted)} refs`,
    `wrong               ${wrong ?? 'none'}`,
    `seed                ${seed}`,
    `time                ${Math.round(seconds)} s`,
  ];
}
