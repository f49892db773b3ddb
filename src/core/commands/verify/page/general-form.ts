/** A message as a title: without the counts, addresses, commits and titles that differ from item to item. Pure. */
export function generalForm(message: string): string {
  return message
    .replace(/^has (the title “.*|a different title: .*)$/s, 'has a different title')
    .replace(/^is “.*”; it was set to “.*”$/s, 'is not the one that was set')
    .replace(/^(was opened[^:]*): .*$/s, '$1')
    .replace(/: https?:\/\/\S+(, https?:\/\/\S+)*$/, '')
    .replace(/https?:\/\/\S+/g, 'its address')
    .replace(/; (it (points|pointed|was opened|was written)|migrated) (to|at|as) \S+$/, '')
    .replace(/\b(?=[0-9a-f]*\d)[0-9a-f]{7,64}\b/g, 'another commit')
    .replace(/^\d[\d,.]* ([a-z ]+?)s? (moved|omitted|marked)\b/, '$1s $2')
    .replace(/ \(\d[\d,.]* bytes\)/, '')
    .replace(/#\d+/g, 'another pull request')
    .replace(/\d[\d,.]*\d|\d/g, 'N');
}
