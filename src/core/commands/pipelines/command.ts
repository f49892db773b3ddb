import { defineCommand } from '../command.ts';
import { commonFlags, forceFlag } from '../common-flags.ts';

export const pipelinesConvertCommand = defineCommand({
  name: 'pipelines convert',
  summary: 'Convert bitbucket-pipelines.yml to GitHub Actions, offline',
  description: [
    'Converts one file, or every pipeline file in a folder of clones. Grades each construct: exact, changed or lost.',
    'Writes workflows only with --output; never changes the input. Contacts no host.',
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
