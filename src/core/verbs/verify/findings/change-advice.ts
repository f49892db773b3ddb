/** Says what a person can do about a pull request that is not as on Bitbucket; by its text, as the state has it. Pure. */
export function adviceOnChange(change: string): string {
  const [, advice] = advices.find(([pattern]) => pattern.test(change)) ?? [];
  return advice ?? 'Nothing to do: its description says so. See docs/fidelity.md.';
}

const advices: readonly (readonly [change: RegExp, advice: string])[] = [
  [/^title added/, 'Change the title on GitHub if you want a different one.'],
  [/^title shortened/, 'Nothing to do: the description starts with the full title.'],
  [
    /^superseded/,
    'Nothing to do: GitHub has only one closed state. The description gives the state on Bitbucket.',
  ],
  [
    /substitute/,
    'Nothing to do: GitHub opens a pull request only if its branches differ. The description quotes the patch.',
  ],
  [/^opened from the branch/, 'Keep this branch until the pull request is merged or closed.'],
  [/^description continued/, 'Nothing to do: the rest continues in its first comments.'],
  [/^changes no longer/, 'Nothing to do: the lost commits cannot be read anywhere.'],
  [
    /^patch quoted/,
    'Nothing to do: GitHub limits the length of text. Bitbucket has the whole patch.',
  ],
  [/to the conversation/, 'Nothing to do: each quotes its path, line and diff.'],
  [/to the file as a whole/, 'Nothing to do: each names its line in its text.'],
  [/resolved only in text/, 'Nothing to do: only threads on the diff can be resolved.'],
  [/unpublished comment/, 'Its author can still publish it on Bitbucket, or write it on GitHub.'],
  [/deleted comment/, 'Nothing to do: Bitbucket no longer has its text either.'],
  [/tasks?: lines/, 'Nothing to do: tasks are in the text. Check them off by hand.'],
  [/images? or file|images and files/, 'Upload them to GitHub before you shut down Bitbucket.'],
  [/withdrawn verdict/, 'Nothing to do: a comment says who withdrew it.'],
  [
    /whole file|several lines|same second/,
    'Nothing to do: the importer accepts only one line and one timestamp per comment.',
  ],
  [/closing and reopening|closings/, 'Nothing to do: GitHub shows only the last state.'],
  [/from a fork/, 'Nothing to do: only the name of the fork is missing.'],
];
