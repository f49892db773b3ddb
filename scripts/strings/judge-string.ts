import { avoided, longestSentence, mostSentences } from './glossary.ts';

/** Returns what the voice forbids in a string; empty where it may stay. Pure. */
export function judgeString(text: string): readonly string[] {
  const complaints = avoided.flatMap(({ pattern, instead }) => {
    const found = pattern.exec(withoutCode(text));
    return found === null ? [] : [`"${found[0]}": write ${instead}`];
  });
  const sentences = sentencesOf(text);
  if (sentences.length > mostSentences) complaints.push(`${sentences.length} sentences`);
  for (const sentence of sentences) {
    const words = withoutCode(sentence)
      .replace(/\([^)]*\)/g, '')
      .trim()
      .split(/\s+/).length;
    if (words > longestSentence) complaints.push(`${words} words in a sentence`);
  }
  return complaints;
}

/** A command or a name in backquotes is quoted, not said. */
function withoutCode(text: string): string {
  return text.replace(/`[^`]*`/g, '``');
}

function sentencesOf(text: string): readonly string[] {
  return text
    .split(/(?<=[.!?])\s+(?=[A-Z{`“"])|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}
