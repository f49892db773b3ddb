/** Bytes as GitHub writes them: `301.74 MB`, counted by 1024. Small sizes stay bytes. Pure. */
export function megabytes(bytes: number): string {
  if (bytes < 10 * 1024) return `${bytes} bytes`;
  return `${(bytes / 1024 / 1024).toFixed(2)} MB`;
}
