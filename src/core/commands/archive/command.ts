import { defineCommand } from '../command.ts';
import { commonFlags } from '../common-flags.ts';

export const archiveCheckCommand = defineCommand({
  name: 'archive check',
  summary: "Check an archive for GitHub's importer, offline",
  description: [
    "Reads an archive in GitHub's format, or a Data Center's export (tar files), and reports what GitHub's importer",
    'would refuse or lose.',
    'Checks the shape of each record and what it names, reviews against threads, times, commits and refs, positions',
    'of comments against the diffs that git shows, and the repositories with git fsck. Contacts no host.',
    'Exits with code 6 if it finds an error.',
  ],
  operand: { name: 'file' },
  endsInOrder: true,
  flags: commonFlags,
  examples: [
    'migrator archive check web-shop.tar.gz',
    'migrator archive check web-shop.tar.gz --json',
  ],
  run: async (invocation) => (await import('./check-handler.ts')).runArchiveCheck(invocation),
});
