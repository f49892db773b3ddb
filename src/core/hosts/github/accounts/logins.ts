/** What a login can look like; with an underscore in enterprises that manage their users. */
export function isLogin(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/.test(text);
}
