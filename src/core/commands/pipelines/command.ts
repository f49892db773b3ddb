import { defineCommand } from '../command.ts';
import { commonFlags, forceFlag } from '../common-flags.ts';

export const pipelinesConvertCommand = defineCommand({
  name: 'pipelines convert',
  summary: 'Convert bitbucket-pipelines.yml to GitHub Actions, offline',
  description: [
    'Converts a file, or the files of a folder of clones. Grades each construct: exact, changed or lost.',
    'Writes workflows with --output only; the input stays. Contacts no host.',
    'Exit code 6: a file of several cannot be converted, or a check fails.',
  ],
  operand: { name: 'path' },
  flags: {
    output: {
      kind: 'string',
      value: 'folder',
      completes: 'file',
      summary: 'Write .github/workflows into this folder',
    },
    check: { kind: 'boolean', summary: 'Also print eleven checks of the workflows' },
    ...forceFlag,
    ...commonFlags,
  },
  examples: [
    'migrator pipelines convert web-shop/bitbucket-pipelines.yml',
    'migrator pipelines convert web-shop --output web-shop --check',
  ],
  run: async (invocation) => (await import('./convert-handler.ts')).runPipelinesConvert(invocation),
});
