import { type MirrorOptions, runInMirror } from '../../../git/process/mirror-command.ts';

/** `fixes #3`, `Closes: GH-3`, `resolved acme/web#3` and the same with an address: GitHub reads all of them. */
const keyword =
  /\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):?\s+(?:https?:\/\/[^\s/]+\/(?<place>[\w.-]+\/[\w.-]+)\/(?:issues|pull)\/(?<at>[1-9]\d{0,8})|(?:(?<repository>[\w-]+\/[\w.-]+)?#|GH-)(?<number>[1-9]\d{0,8}))(?![\w-])/gi;

/**
 * Numbers of this repository that a commit's message closes on the default branch. Pure.
 * @param fullName `owner/name` on the target
 */
export function namedNumbers(message: string, fullName: string): readonly number[] {
  const numbers = [...message.matchAll(keyword)].flatMap(({ groups = {} }) => {
    const place = groups.place ?? groups.repository ?? fullName;
    return place.toLowerCase() === fullName.toLowerCase()
      ? [Number(groups.at ?? groups.number)]
      : [];
  });
  return [...new Set(numbers)];
}

/** The same of all commits that a push adds. @param range.from what the branch has; `null`: nothing */
export async function numbersNamedBetween(
  mirror: MirrorOptions,
  { from, to, fullName }: { from: string | null; to: string; fullName: string },
): Promise<readonly number[]> {
  const numbers = new Set<number>();
  let before = '';
  await runInMirror(mirror, {
    args: ['log', '--format=%B', ...(from === null ? [to] : [to, `^${from}`]), '--'],
    doing: 'Reading commits from',
    onLine(line) {
      // A keyword may end a line.
      for (const one of namedNumbers(`${before}\n${line}`, fullName)) numbers.add(one);
      before = line;
    },
  });
  return [...numbers];
}
