/** ISO 8601 in whole seconds, as GitHub writes it. */
export function githubTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d{3}Z$/, 'Z');
}
