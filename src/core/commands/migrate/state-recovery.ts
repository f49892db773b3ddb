import type { Clock } from '../../kernel/clock.ts';
import { MigratorError } from '../../kernel/errors.ts';
import { hasMarkerKey } from '../../state/has-marker-key.ts';
import { examineState } from '../../state/sqlite/open-database.ts';
import { setStateAside, wasStateSetAside } from '../../state/sqlite/set-aside.ts';
import { DamagedState } from '../../state/sqlite/state-error.ts';
import { type Consent, confirm } from './consent.ts';
import type { RunFlags } from './run-flags.ts';

/**
 * With --reset-state: sets a damaged state aside, once that is confirmed.
 * @returns whether a state of this folder was lost, so that a plan without a migration may have had one
 * @throws `state` if it is damaged and no plan says what to build up anew
 */
export async function recoverState(options: {
  flags: RunFlags;
  stateFolder: string;
  clock: Clock;
  consent: Consent;
  say: (line: string) => void;
}): Promise<boolean> {
  const { flags, stateFolder, clock, consent, say } = options;
  if (flags.resetState !== true) return false;
  const found = examineState(stateFolder);
  if (found !== 'damaged') {
    return wasStateSetAside(stateFolder) || (found === 'absent' && hasMarkerKey(stateFolder));
  }
  if (flags.plan === undefined) throw needsPlan(stateFolder);
  if (flags.dryRun) throw new DamagedState(stateFolder);
  await confirm(
    consent,
    'Setting the damaged state aside (--reset-state)',
    'The state is damaged. It is set aside and kept, and the plan is gone through anew; what the target holds is found again. Go on?',
  );
  const kept = setStateAside(stateFolder, clock.now());
  say(`The damaged state is kept as ${kept}. What the target holds is looked for.`);
  return true;
}

function needsPlan(stateFolder: string): MigratorError {
  return new MigratorError(
    'state',
    `The state in ${stateFolder} is damaged: it cannot tell what its migrations were`,
    {
      hint: 'Name the plan: migrator migrate --plan FILE --reset-state. The file is then set aside and kept.',
    },
  );
}
