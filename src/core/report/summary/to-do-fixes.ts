/** Warnings that many runs have, each with what a person can do about it. */
const fixes: readonly (readonly [warning: RegExp, fix: string])[] = [
  [/^GitHub asks code owners/, 'Tell the code owners that these requests come from the migration.'],
  [
    /images? in pull requests could not be migrated/,
    'Upload them to GitHub before you shut down Bitbucket.',
  ],
  [/not in the organization/i, 'Invite them, then apply the settings again.'],
  [
    /until GitHub has seen/,
    'Let a workflow report these checks once, then apply the settings again.',
  ],
  [/key is already in use/, 'Create a new key for this repository.'],
  [/^The importer reports/, 'Compare the pull request on both sides, and add what is missing.'],
  [
    /^\d[\d,]* commits? ha(ve|s) (a )?new hash/,
    'Write the scripts for clones, and tell people to move their branches.',
  ],
  [/differs? from Bitbucket after the import/, 'Run verify with --repair.'],
];

/** Says what to do about a warning; `null` where its text does. Pure. */
export function fixOf(warning: string): string | null {
  return fixes.find(([pattern]) => pattern.test(warning))?.[1] ?? null;
}
