import { it } from 'vitest';
import type { sources } from './sources.ts';

type Declare = (name: string, test: () => Promise<void>) => void;

/** Declares tests of one product alone, where the others are declared for both. */
export function onlyOn(source: (typeof sources)[number]): {
  readonly onCloud: Declare;
  readonly onDataCenter: Declare;
} {
  const on: Declare = (name, test) => it(name, test);
  const none: Declare = () => {};
  return source === 'bitbucket-cloud'
    ? { onCloud: on, onDataCenter: none }
    : { onCloud: none, onDataCenter: on };
}
