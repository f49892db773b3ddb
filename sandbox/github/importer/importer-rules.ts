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
};
