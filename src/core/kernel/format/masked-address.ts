/** A word of a path, such as `hooks`, `build-finished` or `v2`: short, in lower case, without digits among letters. */
const plainWord = /^(?:[a-z]{1,12}|v?\d{1,4})(?:[-_.](?:[a-z]{1,12}|\d{1,4})){0,4}$/;

/**
 * A web address for people: host and path up to the first part that may be a secret, as receivers of webhooks have in their
 * paths (`hooks.slack.com/services/…`); without user name, query and fragment. Errs towards hiding. Pure.
 */
export function maskedAddress(address: string): string {
  const url = URL.parse(address);
  if (url === null || url.host === '') return 'an unreadable URL';
  const parts = url.pathname.split('/').filter((part) => part !== '');
  const end = parts.findIndex((part) => !plainWord.test(part));
  const shown = end === -1 ? parts : [...parts.slice(0, end), '…'];
  const path = [url.host, ...shown].join('/');
  return url.search === '' || end !== -1 ? path : `${path}?…`;
}

/** The same for each web address in a text. Pure. */
export function maskAddresses(text: string): string {
  return text.replace(/https?:\/\/[^\s"'<>\\]+/gi, maskedAddress);
}
