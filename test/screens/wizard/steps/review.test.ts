import { describe, expect, it } from 'vitest';
import { forecast } from '../../../../src/core/forecast/forecast.ts';
import { settingsAhead } from '../../../../src/core/report/lines/settings-lines.ts';
import { bodyOf } from '../../../../src/screens/wizard/engine/body.ts';
import { reviewLines, reviewView } from '../../../../src/screens/wizard/steps/review/view.ts';
import { reduceReview, reviewSections } from '../../../../src/screens/wizard/steps/state/review.ts';
import { migrationWizard } from '../../../../src/screens/wizard/steps.ts';
import { glyphsOf } from '../../../../src/ui/theme/glyphs.ts';
import { driveTo } from '../drive.ts';
import { fakeSession, texts } from '../support.ts';
import { reviewed } from './reviewed.ts';

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
  ...[actions, more, notes, width = 79]: [...Parameters<typeof reviewed>, width?: number]
) {
  return texts(reviewLines(reviewed(actions, more, notes), { width, glyphs })).join('\n');
}

describe('the review', () => {
  it('counts what would become of the repositories', () => {
    const shown = view(['create', 'create', 'skip', 'replace', 'done']);
    expect(shown).toContain('3 repositories ready');
    expect(shown).toContain('2 to create (2 kB)');
    expect(shown).toContain('1 skipped: already on the target');
    expect(shown).toContain('1 to replace');
    expect(shown).toContain('1 already done');
  });

  it('cuts nothing of the counts in a narrow terminal', () => {
    const shown = view(['replace', 'replace'], {}, [], 58);
    expect(shown).toContain('     2 to replace; the old ones are renamed and kept');
    expect(shown).toMatch(/^ {7}\(?.*kB\)$/m);
    for (const text of shown.split('\n')) expect(text.length).toBeLessThanOrEqual(58);
  });

  it('shows names that have to change, and nothing that acts on the terminal', () => {
    const shown = view(['create'], {}, ['My\u001b[2J App becomes My-App']);
    expect(shown).toContain('becomes My-App');
    expect(shown).not.toContain('\u001b');
  });

  it('does not take what nobody has looked at for nothing', () => {
    const unknown = forecast([
      { source: 'a', facts: null },
      { source: 'b', facts: null },
    ]);
    const shown = view(['create', 'create'], { forecast: unknown });
    expect(shown).toContain('Pull requests of 2 repositories are not counted');
    expect(shown).not.toContain('none');
  });

  it('says that pull requests of the importer cost no content-creating requests', () => {
    const imported = { repositories: 2, unknown: 0, pullRequests: 7, comments: null };
    const shown = view(['create', 'create'], { imported });
    expect(shown).not.toContain('No pull requests');
    expect(shown).toContain("7 pull requests in 2 repositories: through GitHub's importer");
  });

  it('prints the commands as a shell reads them', () => {
    expect(view(['create'])).toContain(`migrator migrate --plan 'it'\\''s.json'`);
  });

  it('gives a verdict in three lines, with closed sections below', () => {
    const state = reviewed(['create', 'create', 'skip'], {}, ['My App becomes My-App']);
    expect(texts(reviewView(state, { width: 79, glyphs }).lines)).toEqual([
      '✓ acme → acme-gh: 2 repositories ready, 3 kB',
      '  2 to create, 1 skipped, 1 note',
      '  No pull requests',
      '',
      '❯ Continue to the confirmation',
      '  ▸ Problems  none',
      '  ▸ Changes   repositories, names, visibility, notes',
      '  ▸ Cost      results, requests and time in each mode',
      "  ▸ Commands  saved it's.json",
    ]);
  });

  it('has settings as numbers, and opens to all of them', () => {
    const settings = settingsAhead(withSettings) ?? undefined;
    const state = reviewed(['create'], settings && { settings });
    const closed = texts(reviewView(state, { width: 79, glyphs }).lines).join('\n');
    expect(closed).toContain('▸ Settings  4 stricter');
    const review = reduceReview(state.review, { type: 'toggle', section: 'settings' });
    const open = texts(reviewView({ ...state, review }, { width: 79, glyphs }).lines).join('\n');
    expect(open).toContain('webhook 3 to ci.acme.example');
  });

  it('says of no file that the demo removes that it is saved', () => {
    const state = { ...reviewed(['create']), isDemo: true };
    const shown = texts(reviewView(state, { width: 79, glyphs }).lines).join('\n');
    expect(shown).toContain('▸ Commands  for your own hosts');
    expect(shown).not.toContain('saved');
  });

  it('opens the problems at once', () => {
    const failure = {
      code: 'target-exists',
      message: 'Repository already exists: acme-gh/api',
      hint: 'Set another name.',
      detail: null,
      retry: 'no',
    } as const;
    const shown = texts(
      reviewView(reviewed(['blocked'], { failures: [failure] }), { width: 79, glyphs }).lines,
    );
    expect(shown[0]).toBe('✗ 1 problem to fix first: acme → acme-gh');
    expect(shown).toContain('  Continue to the confirmation (fix 1 problem first)');
    expect(shown).toContain('❯ ▾ Problems  1');
    expect(shown).toContain('    ✗ Repository already exists: acme-gh/api');
  });

  it('shows a problem of several repositories once, with their names', () => {
    const failures = ['r0', 'r1', 'r2', 'r3', 'r4'].map((slug) => ({
      code: 'target-exists' as const,
      message: `Repository already exists: acme-gh/${slug}`,
      hint: 'Set another name.',
      detail: null,
      retry: 'no' as const,
    }));
    const actions = failures.map(() => 'blocked' as const);
    const state = reviewed(actions, { failures });
    const shown = texts(reviewView(state, { width: 79, glyphs }).lines);
    expect(shown[0]).toBe('✗ 1 problem to fix first: acme → acme-gh');
    expect(shown).toContain('      5 repositories: r0, r1, r2 and 2 more');
    expect(shown.filter((text) => text.includes('Set another name.'))).toHaveLength(1);
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
