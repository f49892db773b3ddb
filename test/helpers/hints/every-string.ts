import { join } from 'node:path';
import { type CataloguedString, catalogueStrings } from '../../../scripts/strings/catalogue.ts';

let strings: readonly CataloguedString[] | null = null;

/** Every string that people read, parsed once for all tests that look at them. */
export function everyString(): readonly CataloguedString[] {
  strings ??= catalogueStrings(join(import.meta.dirname, '../../..'));
  return strings;
}
