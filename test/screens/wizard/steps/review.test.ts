import { describe, expect, it } from 'vitest';
import { forecast } from '../../../../src/core/forecast/forecast.ts';
import type { DryRunResult } from '../../../../src/core/migration/run/dry-run-result.ts';
import type { Choices } from '../../../../src/core/wizard/choices.ts';
import { initialReview, type Reviewed } from '../../../../src/screens/wizard/steps/review/state.ts';
import { reviewLines } from '../../../../src/screens/wizard/steps/review/view.ts';
import { initialSelection } from '../../../../src/screens/wizard/steps/selection/model.ts';
import { glyphsOf } from '../../../../src/ui/theme/glyphs.ts';
import { texts } from '../support.ts';

const choices: Choices = {
  workspace: 'acme',
  isDeep: false,
  renames: new Map(),
  selection: { include: [], exclude: [], isListed: false },
  options: {
    organization: 'acme-gh',
    visibility: 'source',
    nameFrom: 'slug',
    pullRequests: true,
    comments: null,
    lfs: 'found',
    userMap: '',
    existing: 'stop',
    workers: 4,
  },
  files: { inventory: 'i.json', plan: "it's.json", repositories: 'r.txt' },
  config: undefined,
};

type Row = DryRunResult['repositories'][number];

function view(
  actions: readonly Row['action'][],
  more: Partial<DryRunResult> & { problems?: never } = {},
  notes: readonly string[] = [],
  width = 79,
): string {
  const repositories = actions.map((action, at) => ({
    source: `r${at}`,
    target: `r${at}`,
    action,
    visibility: 'private',
    sizeBytes: 1000,
  }));
  const reviewed: Reviewed = {
    choices,
    plan: {
      version: 1,
      source: { kind: 'bitbucket-cloud', workspace: 'acme' },
      target: { organization: 'acme-gh' },
      options: {},
      repositories: [],
    },
    notes,
    dryRun: {
      result: { type: 'dry-run', repositories, problems: 0, ...more },
      problems: [],
      replaced: [],
    },
  };
  const review = {
    ...initialReview,
    task: { status: 'done', value: reviewed } as const,
    saved: reviewed,
  };
  const glyphs = glyphsOf({ LANG: 'C.UTF-8' });
  return texts(reviewLines({ review, selection: initialSelection }, { width, glyphs })).join('\n');
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

  it('prints the commands as a shell reads them', () => {
    expect(view(['create'])).toContain(`migrator migrate --plan 'it'\\''s.json'`);
  });
});
