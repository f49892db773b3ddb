/**
 * How the importer behaves where nobody has proved it, or where tests want it otherwise. Each stands as badly as is
 * sensible: what works here works on the host. May be changed at any time.
 */
export interface ImporterRules {
  /** False: it is down, and says so. */
  isAvailable: boolean;
  /** Plans of organizations that may import. */
  plans: readonly ('free' | 'team' | 'enterprise')[];
  /** Bytes of an archive that one request takes. */
  singleBytes: number;
  /** Bytes of each part but the last. */
  minPartBytes: number;
  maxPartBytes: number;
  /** After so many an archive that no import has used is deleted, and an upload that has not ended. */
  archiveHours: number;
  /** Where an upload takes its end: where the last answer pointed, where the last part went, or both. */
  endsAt: 'last-answer' | 'last-part' | 'both';
  /** True if an upload that has ended takes its end once more. */
  repeatsEnd: boolean;
  /** How often an import is looked at in each of its states before it goes on. */
  pollsPerState: number;
  /** Milliseconds that each state takes at least. */
  stateMilliseconds: number;
  /** A state that clients do not know, before the end; `null`: none. */
  unknownState: string | null;
  /** How often an import that has ended is looked at before it names its log. */
  pollsBeforeLog: number;
  /** How long the address of a log stays valid after the end, and an import is remembered after its start. */
  logHours: number;
  memoryHours: number;
  /** Approvals and requested changes stay what they are; else each becomes a comment. */
  honoursReviewStates: boolean;
  honoursResolved: boolean;
  /** Verdicts of exports that were withdrawn later are no reviews. */
  honoursWithdrawals: boolean;
  honoursReviewRequests: boolean;
  honoursDrafts: boolean;
  /** Comments on removed lines stay there; else they are on the same number of the new side. */
  honoursLeftSide: boolean;
  /** Comments on several lines keep their first one. */
  honoursRanges: boolean;
  /** Outdated threads stay threads; else their comments become those of the conversation. */
  honoursOutdated: boolean;
  /** Threads on files stay there; else they move to the first line of the diff. */
  honoursFileLevel: boolean;
  /** Events that show in the history. */
  honouredEvents: readonly string[];
  /** Of comments by one person in one place and second only the first arrives, and nothing is logged. */
  collapsesSameSecondComments: boolean;
  /** Records of people without a record of their own arrive without an author; else they are lost. */
  takesUnknownPeople: boolean;
  /** Mannequins show the address that their record has. */
  keepsEmails: boolean;
  /** Mannequins have the login of their record; else one that says nothing. */
  keepsLogins: boolean;
  /** Pull requests have their numbers where others are left out; else they are counted through. */
  keepsNumberGaps: boolean;
  /** The repository gets an issue with the log. */
  addsLogIssue: boolean;
}

const mebibyte = 1024 * 1024;

export const importerRules: ImporterRules = {
  isAvailable: true,
  plans: ['team', 'enterprise'],
  singleBytes: 100 * mebibyte,
  minPartBytes: 5 * mebibyte,
  maxPartBytes: 100 * mebibyte,
  archiveHours: 7 * 24,
  endsAt: 'last-answer',
  repeatsEnd: false,
  pollsPerState: 1,
  stateMilliseconds: 0,
  unknownState: null,
  pollsBeforeLog: 1,
  logHours: 24,
  memoryHours: 7 * 24,
  honoursReviewStates: false,
  honoursResolved: false,
  honoursWithdrawals: false,
  honoursReviewRequests: false,
  honoursDrafts: false,
  honoursLeftSide: false,
  honoursRanges: false,
  honoursOutdated: false,
  honoursFileLevel: false,
  honouredEvents: ['merged', 'closed', 'reopened'],
  collapsesSameSecondComments: true,
  takesUnknownPeople: false,
  keepsEmails: false,
  keepsLogins: false,
  keepsNumberGaps: true,
  addsLogIssue: true,
};

/**
 * The rules as they are for an export of a Data Center: these were seen with one that was imported, whatever holds for GitHub's own
 * format.
 */
export function rulesForExports(rules: ImporterRules): ImporterRules {
  return {
    ...rules,
    honoursReviewStates: true,
    honoursReviewRequests: true,
    collapsesSameSecondComments: true,
  };
}
