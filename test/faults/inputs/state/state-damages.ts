import fc from 'fast-check';
import { hostileJson, hostileText } from '../mutate/hostile-values.ts';
import { type ByteChange, byteChange } from '../mutate/mutate-bytes.ts';
import { type TreeChange, treeChange } from '../mutate/mutate-tree.ts';

const tables: Readonly<Record<string, readonly string[]>> = {
  migration: [
    'id',
    'plan_digest',
    'plan_text',
    'source_kind',
    'source_workspace',
    'target_organization',
    'status',
    'created_at',
    'updated_at',
    'settings',
  ],
  repository: [
    'source',
    'position',
    'target',
    'status',
    'refs',
    'web_url',
    'reason',
    'failure',
    'started_at',
    'finished_at',
  ],
  step: ['name', 'status', 'summary', 'data'],
  object: ['kind', 'source_id', 'intended_at', 'target_id', 'target_url', 'data'],
  lease: ['fence', 'pid', 'hostname', 'expires_at'],
  event: ['type', 'body'],
};
const jsonColumns = ['plan_text', 'settings', 'failure', 'data', 'body'];

export type Value =
  | { readonly as: 'null' | 'blob' }
  | { readonly as: 'given'; readonly value: string | number };

export type StateDamage =
  | { readonly what: 'bytes'; readonly changes: readonly ByteChange[] }
  /** A row's value becomes another one; `at` chooses the row. */
  | {
      readonly what: 'value';
      readonly column: string;
      readonly at: number;
      readonly value: Value;
    }
  /** JSON in a column is changed. */
  | {
      readonly what: 'json';
      readonly column: string;
      readonly at: number;
      readonly changes: readonly TreeChange[];
    }
  | { readonly what: 'drop-table' | 'empty-table'; readonly table: string }
  | { readonly what: 'drop-column'; readonly column: string }
  | { readonly what: 'version'; readonly version: number }
  | { readonly what: 'another-database' | 'folder' | 'loop' | 'device' | 'missing' }
  | { readonly what: 'beside'; readonly ending: '-wal' | '-shm' | '-journal' };

const columns = Object.entries(tables).flatMap(([table, names]) =>
  names.map((name) => `${table}.${name}`),
);
const value: fc.Arbitrary<Value> = fc.oneof(
  hostileText.map((text) => ({ as: 'given' as const, value: text })),
  fc
    .constantFrom(-1, 0, 1.5, 1e18, -1e18, 9e15, 2 ** 31)
    .map((number) => ({ as: 'given' as const, value: number })),
  fc.constantFrom({ as: 'null' as const }, { as: 'blob' as const }),
);
const row = fc.nat(50);

export const stateDamage: fc.Arbitrary<StateDamage> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      what: fc.constant('bytes' as const),
      changes: fc.array(byteChange, { minLength: 1, maxLength: 6 }),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      what: fc.constant('value' as const),
      column: fc.constantFrom(...columns),
      at: row,
      value,
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      what: fc.constant('json' as const),
      column: fc.constantFrom(
        ...columns.filter((name) => jsonColumns.some((json) => name.endsWith(`.${json}`))),
      ),
      at: row,
      changes: fc.array(treeChange(hostileJson), { minLength: 1, maxLength: 2 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constantFrom('drop-table' as const, 'empty-table'),
      table: fc.constantFrom(...Object.keys(tables)),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant('drop-column' as const),
      column: fc.constantFrom(...columns),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant('version' as const),
      version: fc.constantFrom(-1, 0, 1, 3, 99, 2 ** 31 - 1),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constantFrom('another-database' as const, 'folder', 'loop', 'device', 'missing'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant('beside' as const),
      ending: fc.constantFrom('-wal' as const, '-shm', '-journal'),
    }),
  },
);
