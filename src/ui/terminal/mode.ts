/** Describes what decides whether a command can have the full interface. */
export interface ProcessEnvironment {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly stdin: { readonly isTTY?: boolean };
  readonly stdout: { readonly isTTY?: boolean };
  readonly stderr: { readonly isTTY?: boolean };
  /** The system stops a background process that changes the mode of its terminal. */
  readonly isInBackground: boolean;
}

/**
 * Tells whether a person sits at a terminal that can show the full interface. Files, pipes, CI, terminals that only
 * print, and screen readers get plain output.
 */
export function canShowInterface(processEnvironment: ProcessEnvironment): boolean {
  const { environment } = processEnvironment;
  const { TERM = '' } = environment;
  const canDraw = TERM !== '' && TERM !== 'dumb' && !hasScreenReader(environment);
  return canDraw && canAskInLines(processEnvironment);
}

/** Tells whether a person can be asked in plain output, even where the full interface cannot be shown. */
export function canAskInLines(processEnvironment: ProcessEnvironment): boolean {
  const { environment, stdin, stdout, stderr, isInBackground } = processEnvironment;
  const isTerminal = stdin.isTTY === true && stdout.isTTY === true && stderr.isTTY === true;
  return isTerminal && !isInBackground && !isUnderCi(environment);
}

/** By Ink's variable, and by the one of other terminal programs. */
function hasScreenReader(environment: ProcessEnvironment['environment']): boolean {
  return isOn(environment.INK_SCREEN_READER) || isOn(environment.ACCESSIBLE);
}

function isUnderCi({ CI, CONTINUOUS_INTEGRATION }: ProcessEnvironment['environment']): boolean {
  return isOn(CI) || isOn(CONTINUOUS_INTEGRATION);
}

function isOn(value: string | undefined): boolean {
  return !['', '0', 'false'].includes((value ?? '').toLowerCase());
}
