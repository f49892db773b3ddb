export const help = `Usage: npm run --silent license -- <command> [options]

keygen --private FILE --public FILE     A new key pair of the issuer. Neither file may be there already
issue --private FILE --email ADDRESS    A license key, on standard output
      [--tier free|pro|ultimate] [--days N | --expires YYYY-MM-DD]
serve --private FILE --from ADDRESS     The registration service. Mail goes to the server in SMTP_URL, such as
      [--port N] [--host ADDRESS]       smtps://user:password@mail.example.com
      [--days N] [--trust-proxy]`;

/** @param message one line, without a full stop */
export function fail(message: string): Error {
  return new Error(`${message}. See npm run license -- --help`);
}

/** @throws where it is missing */
export function required(value: string | undefined, name: string): string {
  if (value === undefined || value === '') throw fail(`${name} is missing`);
  return value;
}

/** @throws where it is no whole number of this range */
export function wholeNumber(text: string, name: string, least: number, most: number): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= least && number <= most) return number;
  throw fail(`${name} takes a whole number from ${least} to ${most}, not "${text}"`);
}
