import { describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../helpers/postgresql/test-database.ts';
import type { Running } from '../../helpers/program/run-program.ts';
import { openWorkplace } from '../../helpers/program/workplace.ts';
import { hold } from '../../helpers/repositories/hold.ts';
import { addRepositories } from '../../helpers/repositories/migration-fixture.ts';

const limits = { bitbucket: 'none', github: 'none' } as const;
const address = ['--metrics-address', '127.0.0.1:0'];

/** Scrapes a program as soon as it has named its address. */
async function scrape(running: Running, said: () => string): Promise<string> {
  await running.until(/Metrics: \S+/);
  const [, url = ''] = /Metrics: (\S+)/.exec(said()) ?? [];
  return (await fetch(url)).text();
}

/** Returns what a program has written to standard error so far. */
function listen({ child }: Running): () => string {
  let said = '';
  child.stderr?.on('data', (text: string) => {
    said += text;
  });
  return () => said;
}

describe('metrics of a run', () => {
  it('agree with what status says of it in another process', async () => {
    await using place = await openWorkplace({ limits });
    await addRepositories(place, 'one', 'two', 'three');
    place.write('plan.json', place.plan('one', 'two', 'three'));
    const release = hold(place, 'three');
    const args = ['migrate', '--plan', 'plan.json', '-v', '--workers', '3'];
    const running = place.start([...args, ...address]);
    const said = listen(running);
    for (const slug of ['one', 'two']) await running.until(new RegExp(`^done +${slug} `, 'm'));
    const text = await scrape(running, said);
    const { stdout } = await place.run(['status', '--migration', 'last', '--json']);
    const { repositories } = JSON.parse(stdout) as { repositories: readonly { status: string }[] };
    release();
    expect((await running.ended).code).toBe(0);
    const of = (status: string) => repositories.filter((one) => one.status === status).length;
    const scraped = (state: string) => {
      const [, value] =
        new RegExp(`migrator_repositories\\{.*state="${state}"\\} (\\d+)`).exec(text) ?? [];
      return Number(value);
    };
    expect([scraped('done'), scraped('running') + scraped('waiting')]).toEqual([
      of('succeeded'),
      of('running'),
    ]);
    expect(scraped('done')).toBe(2);
  });

  it('are served by a worker, too', async () => {
    await using database = await openTestDatabase();
    await using place = await openWorkplace({ limits });
    const environment = { MIGRATOR_DATABASE_URL: database.url };
    const worker = place.start(['worker', ...address], environment);
    const said = listen(worker);
    await worker.until('is waiting for migrations');
    expect(await scrape(worker, said)).toContain('# TYPE migrator_requests_total counter');
    worker.child.kill('SIGTERM');
    expect((await worker.ended).code).toBe(0);
  });

  it('are served by sync', async () => {
    await using place = await openWorkplace({ limits });
    await addRepositories(place, 'one');
    place.write('plan.json', place.plan('one'));
    expect((await place.run(['migrate', '--plan', 'plan.json'])).code).toBe(0);
    const { code, stderr } = await place.run(['sync', '--migration', 'last', ...address]);
    expect(code, stderr).toBe(0);
    expect(stderr).toMatch(/^Metrics: http:\/\/127\.0\.0\.1:\d+\/metrics$/m);
  });
});
