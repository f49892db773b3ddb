import { usersEnvironment } from '../../../sandbox/environment.ts';
import type { TerminalOptions } from '../../helpers/terminal/terminal.ts';
import { startInTerminal } from '../../helpers/terminal/terminal.ts';
import { startHere } from '../../helpers/terminal/terminal-here.ts';
import type { CutoverPlace } from '../../program/cutover/cutover-place.ts';

type Options = Partial<Omit<TerminalOptions, 'shell'>>;

/** Runs a command with an administrator's credentials, at a terminal in this process. */
export function startIn(place: CutoverPlace, args: readonly string[], options: Options = {}) {
  return startHere(args, inPlace(place, options));
}

/** The built program, at a real terminal. */
export function startAloneIn(
  place: CutoverPlace,
  args: readonly string[],
  options: Partial<TerminalOptions> = {},
) {
  return startInTerminal(args, { ...inPlace(place, options), ...options });
}

function inPlace(place: CutoverPlace, options: Options): TerminalOptions {
  const environment = {
    ...usersEnvironment(place.sandbox),
    ...place.credentials,
    LANG: 'en_US.UTF-8',
    ...options.environment,
  };
  return { cwd: place.folder, ...options, environment };
}

/** Holds the answer to the next request that fits. @returns lets it go */
export function holdRequest(
  { sandbox }: CutoverPlace,
  request: {
    readonly host: 'github' | 'bitbucket';
    readonly method?: string;
    readonly path: RegExp;
  },
): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  sandbox.faults.add({ ...request, action: { kind: 'held', until: promise } });
  return resolve;
}
