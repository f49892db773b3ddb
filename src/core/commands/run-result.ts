import type { ExitCode } from '../kernel/exit-codes.ts';
import type { EndCheck } from '../report/proof.ts';
import type { Theme } from '../report/reporter.ts';
import type { RunState } from '../report/run/run-state.ts';
import type { LeftToDo } from '../report/summary/to-dos.ts';

/** A run that has ended, with everything that a person needs next. */
export interface RunResult {
  readonly run: RunState;
  /** The comparison that followed it; `null`: none was due. */
  readonly check: EndCheck | null;
  /** Besides the differences of the comparison. */
  readonly left: LeftToDo;
  /** The plan has every repository of the workspace. */
  readonly isWhole: boolean;
  /** The targets stay closed until the cut-over. */
  readonly follows: boolean;
  readonly exitCode: ExitCode;
  /** Where the target's pages are; `null`: unknown. */
  readonly webUrl: string | null;
  /** Pages that show a pull request next to its original, by the source's slug; only the demo's hosts have them. */
  readonly pullRequestPages: ReadonlyMap<string, string>;
  /** The command that does the same again, to be copied; `null` where its plan goes with the demo. */
  readonly commandLine: string | null;
  /** Shows the migration from another terminal. */
  readonly statusCommand: string;
  /** The file of the plan; `null`: only the state has it. */
  readonly plan: string | null;
  /** The file of the verification report, once it is written. */
  readonly report: string | null;
  /** Says what the last choice came to; safe for the terminal. */
  readonly notice: string | null;
}

/** Describes what the person wants next. */
export type ResultChoice =
  | 'leave'
  | 'verify'
  | 'report'
  | 'secrets'
  | 'remotes'
  | 'retry'
  | 'sync'
  | 'cutover';

/** Tells whether everything is on the target, and the targets stay closed until the cut-over. Pure. */
export function waitsForCutover({ run, follows }: Pick<RunResult, 'run' | 'follows'>): boolean {
  return follows && run.status === 'completed';
}

/** Shows a result until a choice. */
export type OpenResultView = (options: {
  readonly result: RunResult;
  readonly color: boolean;
  readonly theme: Theme;
  /** Aborted: a signal asks the process to end. */
  readonly drain: AbortSignal;
}) => Promise<ResultChoice>;

/** The page of a repository on the target, from what the plan and the configuration name: never an address that a host sent. Pure. */
export function repositoryPage(
  { run, webUrl }: Pick<RunResult, 'run' | 'webUrl'>,
  target: string,
): string | null {
  if (webUrl === null || run.organization === null) return null;
  const path = [run.organization, target].map(encodeURIComponent).join('/');
  return `${webUrl}/${path}`;
}

/** The same; `null` leads to the organization's teams. Pure. */
export function targetPage(
  { run, webUrl }: Pick<RunResult, 'run' | 'webUrl'>,
  target: string | null,
): string | null {
  if (target !== null) return repositoryPage({ run, webUrl }, target);
  if (webUrl === null || run.organization === null) return null;
  return `${webUrl}/orgs/${encodeURIComponent(run.organization)}/teams`;
}
