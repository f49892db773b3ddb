/** How much of .gitattributes is read, in bytes. */
export const maxAttributesBytes = 1_000_000;

/** Whether a .gitattributes gives the LFS filter to anything. What a later line takes back is not looked for. */
export function namesLfs(attributes: string): boolean {
  return /^[ \t]*[^#\s][^\r\n]*\sfilter=lfs(\s|$)/m.test(attributes);
}
