import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import type { RefAction } from './ref-rules.ts';

export interface PushCommand {
  readonly action: RefAction;
  /** `null`: it is new. */
  readonly from: string | null;
  /** `null`: it is to be deleted. */
  readonly to: string | null;
  /** How long the ref's name is, which may be no text. */
  readonly nameBytes: number;
}

/** A push whose objects have arrived, and which has changed nothing yet. */
export interface ArrivedPush {
  readonly commands: readonly PushCommand[];
  /** Where its objects lie until it is accepted; `null`: it brings none. */
  readonly quarantine: string | null;
}

export interface Verdict {
  readonly isAccepted: boolean;
  /** Lines that the pusher gets to read. */
  readonly says: readonly string[];
}

/** Decides on a push as a whole. */
export type JudgePush = (push: ArrivedPush) => Promise<Verdict>;

/** The channel to this process that git passes on to its hooks. */
export const hookChannel = 3;

// Asks the process that has started git, and prints what it says: no process but the shell's own takes part.
const preReceive = `#!/bin/sh
while IFS= read -r line; do printf '%s\\n' "$line"; done >&${hookChannel}
printf 'in %s\\n' "$GIT_QUARANTINE_PATH" >&${hookChannel}
while IFS= read -r line <&${hookChannel}; do
  case $line in
    accepted) exit 0 ;;
    declined) exit 1 ;;
    *) printf '%s\\n' "\${line#:}" >&2 ;;
  esac
done
exit 1
`;

/** Makes the folder of hooks with which serveGit() can judge a push. */
export function writeHooks(folder: string): void {
  const hook = join(folder, 'pre-receive');
  if (existsSync(hook)) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(hook, preReceive);
  chmodSync(hook, 0o755);
}

/** Answers the hook of one push, if it runs; git ends without it where there is nothing to decide. */
export function answerHook(channel: Duplex, judge: JudgePush): void {
  let asked = '';
  channel.setEncoding('latin1');
  channel.on('error', () => undefined);
  channel.on('data', (text: string) => {
    asked += text;
    const [, lines, quarantine] = /^(.*\n)??in ([^\n]*)\n$/s.exec(asked) ?? [];
    if (quarantine === undefined) return;
    asked = '';
    const commands = (lines ?? '').split('\n').flatMap(toCommand);
    const folder = quarantine === '' ? null : Buffer.from(quarantine, 'latin1').toString();
    judge({ commands, quarantine: folder }).then(
      (verdict) => channel.write(spoken(verdict)),
      (thrown) => channel.write(spoken({ isAccepted: false, says: [String(thrown)] })),
    );
  });
}

function spoken({ isAccepted, says }: Verdict): string {
  const lines = says.flatMap((text) => text.split('\n')).map((line) => `:${line}\n`);
  return `${lines.join('')}${isAccepted ? 'accepted' : 'declined'}\n`;
}

function toCommand(line: string): readonly PushCommand[] {
  const match = /^([0-9a-f]{40}) ([0-9a-f]{40}) (.+)$/.exec(line);
  if (match === null) return [];
  const [, old = '', now = '', name = ''] = match;
  const from = /^0+$/.test(old) ? null : old;
  const to = /^0+$/.test(now) ? null : now;
  const kind = from === null ? 'create' : to === null ? 'delete' : 'update';
  const ref = Buffer.from(name, 'latin1').toString('utf8');
  return [{ action: { kind, ref }, from, to, nameBytes: name.length }];
}
