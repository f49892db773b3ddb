import { defineOption } from './option.ts';

/** Options of what writes to the target. */
export const engineOptions = {
  engine: defineOption({
    kind: 'choice',
    choices: ['rest', 'archive'],
    summary: "GitHub's REST interface (default), or its importer, which keeps authors and times",
    flagOf: ['migrate'],
    default: 'rest',
    // A resume refuses another one.
    kept: { as: 'engine' },
  }),
  export: defineOption({
    kind: 'string',
    value: 'folder',
    summary: 'With --engine archive: write archives, people and a runbook here, and stop',
    flagOf: ['migrate'],
    default: null,
    kept: { as: 'export' },
  }),
};
