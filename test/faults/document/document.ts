import { type Harness, reportLines } from '../report.ts';

/** The sections of docs/reliability.md that the harness writes, each between two markers of its own. */
type Section =
  | 'kills'
  | 'faults'
  | 'both'
  | 'workers'
  | 'database-away'
  | 'shared-limit'
  | 'long-queue'
  | 'live'
  | 'cut-over-repair'
  | 'others'
  | 'sweep'
  | 'settings'
  | 'imports'
  | 'positions'
  | 'calibration';

/** Chooses the section by what was asked for. */
export function sectionOf({ rounds, repairs, workers, wantedKills, rate }: Harness): Section {
  if (rounds > 0) return 'live';
  if (repairs) return 'cut-over-repair';
  if (workers > 0) return 'workers';
  if (wantedKills > 0 && rate > 0) return 'both';
  return rate > 0 ? 'faults' : 'kills';
}

/** The command that repeats it, and what came out. Pure. */
export function sectionText(harness: Harness, date: Date): string {
  const { seed, rounds, repairs, workers, wantedKills, rate, wantedMigrations } = harness;
  const words = [
    ...(rounds > 0 ? ['--live'] : []),
    ...(rounds > 0 && rounds !== 5 ? ['--rounds', rounds] : []),
    ...(repairs ? ['--cut-over-repair'] : []),
    ...(workers > 0 ? ['--workers', workers] : []),
    ...(wantedKills > 0 ? ['--kills', wantedKills] : []),
    ...(rate > 0 ? ['--rate', rate] : []),
    ...(wantedMigrations > 1 ? ['--migrations', wantedMigrations] : []),
    '--seed',
    seed,
  ];
  return [
    `\`npm run faults -- ${words.join(' ')}\`, ${date.toISOString().slice(0, 10)}`,
    '',
    '```text',
    ...reportLines(harness).slice(0, -1),
    '```',
  ].join('\n');
}

/**
 * The page with another text between the markers of a section. Pure.
 * @throws Error if it does not have them
 */
export function withSection(page: string, section: Section, text: string): string {
  const [from, to] = boundsOf(page, section);
  return `${page.slice(0, from)}\n${text}\n${page.slice(to)}`;
}

/**
 * The same beside what the section has of other commands, such as those of other seeds. Pure.
 * @throws Error if the page has no such section
 */
export function withRun(page: string, section: Section, text: string): string {
  const runs = page.slice(...boundsOf(page, section)).match(/^`npm run .*?^```text$.*?^```$/gms);
  const isOther = (run: string) => commandOf(run) !== commandOf(text);
  const all = [...(runs ?? []).filter(isOther), text].sort((one, other) =>
    commandOf(one).localeCompare(commandOf(other), 'en'),
  );
  return withSection(page, section, all.join('\n\n'));
}

function commandOf(run: string): string {
  return run.slice(0, run.indexOf('`, '));
}

function boundsOf(page: string, section: Section): [number, number] {
  const begin = `<!-- begin: ${section} -->`;
  const from = page.indexOf(begin);
  const to = page.indexOf(`<!-- end: ${section} -->`);
  if (from === -1 || to < from) throw new Error(`docs/reliability.md has no section ${section}`);
  return [from + begin.length, to];
}
