export type Authorization =
  | { readonly scheme: 'basic'; readonly username: string; readonly password: string }
  | { readonly scheme: 'bearer'; readonly token: string }
  /** GitHub's own scheme, which works on every edition. */
  | { readonly scheme: 'token'; readonly token: string };

/** The value of the `Authorization` header. */
export function authorizationHeader(authorization: Authorization): string {
  switch (authorization.scheme) {
    case 'basic': {
      const { username, password } = authorization;
      return `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}`;
    }
    case 'bearer':
      return `Bearer ${authorization.token}`;
    case 'token':
      return `token ${authorization.token}`;
  }
}
