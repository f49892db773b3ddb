import type { Outcome, WorldResult } from './world.ts';

/** Named, nothing else touched, and whole or refused with a reason afterwards. */
export function isProved({ missed, touched, calibrated }: WorldResult): boolean {
  return (
    missed.length === 0 &&
    touched.length === 0 &&
    calibrated.kind !== 'silent' &&
    calibrated.doubled === 0
  );
}

/** Describes what came out, for people. Pure. */
export function worldLines(results: readonly WorldResult[]): readonly string[] {
  const wrong = results.filter((one) => !isProved(one));
  return [
    ...totalLines(results),
    ...wrong.map(
      ({ names, missed, touched, calibrated: { kind, reason, doubled } }) =>
        `${nameOf(names)}: ${[...missed.map((probe) => `not named by ${probe}`), ...touched, kind, `${doubled} doubled`, reason].join(', ')}`,
    ),
  ];
}

function totalLines(results: readonly WorldResult[]): readonly string[] {
  const tell = (of: (one: WorldResult) => Outcome) => {
    const outcomes = results.map(of);
    const kinds = (['whole', 'refused', 'named', 'silent'] as const).map(
      (kind) => `${outcomes.filter((one) => one.kind === kind).length} ${kind}`,
    );
    const errors = outcomes.reduce((sum, one) => sum + one.errors, 0);
    return `${kinds.join(', ')}, ${errors} requests that GitHub refused`;
  };
  return [
    `worlds               ${results.length}`,
    `named                ${results.filter(({ missed }) => missed.length === 0).length}`,
    `with calibration     ${tell(({ calibrated }) => calibrated)}`,
    `without calibration  ${tell(({ uncalibrated }) => uncalibrated)}`,
  ];
}

/** For docs/reliability.md. Pure. */
export function worldSection(
  results: readonly WorldResult[],
  { pairs, seed, date }: { pairs: number; seed: string; date: Date },
): string {
  return [
    `\`npm run faults -- --calibration --pairs ${pairs} --seed ${seed}\`, ${date.toISOString().slice(0, 10)}`,
    '',
    '```text',
    ...totalLines(results),
    '```',
    '',
    '| GitHub | Named by | With calibration | Without |',
    '|---|---|---|---|',
    ...results.map(
      ({ names, named, calibrated, uncalibrated }) =>
        `| ${nameOf(names)} | ${named.map((probe) => `\`${probe}\``).join(', ') || '–'} | ${cell(calibrated)} | ${cell(uncalibrated)} |`,
    ),
  ].join('\n');
}

function nameOf(names: readonly string[]): string {
  return names.join(' + ') || 'as documented';
}

function cell({ kind, errors, seconds }: Outcome): string {
  const cost = `${errors} refused requests, ${seconds.toFixed(0)} s`;
  return kind === 'refused' ? 'refused by preflight' : `${kind}, ${cost}`;
}
