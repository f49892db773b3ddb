import { commonInputs } from '../../config/load-config.ts';
import { checkOutputs } from '../../kernel/files/check-outputs.ts';
import { writeText } from '../../kernel/files/write-result.ts';
import { jsonLine } from '../../kernel/format/json.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import type { Program } from '../../kernel/program.ts';
import { failureLines } from '../../report/failure-lines.ts';
import type { OutputOptions } from '../../report/reporter.ts';
import { checklist, statesText } from './checklist.ts';
import type { ScaffoldFlags } from './open-scaffold.ts';
import type { Scaffold } from './scaffold.ts';
import { countStates, type ScopeReport, skippedLines } from './scope-report.ts';

/** Describes what the report uses of the composition root. */
interface ReportTools {
  readonly output: OutputOptions;
  say(line: string): void;
}

/** The program, with the log that no result may replace. */
type LoggingProgram = Program & { readonly log: { readonly path: string } | null };

export interface ChecklistFlags {
  readonly json: boolean;
  readonly config: string | undefined;
  readonly output: string | undefined;
  readonly force: boolean;
}

/** Before anything is asked for: people tick off what they have filled in. @throws `input-file` */
export async function checkChecklist(
  flags: ChecklistFlags & Pick<ScaffoldFlags, 'manifest' | 'plan'>,
  program: LoggingProgram,
): Promise<void> {
  await checkOutputs({
    outputs: [{ flag: '--output', path: flags.output }],
    inputs: [
      ...commonInputs(flags, program),
      { flag: '--manifest', path: flags.manifest },
      { flag: '--plan', path: flags.plan },
    ],
    force: flags.force,
    uid: program.uid,
  });
}

/**
 * The checklist to the file that was named, or to standard output, which a result as JSON has for itself; what is
 * wrong, and the sums, to standard error.
 */
export async function reportScaffold(options: {
  app: ReportTools;
  flags: ChecklistFlags;
  program: Program;
  scaffold: Pick<Scaffold, 'host' | 'owner' | 'targeted'>;
  type: 'secrets-scaffolded' | 'secrets-status';
  places: readonly ScopeReport[];
}): Promise<void> {
  const { app, flags, program, scaffold, type, places } = options;
  const { owner, host } = scaffold;
  const text = checklist({
    host: new URL(host.webUrl).host,
    owner,
    at: program.clock.now(),
    places,
  });
  const hasFile = flags.output !== undefined && flags.output !== '-';
  if (hasFile) await writeText(flags.output ?? '', text, { force: flags.force, uid: program.uid });
  if (flags.json) program.stdout.write(jsonLine({ type, ...json(scaffold, places) }));
  else if (!hasFile) program.stdout.write(text);
  reportFailures(app, program, places);
  for (const line of skippedLines(scaffold.targeted)) program.stderr.write(`${line}\n`);
  app.say(`Secrets for ${safe(owner)}: ${statesText(places)}.`);
  if (hasFile) app.say(`Wrote ${flags.output}: what to fill in, and where.`);
}

const mostFailures = 50;

/** A repository and its environments usually fail for one reason. */
function reportFailures(app: ReportTools, program: Program, places: readonly ScopeReport[]): void {
  const reported = new Set<string>();
  for (const { failure } of places) {
    if (failure === null || reported.has(failure.message)) continue;
    reported.add(failure.message);
    if (reported.size > mostFailures) continue;
    for (const line of failureLines(failure, app.output)) program.stderr.write(`${line}\n`);
  }
  if (reported.size > mostFailures) app.say(`and ${reported.size - mostFailures} more`);
}

function json(
  { owner, targeted }: Pick<Scaffold, 'owner' | 'targeted'>,
  places: readonly ScopeReport[],
): object {
  return {
    organization: owner,
    leftOut: targeted.unplanned,
    counts: Object.fromEntries(
      Object.entries(countStates(places)).map(([state, number]) => [
        state.replace('-', '_'),
        number,
      ]),
    ),
    places: places.map(({ place, source, settingsUrl, secrets, failure }) => ({
      kind: place.kind,
      source,
      repository: place.kind === 'organization' ? null : place.name,
      environment: place.kind === 'environment' ? place.environment : null,
      settingsUrl,
      secrets: secrets.map(({ name, sourceName, source, state }) => ({
        name,
        sourceName,
        source,
        state,
      })),
      failure: failure === null ? null : { code: failure.code, message: failure.message },
    })),
  };
}
