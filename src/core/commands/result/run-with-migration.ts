import type { ExitCode } from '../../kernel/exit-codes.ts';
import type { AppFlags } from '../app.ts';
import type { CommandProgram } from '../command-program.ts';
import { runCutover } from '../cutover/handler.ts';
import { runRollback } from '../rollback/handler.ts';
import { runSettings } from '../settings/handler.ts';
import { runSync } from '../sync/handler.ts';
import { runVerify } from '../verify/handler.ts';
import type { ChosenCommand } from '../wizard-outcome.ts';

/** Everything in the migration. */
const all = { include: [], exclude: [], repositories: undefined, wave: undefined };

/** Runs the command of a menu's entry with its defaults; its result stays on the screen until it has been read. */
export function runWithMigration(
  chosen: ChosenCommand,
  {
    program,
    flags,
  }: {
    readonly program: CommandProgram;
    readonly flags: AppFlags & { readonly notify?: boolean };
  },
): Promise<ExitCode> {
  const named = { ...flags, migration: chosen.id };
  const rest = { program, staysOpen: true } as const;
  switch (chosen.kind) {
    case 'sync': {
      const once = {
        ...{ every: undefined, workers: undefined, includeNew: false, publishPrivate: [] },
        ...{ rewriteHistory: [], includeSecrets: false, reread: undefined },
      };
      const { includeSettings } = chosen;
      const { notify = false } = flags;
      return runSync({ program, flags: { ...named, ...all, ...once, includeSettings, notify } });
    }
    case 'verify': {
      const once = { rereadSource: false, repair: false, output: undefined, force: false };
      return runVerify({ ...rest, flags: { ...named, ...once } });
    }
    case 'settings': {
      const { dryRun } = chosen;
      const asPlanned = { plan: undefined, settings: undefined, invite: false };
      return runSettings({ ...rest, flags: { ...named, ...asPlanned, dryRun } });
    }
    case 'rollback': {
      const asked = { withoutCutover: false, yes: false };
      return runRollback({
        ...rest,
        flags: { ...named, ...all, ...asked, dryRun: false, delete: false },
      });
    }
    default: {
      const asked = { announce: false, reread: undefined, acceptExcepted: false, yes: false };
      const how = { dryRun: false, abort: chosen.kind === 'abort', workers: undefined };
      return runCutover({
        ...rest,
        flags: { ...named, ...all, ...asked, ...how, publishPrivate: [], rewriteHistory: [] },
      });
    }
  }
}
