import { MigratorError } from '../../kernel/errors.ts';
import type { OpenReason } from '../../migration/closed-target/judge-closure.ts';

/** A target that others can change. */
export function open({ message, remedy }: OpenReason): MigratorError {
  return new MigratorError('refused', message, { hint: remedy });
}

export function settingsWait(id: string): MigratorError {
  return new MigratorError('usage', `The plan of ${id} does not follow its source`, {
    hint: 'Its targets were opened by the migration. A plan created with --follow keeps them closed until the cut-over.',
  });
}
