/**
 * Returns what a person typed, or a file holds, for a message: in quotes, on one line, and never longer than a name is.
 */
export function quoteInput(text: string): string {
  const characters = [...text.slice(0, mostCharacters * 2)];
  const isLong = text.length > mostCharacters;
  return JSON.stringify(isLong ? `${characters.slice(0, mostCharacters).join('')}…` : text);
}

/** A message whose longest words (names, paths, addresses) keep their beginning and their end. */
export function shortenWords(message: string): string {
  return message.replace(longWord, (word) => {
    const characters = [...word];
    if (characters.length <= longestWord) return word;
    return `${characters.slice(0, kept).join('')}…${characters.slice(-kept).join('')}`;
  });
}

const mostCharacters = 80;
/** Names of refs and files have up to 255 characters. */
const longestWord = 300;
const kept = 100;
const longWord = new RegExp(`\\S{${longestWord + 1},}`, 'gu');
