import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openWorkplace } from '../../helpers/program/workplace.ts';
import { sources } from '../../helpers/sources.ts';

const cases = [
  ...sources.map((source) => [source, 'github', '.tar.gz'] as const),
  ['bitbucket-data-center', 'bitbucket-server', '.tar'],
] as const;

it.each(cases)(
  'every repository of the sample of %s makes an archive of the format %s without a problem',
  async (source, format, suffix) => {
    await using place = await openWorkplace({ source, workspace: 'sample' });
    const { workspace, organization } = place.sandbox;
    await place.run(['discover', '--workspace', workspace, '--output', 'inventory.json']);
    const planning = ['--inventory', 'inventory.json', '--target-org', organization];
    await place.run(['plan', ...planning, '--output', 'plan.json']);
    const { code, stdout, stderr } = await place.run([
      'migrate',
      '--plan',
      'plan.json',
      '--engine',
      'archive',
      '--archive-format',
      format,
      '--export',
      'out',
    ]);
    expect({ code, stdout, stderr }).toMatchObject({ code: 0 });
    const plan = JSON.parse(readFileSync(join(place.folder, 'plan.json'), 'utf8'));
    const counts = new Map<string, number>();
    for (const { target } of plan.repositories as readonly { target: string }[]) {
      const checked = await place.run(['archive', 'check', `out/${target}${suffix}`, '--json']);
      const found = JSON.parse(checked.stdout);
      expect({ target, ...found }).toMatchObject({ target, findings: [] });
      for (const [kind, many] of Object.entries<number>(found.records))
        counts.set(kind, (counts.get(kind) ?? 0) + many);
    }
    const planned = new Set(plan.repositories.map((one: { source: string }) => one.source));
    const pullRequests = place.sandbox.bitbucket.repositories.flatMap((one) =>
      planned.has(one.slug) ? one.pullRequests : [],
    );
    expect(pullRequests.length).toBeGreaterThan(20);
    expect(counts.get('pull_requests')).toBe(pullRequests.length);
    if (format === 'github') expect(counts.get('repositories')).toBe(planned.size);
  },
);
