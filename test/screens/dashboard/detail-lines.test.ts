import { describe, expect, it } from 'vitest';
import { detailLines } from '../../../src/screens/dashboard/lines/detail-lines.ts';
import type { DashboardState } from '../../../src/screens/dashboard/state/dashboard-state.ts';
import { plainText } from '../../../src/ui/text/line.ts';
import { at, failed, finished, noon, started } from '../../core/report/events.ts';
import { dashboard, glyphs, step } from './dashboard-of-events.ts';

describe('the detail of a repository', () => {
  const state = dashboard([
    started('api'),
    step('api', 'fetch'),
    at(
      {
        type: 'step-finished',
        repository: 'api',
        step: 'fetch',
        outcome: 'done',
        summary: '3 refs',
      },
      2000,
    ),
    step('api', 'push', 2000),
    at({ type: 'repository-warning', repository: 'api', message: 'something\u001b[2J' }),
    failed('api', { detail: 'the host said so' }),
  ]);
  const [api] = state.run.repositories.values();

  it('has its steps, its failure with what to do, its warnings and its log', () => {
    if (api === undefined) throw new Error('there is none');
    const lines = detailLines(state, api, { width: 79, height: 22, glyphs }).map(plainText);
    expect(lines).toEqual([
      'api  → api  failed',
      'acme/api was refused',
      'the host said so',
      'Fix the cause before you retry. Allow it.',
      '',
      'Steps',
      '  ✓ fetch         2.0s       3 refs',
      '  ✗ push          0.0s       acme/api was refused',
      '  ∙ pull requests',
      '  ∙ settings',
      '  ∙ verify',
      '',
      'Warnings',
      '  something\\u001b[2J',
      '',
      'Log',
      '  12:00  api: fetch: 3 refs',
      '  12:00  warning  api: something\\u001b[2J',
      '  12:00  failed   api  acme/api was refused: the host said so',
    ]);
  });

  it('has one step in progress until the repository has ended, also between two of them', () => {
    const events = [
      started('api'),
      at({ type: 'repository-started', repository: 'api', target: 'api' }),
      step('api', 'push'),
    ];
    const end = { repository: 'api', step: 'push', outcome: 'done', summary: '' } as const;
    const ended = [...events, at({ type: 'step-finished', ...end }, 2000)];
    const active = (all: typeof events) => {
      const shown = dashboard(all, noon + 2500);
      const [it] = shown.run.repositories.values();
      if (it === undefined) throw new Error('there is none');
      const lines = detailLines(shown, it, { width: 79, height: 22, glyphs });
      return lines.filter((one) => one.some(({ role }) => role === 'active')).map(plainText);
    };
    expect(active(events).slice(1)).toEqual([expect.stringMatching(/ push /)]);
    expect(active(ended).slice(1)).toEqual([expect.stringMatching(/ pull requests/)]);
  });

  it('lists a step once, also where a later one began first', () => {
    const { repositories } = dashboard([
      started('api'),
      step('api', 'create'),
      step('api', 'inspect'),
      failed('api', {}),
    ]).run;
    const [it] = repositories.values();
    if (it === undefined) throw new Error('there is none');
    const lines = detailLines(state, it, { width: 79, height: 22, glyphs }).map(plainText);
    expect(lines.filter((text) => /^ {2}\S create/.test(text))).toHaveLength(1);
  });

  it('names the command for its pull requests where the state stays, as a shell reads it', () => {
    const pullRequests = { total: 2, comments: 1, changed: 1, placeholders: 0, images: 0 };
    const name = "it's";
    const ran = dashboard([started(name), finished(name, { pullRequests })]);
    const [it] = ran.run.repositories.values();
    if (it === undefined) throw new Error('there is none');
    const frame = { width: 120, height: 22, glyphs };
    const text = (shown: DashboardState) => detailLines(shown, it, frame).map(plainText).join('\n');
    const command = `migrator status --migration ${ran.run.migration} --repository 'it'\\''s'`;
    expect(text(ran)).toContain(command);
    const demo = { ...ran, settings: { ...ran.settings, stateGoes: true } };
    expect(text(demo)).toContain('2 pull requests');
    expect(text(demo)).not.toContain('migrator status');
  });
});
