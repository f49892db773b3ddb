/** A name behind an `@`: a user's login, or `organisation/team`. */
export function findMentions(text: string): string[] {
  return [...text.matchAll(mention)].map(([, name = '']) => name);
}

export interface FoundReference {
  readonly text: string;
  /** `owner/name`, where the text names it. */
  readonly repository: string | null;
  readonly number: number | null;
  readonly sha: string | null;
  readonly closes: boolean;
}

/** `#7`, `GH-7`, `owner/name#7` and hashes of commits. */
export function findReferences(text: string): FoundReference[] {
  const found: FoundReference[] = [];
  for (const match of text.matchAll(reference)) {
    const { keyword, repository = null, number, sha = null } = match.groups ?? {};
    found.push({
      text: match[0].trim(),
      repository,
      number: number === undefined ? null : Number(number),
      sha,
      closes: keyword !== undefined && sha === null,
    });
  }
  return found;
}

/**
 * Tells whether it is worth to take a text apart, which costs a thousand times as much as this.
 * @param known.name whether anybody has the login, or the team's name
 */
export function mayName(
  text: string,
  known: { webUrl: string; name: (name: string) => boolean },
): boolean {
  const shown = text.replace(/<!--[\s\S]*?-->/g, '');
  if (/&#|&commat|&num/i.test(shown) || shown.includes(known.webUrl)) return true;
  return findMentions(shown).some(known.name) || findReferences(shown).length > 0;
}

/** `owner/name` and number or hash in the address of an issue, a pull request or a commit. */
export function readAddress(address: string, webUrl: string): FoundReference | null {
  if (!address.startsWith(`${webUrl}/`)) return null;
  const match = /^([^/]+\/[^/]+)\/(?:(?:issues|pull)\/(\d+)|commit\/([0-9a-f]{7,40}))\b/.exec(
    address.slice(webUrl.length + 1),
  );
  if (match === null) return null;
  const [, repository = null, number, sha = null] = match;
  return {
    text: address,
    repository,
    number: number === undefined ? null : Number(number),
    sha,
    closes: false,
  };
}

const mention =
  /(?<![A-Za-z0-9_`/.@-])@([a-z\d](?:[a-z\d]|-(?=[a-z\d])){0,38}(?:\/[a-z\d][a-z\d_-]*)?)(?![a-z\d_-])/gi;

const reference =
  /(?:\b(?<keyword>close[sd]?|fix(?:e[sd])?|resolve[sd]?):?\s+)?(?<![\w/-])(?:(?:(?<repository>[a-z\d][a-z\d-]*\/[\w.-]+)?#|GH-)(?<number>[1-9]\d{0,8})|(?<sha>[0-9a-f]{7,40}))(?![\w-])/gi;
