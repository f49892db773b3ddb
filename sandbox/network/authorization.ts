/** The `Authorization` header of a request, taken apart. */
export type Authorization =
  | { readonly kind: 'none' }
  | { readonly kind: 'basic'; readonly username: string; readonly password: string }
  | { readonly kind: 'bearer'; readonly token: string }
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'unknown' };

export type AuthorizationKind = Authorization['kind'];

export function parseAuthorization(header: string | undefined): Authorization {
  if (header === undefined || header === '') return { kind: 'none' };
  const match = /^(\S+) +(\S+)$/.exec(header);
  const scheme = match?.[1]?.toLowerCase();
  const value = match?.[2] ?? '';
  if (scheme === 'basic') return parseBasic(value);
  if (scheme === 'bearer') return { kind: 'bearer', token: value };
  if (scheme === 'token') return { kind: 'token', token: value };
  return { kind: 'unknown' };
}

function parseBasic(value: string): Authorization {
  const decoded = Buffer.from(value, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  if (colon < 0) return { kind: 'unknown' };
  return {
    kind: 'basic',
    username: decoded.slice(0, colon),
    password: decoded.slice(colon + 1),
  };
}
