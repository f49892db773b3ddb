/** A message as a title: without the counts, addresses, commits and titles that differ from item to item. Pure. */
export function generalForm(message: string): string {
  return message
    .replace(/^has (the title “.*|a different title: .*)$/s, 'has a different title')
    .replace(/^is at .*; it was written at .*$/s, 'is in a different place')
    .replace(/^is “.*”; it was set to “.*”$/s, 'is not the one that was set')
    .replace(/^(was opened[^:]*): .*$/s, '$1')
    .replace(addressesAtEnd, '')
    .replace(/https?:\/\/\S+/g, 'its address')
    .replace(/; (it (points|pointed|was opened|was written)|migrated) (to|at|as) \S+$/, '')
    .replace(/\b(?=[0-9a-f]*\d)[0-9a-f]{7,64}\b/g, 'another commit')
    .replace(/^\d[\d,.]* ([a-z ]+?)s? (moved|omitted|marked)\b/, '$1s $2')
    .replace(/ \(\d[\d,.]* bytes\)/, '')
    .replace(/#\d+/g, 'another pull request')
    .replace(/\d[\d,.]*\d|\d/g, 'N');
}

/** Separates the addresses at the end of a message from what is said of them. Pure. */
export function addressesAfter(message: string): {
  readonly text: string;
  readonly addresses: readonly string[];
} {
  const found = addressesAtEnd.exec(message)?.[0] ?? '';
  if (found === '') return { text: message, addresses: [] };
  return { text: message.slice(0, -found.length), addresses: found.slice(2).split(', ') };
}

const addressesAtEnd = /: https?:\/\/\S+(?:, https?:\/\/\S+)*$/;
