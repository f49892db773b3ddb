/**
 * The command that moves files of a history to Git LFS. Without a size it moves every file, so that it is always given.
 * @param limit bytes that the target takes of one file: git-lfs moves files from the size that it is given on
 */
export function lfsImportCommand(limit: number): string {
  return `git lfs migrate import --everything --above=${limit + 1}b`;
}
