import { exceededRequests, type RequestLine } from '../pull-requests/request-line.ts';
import type { ProcessEnvironment } from '../surroundings.ts';
import { type Amount, amountMissesBound, type Figure, missesBound } from './figures.ts';
import { amountTable, figureTable, requestTable } from './tables.ts';

/** One topic of the bench: what it measures, and how that is to be read. */
export interface Section {
  /** As an argument it runs this section alone. */
  readonly name: string;
  readonly title: string;
  measure(processEnvironment: ProcessEnvironment): Promise<readonly Part[]>;
}

/** Describes what was measured in one way. */
export interface Part {
  /** How: Markdown, in lines. */
  readonly prose: string;
  readonly figures?: readonly Figure[];
  readonly amounts?: readonly Amount[];
  readonly requests?: readonly RequestLine[];
}

export function tablesOf({ figures = [], amounts = [], requests = [] }: Part): string[] {
  return [
    ...(requests.length > 0 ? [requestTable(requests)] : []),
    ...(amounts.length > 0 ? [amountTable(amounts)] : []),
    ...(figures.length > 0 ? [figureTable(figures)] : []),
  ];
}

/** The names of all figures that miss their bounds. */
export function missed({ figures = [], amounts = [], requests = [] }: Part): string[] {
  const names = [...figures.filter(missesBound), ...amounts.filter(amountMissesBound)].map(
    ({ name }) => name,
  );
  return [...names, ...requests.flatMap(exceededRequests)];
}
