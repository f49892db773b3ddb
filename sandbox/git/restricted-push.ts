import { join } from 'node:path';
import type { Answer } from '../network/answer.ts';
import type { Exchange } from '../network/exchange.ts';
import type { GitTools } from './git-tools.ts';
import { receiverOf, sentencesAgainst } from './judge-refs.ts';
import { writeHooks } from './receive-hook.ts';
import type { RefAction, RefRefusal } from './ref-rules.ts';
import { asksForCredential, serveGit } from './serve-git.ts';

/** One push to a repository whose host judges each ref; one refusal declines it as a whole. */
export async function serveRestrictedPush(options: {
  tools: GitTools;
  exchange: Exchange;
  /** Of the bare repository; the hook lies beside it. */
  directory: string;
  service: string;
  remoteUser: string;
  judge: (action: RefAction) => readonly RefRefusal[];
  /** Called once git has ended, with the refs that have changed. */
  onPushed: (refs: readonly string[]) => Promise<void>;
}): Promise<Answer> {
  const { tools, exchange, directory, service, remoteUser, judge, onPushed } = options;
  const served = { tools, exchange, directory, service, remoteUser };
  if (service === 'info/refs' || asksForCredential(served)) return serveGit(served);
  const hooks = join(directory, '..', 'hooks');
  writeHooks(hooks);
  let refs: readonly string[] = [];
  const answer = await serveGit({
    ...served,
    push: {
      async judge(push) {
        const receiver = receiverOf(tools, directory, push);
        const says: string[] = [];
        for (const command of push.commands)
          says.push(...(await sentencesAgainst(receiver, command, judge(command.action))));
        return { isAccepted: says.length === 0, says };
      },
      onChanged(commands) {
        refs = commands.map(({ action }) => action.ref);
      },
    },
    environment: {
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'core.hooksPath',
      GIT_CONFIG_VALUE_0: hooks,
    },
  });
  const done = (answer.done ?? Promise.resolve()).then(() => onPushed(refs));
  return { ...answer, done };
}
