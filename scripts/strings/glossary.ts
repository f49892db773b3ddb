/** A turn of phrase that no string of ours uses, and what to write instead. */
export interface Avoided {
  readonly pattern: RegExp;
  readonly instead: string;
  /** A sentence that the pattern catches. */
  readonly example: string;
}

/**
 * Turns that make English read like a translation. Plain verbs (make, tell, choose, leave out, there is) are never here:
 * a ban on one of them only breeds a stilted sentence.
 */
export const avoided: readonly Avoided[] = [
  // One term for one thing.
  {
    pattern: /\b(bring|brings|bringing|brought) (it |them |\w+ )?(over|across)\b/i,
    instead: 'migrate',
    example: 'Bring them over first.',
  },
  {
    pattern: /(?<!content-)\bcreating requests\b/i,
    instead: 'writes, or content-creating requests for the limit that GitHub documents',
    example: '12 creating requests',
  },
  { pattern: /\bdeep look\b/i, instead: 'deep scan', example: 'A deep look counts them.' },
  {
    pattern: /\blets? (us|migrator) wait\b/i,
    instead: 'rate-limited until',
    example: 'The host lets us wait until 14:05.',
  },
  // Relative and noun clauses in place of a name.
  {
    pattern: /\bthose (that|who|whose|which|whom)\b/i,
    instead: 'the name of the thing or the people',
    example: 'Those who can push keep it.',
  },
  {
    pattern: /\b(whom|of which)\b/i,
    instead: 'two sentences, or a shorter one',
    example: 'people whom the plan names',
  },
  {
    pattern: /\bas (it is|they are|it was|they were)\b(?! \w+ed)/i,
    instead: 'unchanged, alone',
    example: 'The repository stays as it is.',
  },
  {
    pattern:
      /\b(not|than|from|lists|records?|knows?) what (is|are|was|were|the|it|they|migrator|others)\b/i,
    instead: 'the name of the thing: the imported text, the recorded refs',
    example: 'It differs from what the state has.',
  },
  {
    pattern: /\b(pushes|work|changes|edits|object|repository|requests|settings) of others\b/i,
    instead: "other people's, someone else's",
    example: 'It never overwrites the pushes of others.',
  },
  {
    pattern: /\bwith \S+ of (ours|others)\b/i,
    instead: "migrator's own, someone else's",
    example: 'with 2 of ours',
  },
  // Verbs that no native writer would use here.
  {
    pattern: /(?<!\b(who|what) )\b(is|are|was|were) to be\b|^to be \w+ed\b|: to be \w+ed\b/i,
    instead: 'must, will, or the present tense',
    example: 'to be created with maintain',
  },
  {
    pattern: /\b(has|have) to be\b/i,
    instead: 'must be',
    example: 'The file has to be a tar file.',
  },
  {
    pattern: /\b(who|people|members|organization|token|DST_TOKEN) may (?!have|be|need|lack)/i,
    instead: 'can, cannot',
    example: 'DST_TOKEN may not delete repositories.',
  },
  {
    pattern: /\bcounts? for\b|\band counts?$|\bcounts? for no\b/i,
    instead: 'is used, wins, is not counted',
    example: 'The plan was edited and counts',
  },
  {
    pattern: /\b(take|takes|taken|took|taking) (it |them |(\w+ )?(\w+ )?)away\b/i,
    instead: 'delete, remove, undo',
    example: 'Take these targets away.',
  },
  {
    pattern: /\bstands? (for|on|below|beside|in teams)\b|\balike stand\b|\bstill stand\b/i,
    instead: 'is, represents, belongs to',
    example: 'A release stands on it.',
  },
  {
    pattern: /\b(holds|hold) (no longer|for)\b|\bhold here\b/i,
    instead: 'applies to',
    example: 'It also holds for main.',
  },
  {
    pattern: /\bgot no further\b|\bhad (its|their) turn\b/i,
    instead: 'stopped making progress, done',
    example: 'It got no further.',
  },
  {
    pattern: /\bto (its|their) end\b/i,
    instead: 'completely',
    example: 'It was not copied to its end.',
  },
  {
    pattern: /(?<!\bthere )\b(is|are) no (?!longer|more|later|other|one\b)[a-z]/i,
    instead: 'is not a',
    example: 'It is no address of a database.',
  },
  {
    pattern: /\bis none of\b/i,
    instead: 'must be one of',
    example: 'Access is none of read, write.',
  },
  {
    pattern: /\btakes? (it|them) for\b/i,
    instead: 'treats as',
    example: 'Git takes it for a folder.',
  },
  {
    pattern: /\b(code|codes) \d+ where\b/i,
    instead: 'if',
    example: 'Exits with code 6 where a repository failed.',
  },
  // Adverbs and other padding.
  { pattern: /\bonce more\b|\banew\b/i, instead: 'again', example: 'The run looks once more.' },
  {
    pattern: /\bby (itself|themselves)(?=[.:;]|$)/i,
    instead: 'automatically, on its own, separately',
    example: 'It starts by itself.',
  },
  {
    pattern: /\bmeanwhile\b|\bby now\b/i,
    instead: 'since then, in the meantime, now',
    example: 'Someone changed it meanwhile.',
  },
  {
    pattern: /\bas well(?=[.,;:]|$)/i,
    instead: 'also, too',
    example: 'Set the URL as well.',
  },
  {
    pattern: /\bin place of\b/i,
    instead: 'instead of',
    example: 'A proxy answers in place of the host.',
  },
  {
    pattern: /\bin the way of\b|\bto note\b/i,
    instead: 'problem, warning, note',
    example: 'Nothing is in the way of 14 repositories.',
  },
  {
    pattern: /\bset back\b/i,
    instead: 'restore, reset',
    example: 'The branch was set back.',
  },
  {
    pattern: /\botherwise than\b|\bother than (expected|described)\b/i,
    instead: 'differently from',
    example: 'The host answered otherwise than described.',
  },
  {
    pattern: /\bdearest\b|\bgravest\b|\bdefect of\b|\bunasked\b/i,
    instead: 'most expensive, difference, without your consent',
    example: 'A defect of the gravest kind.',
  },
  {
    pattern: /\b(lest|whoever|whatever|without a word|as yet|hitherto|thereby|herein)\b/i,
    instead: 'plain English',
    example: 'No migration as yet.',
  },
  {
    pattern: /\bsomebody\b|\beverybody\b|\banybody\b/i,
    instead: 'someone, everyone, anyone',
    example: 'Somebody pushed to it.',
  },
];

/** Sentences that a native writer writes. None is caught. */
export const plain: readonly string[] = [
  'Make Robin an owner of the organization.',
  'There is no plan in this folder.',
  'Tell people to stop pushing.',
  'Choose a workspace, or leave it out.',
  'GitHub made the repository private.',
  'The repository is left alone: only people who administer it can take it up again.',
  'Bring an administrator, and go on with the next step.',
  'A copy of it is kept; set the rest of it yourself.',
  'Someone may have changed it, and nobody may need it.',
  'It is no longer private, and there are no others.',
  'Changed as well as renamed.',
  'Check what you pipe into it.',
];

/** Words in one sentence; a command, a URL and what stands in parentheses count as one. */
export const longestSentence = 20;
/** In one string: a message and its hint are two. */
export const mostSentences = 3;
