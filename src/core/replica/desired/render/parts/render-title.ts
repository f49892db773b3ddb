import { shorten } from './markdown-pieces.ts';

/** GitHub takes no longer title, and no empty one. In UTF-16 units, which are never fewer than its characters. */
const longestTitle = 256;

export interface RenderedTitle {
  readonly title: string;
  /** The source's, where the title had to be cut; else `null`. */
  readonly whole: string | null;
  /** The source's is empty. */
  readonly isMade: boolean;
}

/** One line without control characters that mentions nobody. */
export function renderTitle(pullRequest: { title: string; number: number }): RenderedTitle {
  const line = pullRequest.title
    .toWellFormed()
    .replace(overrides, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  if (/^[\p{C}\p{Z}]*$/u.test(line)) {
    return { title: `Pull request ${pullRequest.number}`, whole: null, isMade: true };
  }
  const harmless = line.replace(mention, '@\u200b');
  const title = shorten(harmless, longestTitle);
  return { title, whole: title === harmless ? null : line, isMade: false };
}

/** They turn what follows around, beyond the title too. Right-to-left letters order themselves without them. */
const overrides = /[\u202a-\u202e\u2066-\u2069]/g;

/** GitHub reads a mention where no letter or digit of ASCII stands before; elsewhere it is an e-mail address. */
const mention = /(?<![A-Za-z0-9_])@(?=[\p{L}\p{N}])/gu;
