import { MigratorError } from '../../kernel/errors.ts';
import { count } from '../../kernel/format/format.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import type { RollbackCheck } from '../../verbs/cutover/rollback/rollback-request.ts';
import { askOrEnd, type Consent, confirm } from '../migrate/consent.ts';
import { sameCommand } from '../same-command.ts';
import { rollbackLine } from './flags.ts';
import { neverCutOver } from './output.ts';

import type { RollbackFlags } from './rollback-flags.ts';
/** Names the command in questions and refusals. */
export const what = 'The rollback';

/** A person types it before repositories are archived that were never cut over. */
export const archiveWord = 'archive';

/**
 * Asks before repositories are archived; for some that were never cut over, --yes is not enough.
 * @throws `usage` if it is not confirmed, `interrupted`
 */
export async function confirmArchiving(
  consent: Consent,
  { repositories }: RollbackCheck,
  { flags, migration }: { readonly flags: RollbackFlags; readonly migration: string },
): Promise<void> {
  const uncut = neverCutOver(repositories).length;
  if (uncut === 0 || flags.withoutCutover) {
    const isLocked = repositories.some((one) => one.state.kind === 'ready' && one.isLocked);
    const unlocks = isLocked ? ' and unlock Bitbucket' : '';
    await confirm(consent, what, `Archive these GitHub repositories${unlocks}?`);
    return;
  }
  const were = `${count(uncut, 'repository was', 'repositories were')} never cut over`;
  if (consent.isGiven || consent.ask === null) {
    throw new MigratorError('usage', `${were}, so --yes does not archive them`, {
      hint: `Nothing was changed. To roll them back too: ${sameCommand(rollbackLine, flags, { migration, yes: true, withoutCutover: true })}`,
    });
  }
  const question = `${were}. People may be working in them.\nType ${archiveWord} to archive them: `;
  if ((await askOrEnd(consent, question)) === archiveWord) return;
  throw new MigratorError('usage', `${what} was not confirmed`, { hint: 'Nothing was changed.' });
}

/** @throws `usage` where nobody can type */
export function requireTyping({ ask }: Consent): void {
  if (ask !== null) return;
  throw new MigratorError(
    'usage',
    '--delete asks you to type each name, but prompts are off (no terminal, CI or --json)',
    {
      hint: 'Nothing was changed. Without --delete, the repositories are kept under another name.',
    },
  );
}

/** @throws `usage` if another word is typed, `interrupted` */
export async function confirmDeleting(
  consent: Consent,
  { repositories, owner }: Pick<RollbackCheck, 'repositories' | 'owner'>,
): Promise<void> {
  for (const { planned, state } of repositories) {
    if (state.kind !== 'ready') continue;
    const fullName = `${owner.login}/${planned.target}`;
    const answer = await askOrEnd(
      consent,
      `${safe(fullName)} will be deleted for good, with its approvals, commit comments, discussions and wiki.\nType its name to confirm: `,
    );
    if (answer === planned.target || answer === fullName) continue;
    throw new MigratorError('usage', `Deleting ${fullName} was not confirmed`, {
      hint: 'Nothing was changed.',
    });
  }
}
