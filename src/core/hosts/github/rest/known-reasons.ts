/** Reasons that GitHub gives in its own words, with what to do: for none of them does another scope help. */
const reasons: readonly (readonly [RegExp, string])[] = [
  [
    /suspended/i,
    "The account is suspended. Ask GitHub Support or the enterprise's administrators to lift the suspension, then resume.",
  ],
  [/\bspam/i, 'GitHub flagged it as spam. Ask GitHub Support to clear the account, then resume.'],
  [/archived so/i, 'Unarchive the repository on GitHub, then resume.'],
  [
    /(issue|conversation|pull request) is locked/i,
    'Unlock the conversation on GitHub, then resume.',
  ],
  [
    /\bseats?\b|no (more|available) licenses?/i,
    'The organization has no free seats. Ask an owner to add seats, or invite fewer people.',
  ],
  [
    /repository limit|limit of \d* ?(private )?repositories|more (private )?repositories|upgrade your plan/i,
    'The organization has reached its repository limit. Ask an owner to raise its limit, or remove unused ones.',
  ],
  [
    /IP allow list/i,
    "Ask an owner to add this machine's address to the organization's IP allow list.",
  ],
  [
    /forbids access via a personal access token \(classic\)/i,
    'Set DST_TOKEN to a fine-grained token, or ask an owner to allow classic ones.',
  ],
  [
    /forbids access via a fine-grained/i,
    'Set DST_TOKEN to a token that the organization allows: approved, and with a shorter lifetime.',
  ],
  [/repository access blocked|has been disabled/i, 'Ask GitHub Support why it is blocked.'],
];

/**
 * A remedy by what GitHub says; `null` for words that no rule knows. Pure.
 * @param said hostile
 */
export function remedyFor(said: string | null): string | null {
  return reasons.find(([pattern]) => pattern.test(said ?? ''))?.[1] ?? null;
}
