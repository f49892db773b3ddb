import { quoteInput } from '../kernel/format/shorten-input.ts';
import type { Config } from './config-schema.ts';
import { isHostKey } from './file-hosts.ts';

/** As many letters as most values have. A long one hides no other setting. */
const plainValue = /^[\w./:-]{1,80}$/;

/** `key: value` of each setting of a file that nobody named, for a person to read before the run; its hosts are asked about. Pure. */
export function foundSettings(config: Config): readonly string[] {
  return Object.entries(config).flatMap(([group, settings]) =>
    Object.entries(settings ?? {})
      .map(([key, value]) => [`${group}.${key}`, String(value)] as const)
      .filter(([key]) => !isHostKey(key))
      .map(([key, text]) => `${key}: ${plainValue.test(text) ? text : quoteInput(text)}`),
  );
}
