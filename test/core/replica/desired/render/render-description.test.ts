import { describe, expect, it } from 'vitest';
import { bodiesOf } from './bodies.ts';
import { bob, jane, markers, options, person, renderPullRequest, task } from './fixture.ts';
import { words } from './words.ts';

function body(change: Parameters<typeof options>[0] = {}): string {
  return renderPullRequest(options(change)).body;
}

describe('a description', () => {
  it('says who opened it, when and where, above what the author wrote', () => {
    expect(
      body().replace(/<!--.*-->/, ''),
    ).toBe(`**Jane** opened this pull request · 2023-05-01 10:12 UTC · [pull request 42 on Bitbucket](https://bitbucket.org/acme/app/pull-requests/42)

- State: open
- Branches: \`door\` at \`aaaaaaaaaaaa\` → \`main\` at \`bbbbbbbbbbbb\`

---

A house needs one.

`);
  });

  it('takes who merged it and when from the history', () => {
    const text = body({
      pullRequest: { state: 'merged', closedBy: bob, mergeCommit: 'cccccccccccc' },
      conversation: {
        activity: [
          { kind: 'state', state: 'merged', by: jane, at: '2023-05-03T09:00:00Z', reason: '' },
        ],
      },
    });
    expect(text).toContain(
      '- State: merged by Jane on 2023-05-03 09:00 UTC, merge commit `cccccccccccc`\n',
    );
    expect(text).not.toContain('<details>');
  });

  it('says "about" where the history does not say when', () => {
    const text = body({ pullRequest: { state: 'superseded', closedBy: bob } });
    expect(text).toContain('- State: superseded by Bob about 2023-05-04 08:00 UTC\n');
  });

  it('quotes why it was declined, wherever the source says it', () => {
    const declined = { state: 'declined' as const, by: bob, at: '2023-05-03T09:00:00Z' };
    const activity = [{ kind: 'state' as const, ...declined, reason: 'No\n\ndoors' }];
    const told = 'Reason given:\n\n> No\n> \n> doors\n';
    expect(body({ pullRequest: { state: 'declined' }, conversation: { activity } })).toContain(
      told,
    );
    expect(body({ pullRequest: { state: 'declined', reason: 'No\n\ndoors' } })).toContain(told);
  });

  it('names the fork, or that it is gone', () => {
    const side = { branch: 'door', commit: null };
    expect(body({ pullRequest: { source: { ...side, repository: 'jane/app' } } })).toContain(
      '`door` of the fork `jane/app` → `main`',
    );
    expect(
      body({ pullRequest: { source: { branch: null, commit: null, repository: null } } }),
    ).toContain('a branch that is gone of a fork that is gone → `main`');
    expect(body({ pullRequest: { source: { ...side, repository: 'ACME/app' } } })).not.toContain(
      'fork',
    );
  });

  it('lists reviewers with their verdicts, and who else took part', () => {
    const text = body({
      pullRequest: {
        isDraft: true,
        closeSourceBranch: true,
        reviewers: [bob, person('Eve')],
        participants: [
          { person: bob, role: 'participant', verdict: 'approved', at: '2023-05-02T11:00:00Z' },
          { person: null, role: 'reviewer', verdict: 'changes-requested', at: null },
          { person: jane, role: 'participant', verdict: null, at: null },
        ],
      },
    });
    expect(text).toContain(
      '- Reviewers: Bob (approved, 2023-05-02 11:00 UTC), a former user (requested changes), Eve\n- Other participants: Jane\n- Closes the source branch on merge\n',
    );
    expect(text).toContain('- State: open (draft)\n');
  });

  it('holds the whole of a title that was cut', () => {
    expect(body({ pullRequest: { title: 'y'.repeat(300) } })).toContain(
      `- Full title: ${'y'.repeat(300)}\n`,
    );
  });

  it('lists the tasks of the pull request, and those whose comment is not written', () => {
    const text = body({
      conversation: {
        tasks: [
          task('1', { isResolved: true, resolvedBy: bob, resolvedAt: '2023-05-03T10:00:00Z' }),
          task('2', { text: { raw: 'several\n\nlines', markup: 'markdown' }, commentId: '99' }),
        ],
      },
    });
    expect(text).toContain(`Tasks:

- [x] Task 1 — Jane, 2023-05-03 09:00 UTC; resolved by Bob, 2023-05-03 10:00 UTC

- [ ] Jane, 2023-05-03 09:00 UTC:

  several

  lines
`);
  });

  it('shows the history collapsed, renamings among it', () => {
    const at = '2023-05-02T11:00:00Z';
    const text = body({
      conversation: {
        activity: [
          { kind: 'updated', by: jane, at, sourceCommit: 'aaa' },
          { kind: 'updated', by: jane, at, sourceCommit: null },
          { kind: 'renamed', by: jane, at, from: 'Door', to: 'Gate' },
          { kind: 'changes-requested', by: null, at },
          { kind: 'approved', by: bob, at },
        ],
      },
    });
    expect(text).toContain(`<details>
<summary>History on Bitbucket: 5 events</summary>

- 2023-05-02 11:00 UTC · Jane updated it to \`aaa\`
- 2023-05-02 11:00 UTC · Jane updated it
- 2023-05-02 11:00 UTC · Jane changed the title from “Door” to “Gate”
- 2023-05-02 11:00 UTC · a former user requested changes
- 2023-05-02 11:00 UTC · Bob approved

</details>
`);
  });

  it('names the branch that keeps the commits of a fork', () => {
    const text = body({ carried: { kind: 'fork-branch', branch: 'migrator/pr-42' } });
    expect(text).toContain('In this repository, they are on the branch `migrator/pr-42`.');
  });

  it('links to nothing but pages of the web', () => {
    expect(body({ pullRequest: { webUrl: 'javascript:alert(1)' } })).not.toContain('javascript');
    expect(body({ pullRequest: { webUrl: 'https://x.example/a)(b c>\\"' } })).toContain(
      '](https://x.example/a%29%28b%20c%3E/%22)\n',
    );
  });
});

describe('a pull request between substitute commits', () => {
  const why = 'its source commit is gone.';

  it('says so, and quotes its patch', () => {
    const text = body({ carried: { kind: 'substitute', why, patch: '-a\n+b\n' } });
    expect(text).toContain('shows substitute commits**: its source commit is gone. ');
    expect(text).toContain(
      '<summary>The changes as a patch</summary>\n\n`````diff\n-a\n+b\n`````\n\n</details>',
    );
  });

  it('says that the source no longer has the changes', () => {
    const text = body({ carried: { kind: 'substitute', why, patch: null } });
    expect(text).toContain('Bitbucket no longer has its changes.');
  });

  it('quotes as many whole lines of a long patch as fit, and says how much does not', () => {
    const patch = '+line\n'.repeat(50_000);
    const text = body({ carried: { kind: 'substitute', why, patch } });
    const [, kept, left] = /first (\d+) of 300000 characters \((\d+) omitted\)/.exec(text) ?? [];
    expect(Number(kept) + Number(left)).toBe(300_000);
    expect(text.match(/^\+line$/gm)).toHaveLength(Number(kept) / 6);
    expect(text.length).toBeGreaterThan(59_900);
    expect(text.length).toBeLessThanOrEqual(60_000);
  });

  it('says that a patch is left out where nothing of it fits', () => {
    const patch = `+${'x'.repeat(100_000)}\n`;
    const text = body({ carried: { kind: 'substitute', why, patch } });
    expect(text).toContain('The patch has 100002 characters, too long to quote here.');
  });
});

describe('a description that is too long', () => {
  it('continues in comments that come first, each with its header and marker', () => {
    const raw = 'word '.repeat(10_000).trim();
    const writes = renderPullRequest(
      options({ pullRequest: { description: { raw, markup: 'markdown' } }, words: words(20_000) }),
    );
    expect(writes.comments.map(({ key }) => key)).toEqual([
      'continuation 42/2',
      'continuation 42/3',
    ]);
    expect(writes.comments[0]?.body).toMatch(
      /^\*\*Description of pull request 42\*\*, continued, 2 of 3 · \[original\]/,
    );
    for (const { key, body: text } of bodiesOf(writes)) {
      expect(markers.bears(text, key)).toBe(true);
    }
    const all = bodiesOf(writes).map(({ body: text }) => text);
    expect(all.join(' ').match(/\bword\b/g)).toHaveLength(10_000);
  });
});
