/** A turn of phrase that no string of ours uses, and what to write in its place. */
export interface Avoided {
  readonly pattern: RegExp;
  readonly instead: string;
}

/** The voice of the program, as far as a pattern can hold it. */
export const avoided: readonly Avoided[] = [
  { pattern: /\b(bring|brings|bringing|brought)\b/i, instead: 'migrate' },
  { pattern: /\b(choose|chooses|chose|chosen|choosing)\b/i, instead: 'select' },
  { pattern: /\b(leave|leaves|leaving|left) (it |them )?(out|alone|behind)\b/i, instead: 'skip' },
  { pattern: /\bhad (its|their) turn\b/i, instead: 'done' },
  { pattern: /\b(go|goes|going|gone) on (with|from|at)\b/i, instead: 'resume, continue' },
  { pattern: /\banew\b/i, instead: 'again' },
  { pattern: /\b(take|takes|taken|took) (it |them )?(up|away)\b/i, instead: 'resume, delete' },
  { pattern: /\b(make|makes|making|made)\b(?! sure)/i, instead: 'create' },
  { pattern: /\bset back\b/i, instead: 'restore' },
  {
    pattern: /(?<!content-)\bcreating requests\b/i,
    instead: 'content-creating requests',
  },
  { pattern: /\blets? (us|migrator) wait\b/i, instead: 'rate-limited until' },
  { pattern: /\balone\b/i, instead: 'only' },
  { pattern: /\bdeep look\b/i, instead: 'deep scan' },
  { pattern: /\bgravest\b|\bdefect of\b/i, instead: 'difference' },
  { pattern: /\bin the way of\b|\bto note\b/i, instead: 'problem, warning, note' },
  { pattern: /\b(tell|tells|told|telling)\b/i, instead: 'report, say' },
  { pattern: /\blest\b|\bwhoever\b|\bwhatever\b|\bwithout a word\b/i, instead: 'say it plainly' },
  { pattern: /\bthere (is|are|was|were)\b/i, instead: 'the subject first' },
  { pattern: /\bof it\b/i, instead: 'its, or nothing' },
  { pattern: /\b(is|are|was|were) to be\b/i, instead: 'must, or the present tense' },
  { pattern: /\bas yet\b|\bhitherto\b|\bthereby\b|\bherein\b/i, instead: 'plain English' },
];

/** Words in one sentence; a command, a URL and what stands in parentheses count as one. */
export const longestSentence = 20;
/** In one string: a message and its hint are two. */
export const mostSentences = 3;
