import type { Step } from '../model/step.ts';
import type { Conversion } from './conversion.ts';
import { isPush } from './permissions.ts';

const bitbucket = /\b(?:api\.)?bitbucket\.org\b|\$\{?BITBUCKET_SSH_KEY_FILE/;

/** Reports lines that will meet another host than the one they are written for. */
export function reportScripts({ script, afterScript }: Step, { findings }: Conversion): void {
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
