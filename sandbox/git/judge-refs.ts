import { type GitTools, runGit } from './git-tools.ts';
import type { ArrivedPush, PushCommand } from './receive-hook.ts';
import type { RefRefusal } from './ref-rules.ts';

/** A repository with what a push has brought. */
export interface Receiver {
  /** Tools that see its objects, which nobody else does yet. */
  readonly tools: GitTools;
  readonly directory: string;
}

export function receiverOf(
  tools: GitTools,
  directory: string,
  { quarantine }: Pick<ArrivedPush, 'quarantine'>,
): Receiver {
  if (quarantine === null) return { tools, directory };
  const environment = {
    ...tools.environment,
    GIT_OBJECT_DIRECTORY: quarantine,
    GIT_ALTERNATE_OBJECT_DIRECTORIES: `${directory}/objects`,
  };
  return { tools: { environment }, directory };
}

/** Returns the sentences that stand against it, now that its commits can be looked at. */
export async function sentencesAgainst(
  receiver: Receiver,
  command: PushCommand,
  refusals: readonly RefRefusal[],
): Promise<readonly string[]> {
  const sentences: string[] = [];
  for (const { when, sentence } of refusals)
    if (when === 'always' || (await isBroken[when](receiver, command))) sentences.push(sentence);
  return sentences;
}

type Ask = (receiver: Receiver, command: PushCommand) => Promise<boolean>;

const isBroken: Readonly<Record<'rewrites' | 'brings-merges', Ask>> = {
  async rewrites({ tools, directory }, { from, to }) {
    if (from === null || to === null) return false;
    try {
      await runGit(tools, directory, ['merge-base', '--is-ancestor', from, to]);
      return false;
    } catch {
      return true;
    }
  },
  async 'brings-merges'({ tools, directory }, { from, to }) {
    if (to === null) return false;
    const known = ['--not', from ?? '--all'];
    return (
      (await runGit(tools, directory, ['rev-list', '--merges', '-n', '1', to, ...known])) !== ''
    );
  },
};
