import type { Command } from '../core/commands/command.ts';
import { completionCommand } from '../core/commands/completion.ts';
import { discoverCommand } from '../core/commands/discover.ts';
import { migrateCommand } from '../core/commands/migrate.ts';
import { planCommand } from '../core/commands/plan.ts';
import { statusCommand } from '../core/commands/status.ts';
import { verifyCommand } from '../core/commands/verify.ts';
import { demoCommand } from '../sandbox/commands/demo.ts';
import { sandboxCommand } from '../sandbox/commands/sandbox.ts';

/** Every command, in the order of the help. Declarations alone: what a command does is loaded when it runs. */
export const commands: readonly Command[] = [
  discoverCommand,
  planCommand,
  migrateCommand,
  statusCommand,
  verifyCommand,
  demoCommand,
  sandboxCommand,
  completionCommand(() => commands),
] as readonly Command[];
