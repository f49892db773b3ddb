import * as z from 'zod';
import { configSchema } from './config-schema.ts';

/** A key of migrator.yaml, as its schema describes it. */
export interface ConfigKey {
  /** `source.api_url` */
  readonly path: string;
  readonly description: string;
  /** The variable that wins over it; `null` where there is none. */
  readonly variable: string | null;
  /** In words, where it is no value. */
  readonly defaultText: string;
  readonly kind: 'boolean' | 'number' | 'text';
  /** `null`: any. */
  readonly choices: readonly string[] | null;
}

interface JsonSchema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
}

/** Every key, in the order of the schema: what it says of its default and of its variable is read from its description. */
export function configKeys(): readonly ConfigKey[] {
  return leaves(z.toJSONSchema(configSchema, { io: 'input' }) as JsonSchema, []);
}

function leaves(schema: JsonSchema, path: readonly string[]): readonly ConfigKey[] {
  if (schema.properties !== undefined) {
    return Object.entries(schema.properties).flatMap(([key, child]) =>
      leaves(child, [...path, key]),
    );
  }
  const { description = '', type } = schema;
  return [
    {
      path: path.join('.'),
      description,
      variable: /\bOverridden by ([A-Z]+(?:_[A-Z]+)+)\b/.exec(description)?.[1] ?? null,
      defaultText: /\bDefault:? (.+?)\.?$/.exec(description)?.[1] ?? '',
      kind: type === 'boolean' ? 'boolean' : type === 'string' ? 'text' : 'number',
      choices: schema.enum ?? null,
    },
  ];
}

/** A value of the file by its path. Pure. */
export function valueAt(config: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], config);
}
