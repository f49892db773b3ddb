/** Zero-width space: invisible, and no host reads a mention or a reference across it. */
export const breaker = '\u200b';

/** Words that close GitHub's issues when a reference follows. The end of a longer word is as harmlessly broken. */
export const closingKeyword = /(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?)\b/giu;

/** A hash, cut so that no part is long enough to be linked. */
export function breakHash(hash: string): string {
  return hash.replace(/.{6}(?=.)/gu, `$&${breaker}`);
}

/** Breaks what GitHub would link, notify or close by in a text that is shown as it is, addresses and emoji codes too. */
export function breakReferences(text: string): string {
  return text
    .replace(/(?<![0-9a-z_])[0-9a-f]{7,40}(?![0-9a-z_])/gi, breakHash)
    .replace(/[@＠﹫](?=[^\s\u200b])/gu, `$&${breaker}`)
    .replace(/#(?=\d)/g, `#${breaker}`)
    .replace(/\bGH-(?=\d)/gi, `$&${breaker}`)
    .replace(/(?:https?|ftp|mailto|xmpp):(?=\S)/gi, `$&${breaker}`)
    .replace(/www(?=\.)/gi, `$&${breaker}`)
    .replace(/:(?=[a-z0-9_+-]{1,40}:)/gi, `:${breaker}`)
    .replace(closingKeyword, (word, at: number, whole: string) =>
      /^[\s:([*_~"']{1,10}(?:[#@]|GH-|https?:|[\w.-]{1,100}\/|[0-9a-f]{6})/i.test(
        whole.slice(at + word.length, at + word.length + 120),
      )
        ? word + breaker
        : word,
    );
}
