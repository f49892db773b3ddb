/** Where GitHub shows what a warning or a defect is about: ends of addresses below the repository's page. Pure. */
export function pagesAbout(text: string): readonly string[] {
  const pulls = [...text.matchAll(/(?<![\w/])#(\d+)/g)].map(([, number]) => `/pull/${number}`);
  if (pulls.length > 0) return [...new Set(pulls)];
  const [, page] = pages.find(([pattern]) => pattern.test(text)) ?? [];
  return page === undefined ? [] : [page];
}

/** A text without the pull requests that it names, which are of one repository: ` (#7, #18)`. Pure. */
export function withoutNumbers(text: string): string {
  return text.replace(/ \(#\d+(, #\d+)*( and \d+ more)?\)/g, '');
}

const pages: readonly (readonly [text: RegExp, page: string])[] = [
  [/^GitHub asks code owners/, '/pulls'],
  [/^(setting )?Access for /, '/settings/access'],
  [/^(setting )?Deploy key /, '/settings/keys'],
  [/^(setting )?Ruleset /, '/settings/rules'],
  [/^(setting )?Webhook /, '/settings/hooks'],
  [/^(setting )?Autolink /, '/settings/key_links'],
  [/^setting Actions /, '/settings/actions'],
  [/^(setting |Merge methods)/, '/settings'],
];
