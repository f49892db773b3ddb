import { createHash } from 'node:crypto';
import type { Answer } from '../network/answer.ts';
import { type Html, html } from './html.ts';
import { style } from './style/style.ts';

export interface PageContent {
  readonly title: string;
  /** Decides about the colors. */
  readonly look: 'github' | 'bitbucket' | 'beside';
  /** Two halves, each with a scroll bar of its own where there is place for both. */
  readonly isSplit?: boolean;
  readonly body: Html;
}

const styleHash = createHash('sha256').update(`${style}`).digest('base64');

/** Nothing is loaded and nothing runs: the one style sheet is in the page. */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A whole page, as a browser gets it. */
export function pageAnswer(
  { title, look, isSplit = false, body }: PageContent,
  status = 200,
): Answer {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${style}</style>
</head>
<body class="${look}${isSplit && ' split'}">
${body}
</body>
</html>
`;
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  };
  return { status, headers, body: `${page}` };
}
