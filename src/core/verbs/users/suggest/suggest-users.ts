import type { OrganizationMember } from '../../../ports/records/target-people.ts';
import {
  acceptable,
  type Confidence,
  type Suggestion,
  suggest,
} from '../../../users/suggest/candidates.ts';
import {
  editSheet,
  personOf,
  type RowEdit,
  readSheet,
  type SheetRow,
} from '../../../users/user-sheet.ts';
import { type EvidenceRequest, readEvidence } from './read-evidence.ts';

export interface SuggestedRow {
  readonly row: SheetRow;
  readonly suggestion: Suggestion;
}

export interface Suggested {
  /** People without a login, in the order of the map. */
  readonly rows: readonly SuggestedRow[];
  readonly notes: readonly string[];
  /** Members of the organization, as far as they were read. */
  readonly members: readonly OrganizationMember[];
}

/** Looks for the accounts of everybody in a user map who has no login there. Changes nothing. */
export async function suggestUsers(
  options: Omit<EvidenceRequest, 'people'> & {
    /** A sound user map. */
    readonly text: string;
  },
): Promise<Suggested> {
  const { text, ...request } = options;
  const all = readSheet(text);
  const rows = all.filter(({ target }) => target === '');
  const people = rows.map(personOf);
  const { evidence, notes } = await readEvidence({ ...request, people });
  const taken = all.flatMap(({ target }) => (target === '' ? [] : [target]));
  const suggestions = suggest(people, evidence, taken);
  const found = rows.flatMap((row, index) => {
    const suggestion = suggestions[index];
    return suggestion === undefined ? [] : [{ row, suggestion }];
  });
  return { rows: found, notes, members: evidence.members };
}

/**
 * The map with the best suggestion beside each row, and with a login where one is sure enough. Pure.
 * @param accept `null`: logins stay empty
 */
export function suggestedText(
  text: string,
  rows: readonly SuggestedRow[],
  accept: Confidence | null,
): string {
  const edits = rows.map(({ row, suggestion }): readonly [number, RowEdit] => {
    const accepted = accept === null ? null : acceptable(suggestion, accept);
    return [
      row.line,
      { suggestion: suggestion.best, ...(accepted === null ? {} : { target: accepted.login }) },
    ];
  });
  return editSheet(text, new Map(edits));
}
