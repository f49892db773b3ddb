/**
 * The command that moves files of a history to Git LFS. Without a size it moves every file, so that it is always given.
 * @param limit bytes that the target takes of one file; git-lfs counts 1,000 kB to the MB, and so moves a little more
 */
export function lfsImportCommand(limit: number): string {
  const megabytes = Math.max(1, Math.floor(limit / 1024 / 1024));
  return `git lfs migrate import --everything --above=${megabytes}MB`;
}
