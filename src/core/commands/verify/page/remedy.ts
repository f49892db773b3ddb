/** Says how to mend something, and by which command; `null` where none does it. */
export interface Remedy {
  readonly text: string;
  readonly command: string | null;
}

/** Returns the fix of a failed repository, and the command that migrates it afterwards. Pure. */
export function resumeAfter(hint: string | null, migration: string): Remedy {
  const [, flags = ''] = /^Migrate with( --large-files rewrite)\b/.exec(hint ?? '') ?? [];
  const resume = hint === null || /resume\.$/.test(hint) ? '' : ' Then resume the migration.';
  const text = hint === null ? 'Resume the migration.' : `${hint}${resume}`;
  return { text, command: `migrator migrate --resume ${migration}${flags}` };
}
