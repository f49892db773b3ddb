import { describe, expect, it } from 'vitest';
import { verificationHtml } from '../../../../src/core/commands/verify/page/page.ts';
import type {
  Difference,
  RepositoryFindings,
} from '../../../../src/core/verbs/verify/findings/difference.ts';
import { difference, repository, verification } from './example-verification.ts';
import { parsePage } from './verification-page.ts';

const clean: RepositoryFindings = {
  ...repository('web'),
  ...{ differences: [], notes: [], settings: [], compared: 4, equal: 4 },
  kinds: [
    { kind: 'comment', compared: 1, equal: 1 },
    { kind: 'branch', compared: 2, equal: 2 },
    { kind: 'review-comment', compared: 1, equal: 1 },
  ],
};

function differing(source: string, ...differences: readonly Difference[]): RepositoryFindings {
  return { ...clean, source, differences };
}

function textOf(
  repositories: readonly RepositoryFindings[],
  more: Parameters<typeof verification>[1] = {},
): string {
  return parsePage(verificationHtml(verification(repositories, more))).text;
}

/** Each of the words is there, after the one before. */
function inOrder(text: string, words: readonly string[]): void {
  let rest = text;
  for (const one of words) {
    expect(rest).toContain(one);
    rest = rest.slice(rest.indexOf(one) + one.length);
  }
}

describe('the certificate', () => {
  it('has verdict, migration, both sides, time, version, counts by kind and seal before all else', () => {
    const text = textOf([clean]);
    inOrder(text, [
      ...[
        'mig_m4xk2p9qa7c1',
        'Everything matches',
        '4 of 4 items on GitHub match what was migrated from Bitbucket, in 1 repository',
      ],
      ...['Bitbucket Cloud, acme', 'https://github.com/acme-org', '2026-11-20 10:48 UTC'],
      ...[
        'migrator 1.2.3',
        'Branches',
        '2 of 2',
        'Comments',
        '2 of 2',
        "SHA-256 of the report's data",
      ],
    ]);
  });

  it('does not say that all is equal where there are expected differences', () => {
    const text = textOf([differing('web', difference('x', { verdict: 'expected' }))]);
    expect(text).toMatch(
      /No unexpected differences\s+4 of 4 items on GitHub match what was migrated from Bitbucket, in 1 repository\s+1 expected difference/,
    );
    expect(text).not.toContain('Everything matches');
  });

  it('says that settings wait for the cut-over, and does not grade them', () => {
    const settings = (['none', 'stricter', 'exact'] as const).map((grade) => ({
      ...{ source: 'a', target: 'b', why: 'c' },
      grade,
    }));
    const notes = ['Planned settings wait for the cut-over'];
    const text = textOf([{ ...clean, settings, notes }]);
    inOrder(text, ['Settings not compared: they wait for the cut-over', '1 by hand', '2 planned']);
    expect(text).not.toContain('2 stricter');
    expect(text).not.toContain('allows less than Bitbucket did');
  });

  it('says what is worst first', () => {
    const failed = { ...clean, source: 'api', status: 'failed' } as const;
    const text = textOf([failed, differing('web', difference('x'))]);
    inOrder(text, [
      'Not complete: 1 of 2',
      '1 defect in 1 of 2 repositories',
      '8 of 8 items',
      'Branches',
    ]);
    const unverified = { code: 'unavailable', message: 'lost', hint: 'again' } as const;
    expect(textOf([{ ...clean, unverified }])).toMatch(/: Not verified: 1 of 1 repository\s/);
    expect(textOf([{ ...clean, compared: 0, equal: 0 }])).toContain('Nothing was compared');
  });
});

describe('exceptions', () => {
  const one = (verdict: Difference['verdict']) => difference(`of ${verdict}`, { verdict });

  it('stand in the order in which somebody has to act, before the repositories', () => {
    const all = (['added-since', 'changed-on-source', 'expected', 'defect'] as const).map(one);
    const unfinished = {
      ...clean,
      source: 'api',
      status: 'failed',
      notes: ['Nothing yet'],
    } as const;
    const text = textOf([differing('web', ...all), unfinished]);
    inOrder(text.slice(text.indexOf('Repositories 2')), [
      ...['To do 3', 'Defects', 'of defect', 'Not verified', 'Nothing yet', 'of changed-on-source'],
      ...[
        'Compared',
        'SHA-256',
        'Added since',
        'of added-since',
        'Expected',
        'of expected',
        'Show',
      ],
    ]);
    expect(textOf([clean])).toMatch(/To do 0\s+Nothing is left to do\./);
  });

  it('count settings to set up by hand and images left on Bitbucket as things to do', () => {
    const owner = { ...one('by-hand'), kind: 'setting', message: 'not migrated: so' } as const;
    const settings = [{ source: 'a', target: '', grade: 'none', why: 'so' }] as const;
    const web = { ...differing('web', owner, one('left-behind'), one('expected')), settings };
    const page = verificationHtml(verification([web, differing('api', owner)]));
    inOrder(parsePage(page).text, [
      '2 settings to set up by hand, 1 item still on Bitbucket, 1 expected difference',
      ...['To do 2, with 3 items', 'Settings to set up by hand 2', 'api', 'Still on Bitbucket 1'],
      ...['1 setting of the plan: 1 by hand', 'Expected differences 1'],
    ]);
    expect(page).toContain('<a href="#by-hand"><span class="chip plain">1 by hand</span></a>');
    expect(page).toContain('<section id="by-hand">');
  });

  it('say once that images are still on Bitbucket, and link to each that is on the web', () => {
    const left = (name: string, address: string) =>
      difference(name, {
        verdict: 'left-behind',
        message: `image still on Bitbucket: ${address}`,
        ...{ url: null, advice: 'Upload it.' },
      });
    const web = 'https://bitbucket.org/acme/web/a%22.png';
    const hostileAddress = 'https://x"onmouseover=alert(1).example/<b>';
    const page = verificationHtml(
      verification([
        differing('web', left('#1', web), left('#2', 'javascript:alert(1)')),
        differing('api', left('#3', hostileAddress)),
      ]),
    );
    const { text, tags } = parsePage(page);
    expect(text).toMatch(/Pull request: image still on Bitbucket\s+Upload it\./);
    expect(text).not.toContain('image still on Bitbucket: http');
    const links = tags.flatMap(({ attributes: { href } }) => href ?? []);
    expect(links).toContain(web);
    expect(links.filter((href) => /^javascript/.test(href))).toEqual([]);
    expect(tags.filter(({ attributes }) => 'onmouseover' in attributes)).toEqual([]);
    expect(text).toContain(hostileAddress);
  });

  it('say how to mend them, by a command where there is one', () => {
    const refs = { what: 'refs' } as const;
    const id = 'mig_m4xk2p9qa7c1';
    const mended = textOf([differing('web', difference('x', { repair: refs }))]);
    expect(mended).toContain(`migrator verify --migration ${id} --repair`);
    const byHand = textOf([differing('web', difference('x', { advice: 'By hand: delete it' }))]);
    expect(byHand).toContain('By hand: delete it');
    expect(byHand).not.toContain('--repair');
    const later = { ...one('changed-on-source'), advice: null };
    expect(textOf([differing('web', later)])).toContain(`migrator sync --migration ${id}`);
    const again = { ...later, advice: 'Convert it again' };
    expect(textOf([differing('web', again)])).toContain('Convert it again');
    const failed = { ...clean, status: 'failed' } as const;
    expect(textOf([failed])).toContain(`migrator migrate --resume ${id}`);
    expect(textOf([failed], { status: 'cancelled' })).not.toContain('--resume');
    const failure = { message: 'too large', hint: 'Migrate with --large-files rewrite. Or not.' };
    const text = textOf([{ ...failed, failure }]);
    expect(text).toContain('Or not. Then resume the migration.');
    expect(text).toContain(`migrator migrate --resume ${id} --large-files rewrite`);
  });

  it('count only repositories that were compared', () => {
    const missing = { ...clean, source: 'api', status: 'failed', compared: 0, equal: 0 } as const;
    expect(textOf([clean, missing])).toContain('migrated from Bitbucket, in 1 repository');
  });

  it('are grouped by cause, whatever hashes and numbers they name', () => {
    const moved = (name: string, hash: string) =>
      difference(name, { kind: 'branch', message: `points to ${hash}`, url: null, advice: 'Ask' });
    const text = textOf([
      differing('web', moved('main', '1234567890'), moved('dev', 'abcdef1234')),
      differing('api', moved('main', 'fedcba9876')),
      differing('app', difference('#1', { message: 'is missing', advice: 'Ask' })),
    ]);
    expect(
      text.match(/Branch: points to another commit\s+Ask\s+3 items in 2 repositories/g),
    ).toHaveLength(1);
    expect(text).toContain('dev points to abcdef1234');
    expect(text).toMatch(/Pull request: is missing\s+Ask/);
    expect(text).not.toContain('…');
  });

  it('say of each kind what it is and what to do', () => {
    const expected = (name: string, more: Partial<Difference>) =>
      difference(name, { verdict: 'expected', advice: null, url: null, ...more });
    const moved = (many: string) => ({
      message: `${many} moved from the diff`,
      advice: 'Read it.',
    });
    const refused = {
      ...({ verdict: 'not-applied', kind: 'setting', url: null } as const),
      message: 'key is already in use',
      advice: 'Create a new key, then run `migrator settings --migration <id>`.',
    };
    const text = textOf([
      differing('web', expected('#1', moved('1 comment')), expected('#2', moved('3 comments'))),
      differing('api', difference('Deploy key mirror', refused)),
    ]);
    expect(text).toMatch(/Pull request: comments moved from the diff\s+Read it\./);
    expect(text).toMatch(
      /Deploy key mirror: key is already in use\s+Create a new key\. Then apply the settings again\. migrator settings --migration mig/,
    );
    expect(text).not.toContain('<id>');
  });

  it('enforce a ruleset that a run was asked to leave disabled by the command that its message names', () => {
    const command = 'migrator settings --migration mig_m4xk2p9qa7c1 --settings active';
    const off = difference('Ruleset bitbucket: main', {
      ...({ verdict: 'not-applied', kind: 'setting', url: null } as const),
      message: `disabled, as requested for the run; to enforce it, run \`${command}\``,
      advice: 'Enforce it when its rules are to apply.',
    });
    const text = textOf([differing('api', off)]);
    expect(text).toContain(`Enforce it when its rules are to apply. ${command}`);
  });

  it('count no repository for a defect of the organization', () => {
    const team = difference('Team core', { kind: 'setting' });
    const [only, both] = [[team], [team, difference('#1')]].map((differences) =>
      textOf([differing('web', ...differences), clean]),
    );
    expect(only).toContain('1 defect in the organization');
    expect(both).toContain('2 defects in 1 of 2 repositories and in the organization');
  });

  it('name a setting of the workspace once for all repositories', () => {
    const owner = difference('Workspace owner Ann', {
      ...{ verdict: 'expected', kind: 'setting', url: null, message: 'not migrated: why' },
      advice: 'Make them an owner.',
    });
    const settings = [
      { kind: 'access', source: 'workspace owner Ann', target: '', grade: 'none', why: 'Because' },
    ] as const;
    const all = ['web', 'api', 'app'].map((name) => ({ ...differing(name, owner), settings }));
    const text = textOf(all);
    const items = text.slice(text.indexOf('Expected differences 3'), text.indexOf('Show'));
    expect(items.match(/Workspace owner Ann/g)).toHaveLength(1);
    expect(items).toMatch(/Workspace owner Ann not migrated: why\s+Make them an owner\./);
    expect(text.match(/Because/g)).toHaveLength(1);
    expect(text).toContain('Settings that all 3 repositories with settings have (1)');
  });
});

describe('long lists', () => {
  const many = (verdict: Difference['verdict'], length: number) =>
    verificationHtml(
      verification([
        differing('web', ...Array.from({ length }, (_, at) => difference(`#${at}`, same(verdict)))),
      ]),
    );
  const same = (verdict: Difference['verdict']) => ({ verdict, message: 'moved', advice: 'Ask' });
  const listed = '<details open="open"><summary>';

  it('are folded, and left out on paper, unless they are of defects', () => {
    expect(many('expected', 20)).toContain(`${listed}20 items in 1 repository`);
    expect(many('expected', 21)).toContain('<details><summary>21 items in 1 repository');
    const left = many('expected', 201);
    expect(left).toContain('<details class="screen"><summary>201 items');
    expect(left).toContain('201 items in 1 repository, listed in the page and in JSON.');
    const defects = many('defect', 201);
    expect(defects).toContain(`${listed}201 items in 1 repository`);
    expect(defects).not.toContain('listed in the page');
  });
});

describe('the list of repositories', () => {
  const page = verificationHtml(
    verification([
      { ...clean, source: 'same' },
      differing('other', difference('x', { verdict: 'expected' })),
      differing('broken', difference('x')),
      { ...clean, source: 'also-same' },
    ]),
  );

  it('folds those without defects, below the others', () => {
    const details = parsePage(page).tags.filter(({ attributes }) =>
      attributes.class?.startsWith('repository '),
    );
    expect(details.map(({ attributes }) => [attributes.class, attributes.open])).toEqual([
      ['repository defects', 'open'],
      ['repository differs', undefined],
      ['repository equal', undefined],
      ['repository equal', undefined],
    ]);
    inOrder(page.slice(page.indexOf('id="repositories"')), [
      'broken',
      'other',
      'same',
      'also-same',
    ]);
  });

  it('has a filter of labelled buttons that the keyboard reaches, with a number for each', () => {
    const { tags, text } = parsePage(page);
    const buttons = tags
      .filter(({ name, attributes: { type } }) => name === 'input' && type !== 'search')
      .map(({ attributes }) => attributes);
    expect(buttons.map(({ type, name }) => [type, name])).toEqual(
      Array.from({ length: 4 }, () => ['radio', 'show']),
    );
    const labels = tags.filter(({ name }) => name === 'label').map(({ attributes: a }) => a.for);
    expect(['search', ...buttons.map(({ id }) => id)]).toEqual(labels);
    expect(buttons.filter(({ checked }) => checked !== undefined)).toHaveLength(1);
    expect(text).toMatch(/All 4\s+With defects 1\s+With differences 2\s+Equal 2/);
  });

  it('names the state and the grade of settings beside their colours', () => {
    const settings = (['exact', 'stricter', 'looser', 'none'] as const).map((grade) => ({
      ...{ source: 'push', target: 'rule', why: 'so' },
      grade,
    }));
    const graded = verificationHtml(verification([{ ...clean, settings }]));
    for (const chip of ['equal', 'exact', 'stricter', 'looser', 'by hand']) {
      expect(graded).toMatch(new RegExp(`<span class="chip (good|note|bad|plain)">${chip}</span>`));
    }
  });
});
