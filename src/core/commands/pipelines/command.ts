import { defineCommand } from '../command.ts';
import { commonFlags, forceFlag } from '../common-flags.ts';

export const pipelinesConvertCommand = defineCommand({
  name: 'pipelines convert',
  summary: 'Convert bitbucket-pipelines.yml to GitHub Actions, offline',
  description: [
    'Converts one file, or every pipeline file in a folder of clones. Grades each construct: exact, changed or lost.',
    'Writes workflows only with --output; never changes the input. Contacts no host.',
    'Imported pipelines are read from clones next to the repository, or from the folder given with --imports.',
    'Exit code 6: one of several files could not be converted, or a check failed.',
  ],
  operand: { name: 'path' },
  flags: {
    output: {
      kind: 'string',
      value: 'folder',
      completes: 'file',
      summary: 'Write .github/workflows into this folder',
    },
    imports: {
      kind: 'string',
      value: 'folder',
      completes: 'file',
      summary:
        'Also look here for repositories that pipelines are imported from, as NAME or NAME@REF',
    },
    check: {
      kind: 'boolean',
      summary: 'Also run eleven checks on the workflows and print the results',
    },
    ...forceFlag,
    ...commonFlags,
  },
  examples: [
    'migrator pipelines convert web-shop/bitbucket-pipelines.yml',
    'migrator pipelines convert web-shop --output web-shop --check',
  ],
  run: async (invocation) => (await import('./convert-handler.ts')).runPipelinesConvert(invocation),
});
