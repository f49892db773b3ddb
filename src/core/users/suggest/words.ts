import type { Candidate, SuggestionSource } from './candidates.ts';

const texts: Readonly<Record<SuggestionSource, string>> = {
  'commit-email': 'commits',
  saml: 'single sign-on',
  'managed-account': 'managed account',
  'member-name': "member's name",
};

/** Where a candidate was found, for people. Pure. */
export function sourceText({ source, also }: Candidate): string {
  return [source, ...also].map((one) => texts[one]).join(' and ');
}
