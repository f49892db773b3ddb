import type { Step } from '../model/step.ts';
import type { Conversion } from './conversion.ts';
import { isPush } from './permissions.ts';

const bitbucket = /\b(?:api\.)?bitbucket\.org\b|\$\{?BITBUCKET_SSH_KEY_FILE/;

/** A script that writes or names a key, or logs in with a password, needs none from its host. */
const ownKey =
  /\bid_(?:rsa|dsa|ecdsa|ed25519)\b|\bssh-add\b|\bsshpass\b|\bIdentityFile\b|\b(?:ssh|scp|sftp)\s.*-i\s/;

/** Tells whether a command logs in somewhere by SSH. Pure. */
function usesSsh(command: string): boolean {
  return (
    /(?:^|[;&|(]\s*|\b(?:sudo|time)\s+)(?:ssh|scp|sftp)\s+\S/.test(command) ||
    /(?:^|[;&|(]\s*)rsync\s(?:.*\s)?[\w.${}-]+@?[\w.${}-]*:/.test(command) ||
    /\bgit\s+(?:clone|fetch|pull|push|ls-remote|submodule\s+add)\b.*(?:\bgit@|\bssh:\/\/)/.test(
      command,
    )
  );
}

/** Reports lines that will meet another host than the one they are written for. */
export function reportScripts({ script, afterScript }: Step, { findings }: Conversion): void {
  const bringsKey = [...script.lines, ...afterScript.lines].some(
    (line) => line.kind === 'command' && ownKey.test(line.text),
  );
  for (const { lines, place } of [script, afterScript]) {
    for (const line of lines) {
      if (line.kind === 'pipe') continue;
      if (bitbucket.test(line.text)) {
        findings.changed(
          { path: place.path, line: line.place.line },
          'A command calls Bitbucket',
          'Point it to GitHub, or keep the repository on Bitbucket readable.',
        );
      }
      if (usesSsh(line.text) && !bringsKey) {
        findings.changed(
          { path: place.path, line: line.place.line },
          "Bitbucket gives scripts the repository's SSH key; GitHub has none",
          'Create a key pair, store the private key as a secret, and write it to ~/.ssh first.',
        );
      }
      if (isPush(line.text)) {
        findings.changed(
          { path: place.path, line: line.place.line },
          'A push from a workflow does not trigger other workflows',
          'Use your own token wherever a push must trigger another workflow.',
        );
      }
    }
  }
}
