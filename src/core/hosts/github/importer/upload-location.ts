import { MigratorError } from '../../../kernel/errors.ts';

/** Longer ones are no addresses of uploads. */
const longest = 2000;

/**
 * Checks where the next part of an upload is to go: an answer's `Location` is not trusted with the token until it leads to the
 * place for uploads of the same organization. Pure.
 * @param location hostile
 * @param options.base address for uploads
 * @returns path and query below that address
 * @throws `bad-answer`
 */
export function uploadLocation(
  location: string | undefined,
  { base, organization }: { base: string; organization: number },
): string {
  const own = new URL(base);
  const prefix = own.pathname.replace(/\/+$/, '');
  const wanted = `/organizations/${organization}/gei/archive/blobs/uploads`;
  const url =
    location === undefined || location.length > longest
      ? null
      : URL.parse(location, `${own.origin}${prefix}/`);
  const isOwn = url?.origin === own.origin && url.username === '' && url.password === '';
  if (isOwn && (url.pathname === wanted || url.pathname === `${prefix}${wanted}`)) {
    return `${wanted}${url.search}`;
  }
  const where = url === null ? 'nowhere' : url.origin === own.origin ? 'elsewhere' : url.host;
  throw new MigratorError(
    'bad-answer',
    `${own.host} redirected an upload to ${where}; not followed, because the token belongs to ${own.host}`,
    { hint: 'Check DST_API_URL and DST_UPLOADS_URL, and whether a proxy is answering instead.' },
  );
}
