/** The end of a git command. */
export interface GitOutcome {
  /** `null` if a signal ended it. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Messages of git as one line each, without addresses' user part and without control characters. Pure. */
export function cleaned(stderr: string): string {
  return stderr
    .replace(/(\w+:\/\/)[^/\s@]*@/g, '$1')
    .replace(/\x1b\[[0-9;]*[A-Za-z]/g, '')
    .replaceAll('\r', '\n')
    .replace(/[\x00-\x09\x0b-\x1f\x7f]/g, ' ');
}

/** Lines that git writes whether it fails or not. */
const chatter =
  /^(Pushing to|To|From|POST git-|Total \d|Delta compression|Everything up-to-date|(Enumerating|Counting|Compressing|Writing|Receiving|Resolving|Unpacking) (objects|deltas)|Cloning into|updating local tracking ref)\b/;

/** Tells whether a line is one of many that count up: `Writing objects:  50% (1/2)`. Pure. */
export function isProgress(line: string): boolean {
  return /^(remote: )?[A-Z][A-Za-z ]{2,30}: +\d{1,3}% \(/.test(line) && !line.endsWith('done.');
}

/** Follow-up messages: the reason is in another line. */
const consequence =
  /^(error|fatal): (failed to push some refs|the remote end hung up|early EOF|index-pack failed|fetch-pack: invalid index-pack|protocol error: bad pack header)|^send-pack: unexpected disconnect/;

/** Tells whether a line of git gives no reason: progress, or the message that ends each failed push. Pure. */
export function isChatter(line: string): boolean {
  return chatter.test(line) || line.startsWith('error: failed to push some refs');
}

/**
 * The line that explains most: git's first `fatal:` or last `error:` that is no follow-up of another, else the last line
 * that is no chatter. At most 300 characters. Pure.
 */
export function lastSentence(stderr: string): string {
  const lines = stderr
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const reasons = lines.filter((line) => !isChatter(line) && !consequence.test(line));
  const line = mostTelling(reasons) ?? reasons.at(-1) ?? mostTelling(lines) ?? lines.at(-1) ?? '';
  return withoutQueries(line.replace(/^(remote: ?)?((fatal|error): )?/, '')).slice(0, 300);
}

/** The query of a storage's address is the right to write there. */
function withoutQueries(line: string): string {
  return line.replace(/(\bhttps?:\/\/[^\s"'?]+)\?[^\s"']+/g, '$1?…');
}

/** Our own git's output without the host's. Pure. */
export function withoutRemote(stderr: string): string {
  return stderr
    .split('\n')
    .filter((line) => !/^(remote:|error: remote unpack failed:|fatal: remote error:)/.test(line))
    .join('\n');
}

function mostTelling(lines: readonly string[]): string | undefined {
  const telling = lines.filter((line) => /^(fatal|error|remote: (fatal|error)):/.test(line));
  return telling.find((line) => line.startsWith('fatal:')) ?? telling.at(-1);
}
