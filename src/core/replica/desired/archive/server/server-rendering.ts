import type { FoundRendering } from '../archive-rendering.ts';
import type { ServerPeople } from './server-people.ts';

/** A pull request, and who is who in an export of a Data Center. */
export interface ServerRendering extends FoundRendering {
  readonly people: ServerPeople;
}

/** The format's form of a time. Pure. @param iso ISO 8601 */
export function milliseconds(iso: string): number {
  return Date.parse(iso);
}

/** The archive's time in the form of comparisons, which is whole seconds. Pure. */
export function secondOf(time: number): string {
  return `${new Date(time).toISOString().slice(0, 19)}Z`;
}
