import { describe, expect, it } from 'vitest';
import { estimatedFacts, factsOf, noFacts } from '../../../../src/core/forecast/facts.ts';
import { forecast } from '../../../../src/core/forecast/forecast.ts';
import {
  forecastLines,
  limitedByLines,
  repositoryForecastLines,
} from '../../../../src/core/report/lines/forecast-lines.ts';

const api = factsOf({
  pull_requests: {
    open: 12,
    merged: 12_380,
    declined: 180,
    superseded: 22,
    open_from_forks: 9,
    heads_perhaps_gone: 1304,
    missing_numbers: 3,
    comments: 42_310,
    with_comments: 10_301,
  },
});
const web = factsOf({ pull_requests: { merged: 1, comments: 1, with_comments: 1 } });
const both = forecast([
  { source: 'payments-api', facts: api },
  { source: 'web', facts: web },
]);

describe('the lines of a forecast', () => {
  it('report what there is, what becomes of it, and what each mode takes', () => {
    expect(forecastLines(both)).toEqual([
      'Pull requests  12,595: 12 open, 12,381 merged, 180 declined, 22 superseded',
      'Comments       42,311, in 10,302 pull requests',
      'Unchanged      at least 11,260',
      'Changed        9 open, from a fork: moved to a branch migrator/pr-N',
      '               22 superseded: closed with a note',
      '               1,304 may have lost their commits: if so, closed and kept as text',
      'Numbers        3 missing on Bitbucket: filled with closed placeholders',
      '',
      '--comments  Bitbucket  content-creating  others   by push    by API',
      'threaded       35,745    at most 54,909     205  109h 06m  206h 20m',
      'compact        35,745            22,900     205   45h 06m  206h 20m',
      'folded         35,745            12,598     205   34h 44m  206h 20m',
      'With --engine archive: no content-creating requests, 34h 44m to read;',
      'with real authors and times.',
      "GitHub's importer takes from a few minutes to several hours more.",
      'GitHub allows 500 content-creating requests an hour, Bitbucket 1,000 in total.',
      'Merges: usually free, if GitHub detects them from the push.',
      'Otherwise each takes an API call, one per minute per repository.',
    ]);
  });

  it('say by what the whole is limited, for each mode where they differ', () => {
    expect(limitedByLines(both)).toEqual([
      "Bottleneck in threaded mode: GitHub's limit on content-creating requests.",
      "Bottleneck in compact mode: GitHub's limit on content-creating requests.",
      "Bottleneck in folded mode: Bitbucket's hourly request limit.",
    ]);
    const inputs = [{ source: 'payments-api', facts: api }];
    const read = forecast(inputs, { targetIsLimited: false, sourceTokens: 3 });
    expect(limitedByLines(read)).toEqual([
      'Bottleneck: the hourly request limits of 3 Bitbucket tokens.',
    ]);
    expect(forecastLines(read)).toContain('Bitbucket allows 3,000 requests an hour.');
    expect(limitedByLines(forecast([{ source: 'web', facts: web }]))).toEqual([]);
  });

  it('fit 80 columns', () => {
    const huge = forecast([{ source: 'x', facts: { ...estimatedFacts(999_999) } }]);
    for (const line of [...forecastLines(both), ...forecastLines(huge)]) {
      expect(line.length).toBeLessThanOrEqual(80);
    }
  });

  it('say that an estimate is one, what it assumes and how to know', () => {
    const lines = forecastLines(forecast([{ source: 'x', facts: estimatedFacts(412) }]));
    expect(lines.slice(0, 4)).toEqual([
      'An estimate from the number of pull requests; assumes 3 comments each.',
      'Count them with: migrator discover --workspace <workspace> --deep',
      'Pull requests  412',
      'Comments       about 1,236',
    ]);
    expect(lines.join('\n')).toMatch(/threaded +about 1,039 +about 1,648 /);
    expect(lines.join('\n')).not.toContain('Unchanged');
  });

  it('name what is not counted', () => {
    const inputs = [
      { source: 'web', facts: web },
      { source: 'gone\u001b[31m', facts: null },
    ];
    const lines = forecastLines(forecast(inputs));
    expect(lines[0]).toBe('An estimate: not all repositories were scanned.');
    expect(lines.at(-1)).toBe('Not scanned yet, not counted: 1 repository (gone\\u001b[31m)');
  });

  it('put the columns of a mode below each other where the table is too wide', () => {
    const lines = forecastLines(forecast([{ source: 'x', facts: estimatedFacts(27) }]), {
      width: 60,
    });
    const at = lines.indexOf('threaded');
    expect(lines.slice(at, at + 3)).toEqual([
      'threaded',
      '  Bitbucket about 69, content-creating about 108, others 0',
      expect.stringMatching(/^ {2}by push \S.*, by API \S/),
    ]);
    expect(lines.join('\n')).not.toContain('--comments');
  });

  it('do not call it an estimate that there are none', () => {
    expect(forecastLines(forecast([{ source: 'x', facts: estimatedFacts(0) }]))).toEqual([
      'Pull requests  none',
    ]);
  });

  it('are short where there are no pull requests', () => {
    expect(forecastLines(forecast([{ source: 'x', facts: noFacts }]))).toEqual([
      'Pull requests  none',
    ]);
  });
});

describe('the lines of each repository', () => {
  it('report the same of each that has pull requests', () => {
    expect(repositoryForecastLines(both)).toEqual([
      'payments-api',
      '  12,594 pull requests, 42,310 comments, at least 11,259 migrated unchanged',
      '    9 open, from a fork: moved to a branch migrator/pr-N',
      '    22 superseded: closed with a note',
      '    1,304 may have lost their commits: if so, closed and kept as text',
      '  content-creating requests: threaded at most 54,907, compact 22,898, folded 12,597',
      'web',
      '  1 pull request, 1 comment, 1 migrated unchanged',
      '  content-creating requests: threaded at most 2, compact 2, folded 1',
    ]);
    expect(repositoryForecastLines(forecast([{ source: 'x', facts: noFacts }]))).toEqual([]);
  });
});
