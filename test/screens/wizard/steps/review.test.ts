import { describe, expect, it } from 'vitest';
import { noFacts } from '../../../../src/core/forecast/facts.ts';
import { forecast } from '../../../../src/core/forecast/forecast.ts';
import { estimateLine } from '../../../../src/core/report/lines/estimate-line.ts';
import { settingsAhead } from '../../../../src/core/report/lines/settings-lines.ts';
import { existingHint } from '../../../../src/core/run/preflight/find-planned-targets.ts';
import { bodyOf } from '../../../../src/screens/wizard/engine/body.ts';
import { reviewLines, reviewView } from '../../../../src/screens/wizard/steps/review/view.ts';
import { reduceReview, reviewSections } from '../../../../src/screens/wizard/steps/state/review.ts';
import { migrationWizard } from '../../../../src/screens/wizard/steps.ts';
import { glyphsOf } from '../../../../src/ui/theme/glyphs.ts';
import { driveTo } from '../drive.ts';
import { fakeSession, texts } from '../support.ts';
import { reviewed, withReplaced, withVisibility } from './reviewed.ts';

/** A setting for each of many repositories, none alike. */
const withSettings = {
  teams: [{ name: 'devs', groups: [], members: ['ann'], incomplete: true }],
  repositories: Array.from({ length: 4 }, (_, at) => ({
    source: `r${at}`,
    settings: [
      {
        id: 'webhook:1',
        kind: 'webhook' as const,
        source: `webhook ${at} to ci.acme.example`,
        target: 'inactive: push',
        grade: 'stricter' as const,
        why: "Created inactive. GitHub's payloads differ: update the receiver, then activate it.",
        set: {},
        looser: null,
      },
    ],
  })),
};

const glyphs = glyphsOf({ LANG: 'C.UTF-8' });

function view(
  [actions, more, notes, extra]: Parameters<typeof reviewed>,
  { width = 79 }: { readonly width?: number } = {},
) {
  return texts(reviewLines(reviewed(actions, more, notes, extra), { width, glyphs })).join('\n');
}

function rows(state: ReturnType<typeof reviewed>, width = 79) {
  return texts(reviewView(state, { width, glyphs }).lines);
}

const exists = (slug: string) => ({
  code: 'target-exists' as const,
  message: `Repository already exists: acme-gh/${slug} on github.com`,
  hint: existingHint,
  detail: null,
  retry: 'no' as const,
});

describe('the review', () => {
  it('counts what would become of the repositories', () => {
    const shown = view([['create', 'create', 'skip', 'replace', 'done']]);
    expect(shown).toContain('Ready: 3 repositories, acme → acme-gh, 3 kB');
    expect(shown).toContain('Creates  3 repositories: 3 private');
    expect(shown).toContain(
      '2 created, 1 replaced; the old ones are renamed and kept, 1 skipped: already',
    );
    expect(shown).toContain('1 already done');
  });

  it('fits a narrow terminal', () => {
    const shown = view([['replace', 'replace'], {}, []], { width: 58 });
    for (const text of shown.split('\n')) expect(text.length).toBeLessThanOrEqual(58);
  });

  it('shows names that have to change, and nothing that acts on the terminal', () => {
    const shown = view([['create'], {}, ['My\u001b[2J App becomes My-App']]);
    expect(shown).toContain('becomes My-App');
    expect(shown).not.toContain('\u001b');
  });

  it('does not take what nobody has looked at for nothing', () => {
    const unknown = forecast([
      { source: 'a', facts: null },
      { source: 'b', facts: null },
    ]);
    const shown = view([['create', 'create'], { forecast: unknown }]);
    expect(shown).toContain('pull requests not counted');
    expect(shown).toContain('Pull requests of 2 repositories are not counted');
    expect(shown).not.toContain('none');
  });

  it('says time, modes, requests and the bottleneck in words', () => {
    const facts = {
      ...{ ...noFacts, total: 200, comments: 600, withComments: 200 },
      states: { open: 0, merged: 0, declined: 200, superseded: 0 },
      conversations: { reviews: 0, fileThreads: 600, replies: 0, general: 0 },
    };
    const state = reviewed(['create'], { forecast: forecast([{ source: 'r0', facts }]) });
    const shown = rows(state).join('\n');
    expect(shown).toContain('200 pull requests, 600 comments');
    expect(shown).toContain('200 pull requests: created by your account, dated today');
    expect(shown).toMatch(/Takes {4}about \d+h/);
    expect(shown).toMatch(/threaded \d+h .*, compact \d+m .*, folded \d+m .* \(option Comments\)/);
    expect(shown).toMatch(/[\d,]+ requests to Bitbucket, [\d,]+ writes to GitHub/);
    expect(shown).toContain("limited by: GitHub's limit on content-creating requests");
  });

  it('says the time and the writes of everything, as the plan and the dry run do', () => {
    const facts = { ...noFacts, total: 20 };
    const besides = { reads: 9, writes: 100, creating: 10 };
    const known = forecast([{ source: 'r0', facts }], { besides });
    const shown = rows(reviewed(['create'], { forecast: known })).join('\n');
    expect(estimateLine(known, 'threaded')).toBe(
      'Estimate: 20 pull requests with 0 comments, and 110 other writes, in about 2m 10s.',
    );
    expect(shown).toContain('Takes    about 2m 10s');
    expect(shown).toContain('41 requests to Bitbucket, 130 writes to GitHub');
  });

  it('says in a demo what it takes with the limits that the demo does not have', () => {
    const facts = { ...noFacts, total: 200 };
    const known = forecast([{ source: 'r0', facts }], { targetIsLimited: false });
    const state = reviewed(['create'], { forecast: known });
    const shown = rows({ ...state, isDemo: true }).join('\n');
    expect(shown).toContain('Takes    under a minute');
    expect(shown).toContain('with the rate limits of GitHub.com: about 3m 20s');
    expect(rows(state).join('\n')).not.toContain('GitHub.com');
  });

  it('says the time of settings where no pull requests are migrated', () => {
    const besides = { reads: 9, writes: 100, creating: 0 };
    const known = forecast([], { besides });
    expect(rows(reviewed(['create'], { forecast: known })).join('\n')).toContain('about 1m 40s');
    expect(estimateLine(known, 'threaded')).toBe(
      'Estimate: no pull requests, and 100 other writes, in about 1m 40s.',
    );
  });

  it('says that the importer creates the pull requests', () => {
    const imported = { repositories: 2, unknown: 0, pullRequests: 7, comments: null };
    const shown = view([['create', 'create'], { imported }]);
    expect(shown).toContain('7 pull requests');
    expect(shown).toContain("minutes to hours: GitHub's importer creates the pull requests");
  });

  it('prints the commands as a shell reads them', () => {
    expect(view([['create']])).toContain(`migrator migrate --plan 'it'\\''s.json'`);
  });

  it('gives one verdict, with closed rows below', () => {
    const state = reviewed(['create', 'create', 'skip'], {}, ['My App becomes My-App']);
    expect(rows(state)).toEqual([
      '✓ Ready: 2 repositories, acme → acme-gh, 2 kB',
      '',
      '  Creates  2 repositories: 2 private',
      '',
      '❯ Continue to the confirmation',
      '  ▸ ✓ Identical  branches and tags',
      '  ▸ ! Notes      2: 2 created, 1 skipped: already on GitHub',
      "  ▸   Commands   plan saved to it's.json",
    ]);
  });

  it('costs nothing where everything selected is on GitHub already', () => {
    const known = forecast([], { besides: { reads: 3, writes: 4, creating: 0 } });
    const shown = rows(reviewed(['skip'], { forecast: known })).join('\n');
    expect(shown).toContain('✓ Nothing to do: the 1 selected repository is already on GitHub');
    expect(shown).not.toContain('Takes');
    expect(rows(reviewed(['skip', 'done']))[0]).toContain('the 2 selected repositories are');
  });

  it('notes deploy keys that several repositories share', () => {
    const rest = settingsAhead({ repositories: [{ source: 'r0', settings: [] }] });
    if (rest === null) throw new Error('no settings');
    const settings = { ...rest, sharedKeys: [{ title: 'ci', repositories: ['r0', 'r1'] }] };
    expect(view([['create', 'create'], { settings }])).toContain('Deploy key ci is in several');
  });

  it('names private repositories that become public above everything, and is not green', () => {
    const open = reviewed(['create', 'create'], {}, [], { opened: new Set(['r0']) });
    const [warning, verdict] = reviewView(withVisibility(open, 'public'), {
      width: 100,
      glyphs,
    }).lines;
    expect(warning).toEqual([
      { text: '!', role: 'bad' },
      {
        text: ' 1 private repository becomes PUBLIC: anyone can read code, history and pull requests',
      },
    ]);
    expect(verdict?.[0]).toEqual({ text: '!', role: 'warning' });
  });

  it('is not green where repositories are replaced', () => {
    const state = withReplaced(reviewed(['replace']));
    expect(rows(state).slice(0, 2)).toEqual([
      '! 1 existing repository is replaced; the old one is renamed and kept',
      '! Ready: 1 repository, acme → acme-gh, 1 kB',
    ]);
  });

  it('has settings by grade, and opens to sentences under their reason', () => {
    const settings = settingsAhead(withSettings) ?? undefined;
    const state = reviewed(['create'], settings && { settings });
    expect(rows(state)).toContain('  ▸ ~ Changed    4 settings stricter');
    const review = reduceReview(state.review, { type: 'toggle', section: 'different' });
    const open = rows({ ...state, review });
    expect(open.filter((text) => text.includes('Created inactive.'))).toHaveLength(1);
    expect(open).toContain('        Webhook webhook 3 to ci.acme.example (r3)');
  });

  it('counts people without a login, and lists them', () => {
    const people = { seen: 7, without: ['Ann', 'Bo'] };
    const state = reviewed(['create'], {}, [], { people });
    expect(rows(state)).toContain(
      '  ▸ ! People     2 of 7 in pull requests have no GitHub login: plain text',
    );
    const review = reduceReview(state.review, { type: 'toggle', section: 'people' });
    expect(rows({ ...state, review })).toContain('    ! Ann');
  });

  it('says of no file that the demo removes that it is saved', () => {
    const state = { ...reviewed(['create']), isDemo: true };
    const shown = rows(state).join('\n');
    expect(shown).toContain('▸   Commands   for your own hosts');
    expect(shown).not.toContain('saved');
  });

  it('offers the ways out where a repository exists', () => {
    expect(rows(reviewed(['blocked'], { failures: [exists('api')] })).slice(0, 6)).toEqual([
      '✗ Cannot start: Repository already exists: acme-gh/api on github.com',
      '',
      '❯ Skip it',
      '  Replace it; the old one is renamed and kept',
      '  Use another organization',
      '',
    ]);
  });

  it('names a cause of several repositories once, and lists them on Enter', () => {
    const failures = ['r0', 'r1', 'r2', 'r3', 'r4'].map(exists);
    const state = reviewed(
      failures.map(() => 'blocked' as const),
      { failures },
    );
    const shown = rows(state);
    expect(shown[0]).toBe('✗ Cannot start: 5 repositories already exist in acme-gh');
    expect(shown).toContain('  ▸ Affects    r0, r1, r2 and 2 more');
    const review = reduceReview(state.review, { type: 'toggle', section: 'problem-0' });
    expect(rows({ ...state, review })).toContain('      r4');
  });

  it('has a row and a fix for each of several causes', () => {
    const other = { ...exists('x'), code: 'refused' as const, message: 'acme-gh is archived' };
    const failures = [
      { ...other, hint: 'Use --no-pull-requests, or ask its owner.' },
      exists('r0'),
      exists('r1'),
    ];
    const shown = rows(reviewed(['blocked', 'blocked'], { failures }));
    expect(shown.slice(0, 8)).toEqual([
      '✗ Cannot start: 2 problems',
      '',
      '  ▸ ✗ acme-gh is archived',
      '      Set "Pull requests" to skip in the options, or ask its owner.',
      '❯ Skip them',
      '  Replace them; the old ones are renamed and kept',
      '  Use another organization',
      '  ▸ ✗ 2 repositories already exist in acme-gh',
    ]);
  });

  it('sets the option on the spot, checks again, and takes it back', async () => {
    const session = fakeSession();
    const { dryRun } = session;
    const asked: unknown[] = [];
    session.answers = {
      async dryRun(request) {
        asked.push(request.flags.skipExisting ?? false);
        const told = await dryRun(request);
        return request.flags.skipExisting === true ? told : { ...told, problems: [exists('api')] };
      },
    };
    const driven = await driveTo('review', { session });
    expect(driven.state().review.cursor).toBe('skip');
    driven.key('enter');
    await driven.until(({ review }) => review.task.status === 'done');
    expect(driven.state().options.values.existing).toBe('skip');
    driven.key('z');
    await driven.until(({ review }) => review.task.status === 'done');
    expect(driven.state().options.values.existing).toBe('stop');
    expect(asked).toEqual([false, true, false]);
  });

  it('leads to the organization, and to people and back', async () => {
    const session = fakeSession();
    const { dryRun } = session;
    session.answers = {
      dryRun: async (request) => ({ ...(await dryRun(request)), problems: [exists('api')] }),
    };
    const driven = await driveTo('review', { session });
    driven.key('u');
    expect(driven.state()).toMatchObject({ step: 'people', origin: 'review' });
    await driven.until(({ people }) => people.task.status === 'done');
    driven.key('esc');
    expect(driven.state().step).toBe('review');
    driven.key('down', 'down', 'enter');
    expect(driven.state()).toMatchObject({ step: 'options', options: { focus: 'organization' } });
  });

  it.each([
    [59, 14],
    [79, 18],
    [59, 5],
  ])('shows every line of every section in %i x %i by Enter and Down', async (width, height) => {
    const session = fakeSession();
    const { dryRun } = session;
    const settings = settingsAhead(withSettings) ?? undefined;
    session.answers = {
      async dryRun(request) {
        const told = await dryRun(request);
        const result = told.result && { ...told.result, ...(settings && { settings }) };
        return { ...told, result };
      },
    };
    const driven = await driveTo('review', { session, size: { width, height } });
    const seen = new Set<string>();
    const look = () => {
      const options = { width, height, glyphs };
      for (const text of texts(bodyOf(migrationWizard, driven.state(), options).lines))
        seen.add(text);
    };
    for (const _ of reviewSections) {
      const before = driven.state().review.cursor;
      for (let at = 0; at < 200 && driven.state().review.cursor === before; at += 1)
        driven.key('down');
      driven.key('enter');
    }
    for (const key of ['up', 'down']) {
      for (let times = 0; times < 90; times += 1) {
        look();
        driven.key(key);
      }
    }
    const all = texts(reviewView(driven.state(), { width, glyphs }).lines);
    const closed = (text: string) => text.replace(/^❯/, ' ');
    const found = new Set([...seen].map(closed));
    for (const text of all) expect(found).toContain(closed(text));
  });
});
