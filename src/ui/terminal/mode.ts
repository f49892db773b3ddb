/** Where a command runs: what decides whether it can have the full interface. */
export interface ProcessEnvironment {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly stdin: { readonly isTTY?: boolean };
  readonly stdout: { readonly isTTY?: boolean };
  readonly stderr: { readonly isTTY?: boolean };
  /** A process in the background may not change how its terminal works: the system would stop it. */
  readonly isInBackground: boolean;
}

/**
 * Whether a person sits at a terminal that can show the full interface. Otherwise everything is told in lines: in files and
 * pipes, under CI, on terminals that only print, and where a screen reader reads what is written.
 */
export function canShowInterface(processEnvironment: ProcessEnvironment): boolean {
  const { environment, stdin, stdout, stderr } = processEnvironment;
  if (processEnvironment.isInBackground) return false;
  if (stdin.isTTY !== true || stdout.isTTY !== true || stderr.isTTY !== true) return false;
  const { TERM = '' } = environment;
  if (TERM === '' || TERM === 'dumb') return false;
  return !isUnderCi(environment) && !hasScreenReader(environment);
}

/** Whether a person sits there who can be asked in lines: also where the full interface cannot be shown. */
export function canAskInLines(processEnvironment: ProcessEnvironment): boolean {
  const { environment, stdin, stdout, stderr, isInBackground } = processEnvironment;
  const isTerminal = stdin.isTTY === true && stdout.isTTY === true && stderr.isTTY === true;
  return isTerminal && !isInBackground && !isUnderCi(environment);
}

/** By the variable that Ink knows, and by the one that other programs for the terminal take. */
function hasScreenReader(environment: ProcessEnvironment['environment']): boolean {
  return isOn(environment.INK_SCREEN_READER) || isOn(environment.ACCESSIBLE);
}

function isUnderCi({ CI, CONTINUOUS_INTEGRATION }: ProcessEnvironment['environment']): boolean {
  return isOn(CI) || isOn(CONTINUOUS_INTEGRATION);
}

function isOn(value: string | undefined): boolean {
  return !['', '0', 'false'].includes((value ?? '').toLowerCase());
}
