import { defineOption } from './option.ts';

/** Options of where archives go. */
export const exportOptions = {
  export: defineOption({
    kind: 'string',
    value: 'folder',
    summary: 'With --engine archive: only write archives and a runbook to this folder',
    flagOf: ['migrate'],
    default: null,
    kept: { as: 'export' },
  }),
};
