import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Answer } from '../network/answer.ts';
import type { Exchange } from '../network/exchange.ts';
import type { GitTools } from './git-tools.ts';
import { readPushCommands } from './push-commands.ts';
import { type RefAction, type RefRefusal, sentencesAgainst, writeRefusals } from './ref-rules.ts';
import { asksForCredential, serveGit } from './serve-git.ts';

const preReceive = `#!/bin/sh
${sentencesAgainst}
refused=no
while read -r old new ref; do
  broken=$(sentences_against "$old" "$new" "$ref")
  [ -n "$broken" ] || continue
  printf '%s\\n' "$broken" >&2
  refused=yes
done
[ "$refused" = no ]
`;

/** One push to a repository whose host judges each ref; one refusal declines it as a whole. */
export async function serveRestrictedPush(options: {
  tools: GitTools;
  exchange: Exchange;
  /** Of the bare repository; the hook and what it reads lie beside it. */
  directory: string;
  service: string;
  remoteUser: string;
  judge: (action: RefAction) => readonly RefRefusal[];
  /** Called once git has ended, with the refs that were to change, whether they did or not. */
  onPushed: (refs: readonly string[]) => Promise<void>;
}): Promise<Answer> {
  const { tools, exchange, directory, service, remoteUser, judge, onPushed } = options;
  const served = { tools, exchange, directory, service, remoteUser };
  if (service === 'info/refs' || asksForCredential(served)) return serveGit(served);
  const { commands, input } = await readPushCommands(exchange);
  const rules = join(directory, '..', `rules-${crypto.randomUUID()}`);
  writeRefusals(
    rules,
    commands.map(({ action }) => ({ ref: action.ref, refusals: judge(action) })),
  );
  const answer = await serveGit({
    ...served,
    input,
    environment: {
      SANDBOX_RULES: rules,
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'core.hooksPath',
      GIT_CONFIG_VALUE_0: hooksBeside(directory),
    },
  });
  const refs = commands.map(({ action }) => action.ref);
  const done = (answer.done ?? Promise.resolve())
    .finally(() => rmSync(rules, { force: true }))
    .then(() => onPushed(refs));
  return { ...answer, done };
}

function hooksBeside(directory: string): string {
  const folder = join(directory, '..', 'hooks');
  const hook = join(folder, 'pre-receive');
  if (existsSync(hook)) return folder;
  mkdirSync(folder, { recursive: true });
  writeFileSync(hook, preReceive);
  chmodSync(hook, 0o755);
  return folder;
}
