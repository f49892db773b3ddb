import { defineCommand } from '../command.ts';
import { commonFlags } from '../common-flags.ts';

export const archiveCheckCommand = defineCommand({
  name: 'archive check',
  summary: "Check an archive for GitHub's importer, offline",
  description: [
    "Reads an archive in GitHub's format, or a Data Center export (tar files), and reports anything that GitHub's",
    'importer would refuse or lose.',
    'Checks records and references, reviews and threads, times, commits and refs, and comment positions against',
    'the diffs that git shows; runs git fsck on the repositories. Contacts no host.',
    'Exit code 6: it found an error.',
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
