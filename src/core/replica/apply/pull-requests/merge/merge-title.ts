/** The message of the commit that merges a pull request on the target. @param number on the source */
export function mergeTitle(number: number): string {
  return `Merge pull request ${number}`;
}
