/** For a coordinator that leaves while other processes work on the migration. */
export function workersGoOnText(migration: string): string {
  return `Workers continue. Watch them: migrator status --migration ${migration} --watch`;
}
