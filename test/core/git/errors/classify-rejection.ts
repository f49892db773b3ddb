import { classifyPushRejection } from '../../../../src/core/git/errors/push-rejection.ts';

/** As for a push of `main` to GitHub. @param remote what the host said, line by line */
export function classify(reason: string, ...remote: string[]) {
  const stderr = remote.map((line) => `remote: ${line}        \n`).join('');
  return classifyPushRejection({ stderr, reason, ref: 'refs/heads/main', host: 'github.com' });
}
