import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { newestMigration } from '../../helpers/repositories/migration-fixture.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/first-migration.md'), 'utf8');

/** Every command of the page with the lines that it promises. */
const steps = [...page.matchAll(/```sh\n(.*)\n```(?:\s+```text\n([\s\S]*?)\n```)?/g)].map(
  ([, command = '', expected = '']) => ({ command, lines: expected.split('\n').filter(Boolean) }),
);

let place: Workplace;
beforeAll(async () => {
  place = await openWorkplace({
    workspace: 'sample',
    limits: { bitbucket: 'none', github: 'none' },
  });
});
afterAll(() => place[Symbol.asyncDispose]());

/** Spaces that only align do not matter, nor does the time: it depends on the machine. */
const plain = (text: string) =>
  text.replace(/ +/g, ' ').replace(/\b(?:\d+h )?(?:\d+m )?\d+s\b/g, '(time)');

async function changeByMistake(command: string): Promise<void> {
  const [, body = ''] = /-d '([^']*)'/.exec(command) ?? [];
  const [, path = ''] = /DST_API_URL(\/\S+)"/.exec(command) ?? [];
  const { DST_API_URL = '', DST_TOKEN = '' } = place.sandbox.environment;
  const headers = { authorization: `Bearer ${DST_TOKEN}` };
  const answer = await fetch(`${DST_API_URL}${path}`, { method: 'PATCH', headers, body });
  expect(answer.status).toBe(200);
}

it('the first migration goes as its page says, from nothing to a repair', async () => {
  const commands = steps.map(({ command }) => command);
  // The package's own test installs it.
  expect(commands.slice(0, 3)).toEqual([
    'npm pack --silent && npm install --global ./migrator-*.tgz',
    'migrator sandbox > sandbox.env',
    '. ./sandbox.env',
  ]);
  let id = '';
  for (const { command, lines } of steps.slice(3)) {
    if (command.startsWith('curl ')) {
      await changeByMistake(command);
      continue;
    }
    const [name, ...args] = command.replace('mig_m4xk2p9qa7c1', id).split(' ');
    expect(name).toBe('migrator');
    const { code, stdout, stderr } = await place.run(args);
    const isBroken = lines.some((text) => text.startsWith('Repair:'));
    expect(code, `${command}\n${stdout}${stderr}`).toBe(isBroken ? 6 : 0);
    if (args[0] === 'migrate' && !args.includes('--dry-run')) id = await newestMigration(place);
    expect(lines.length, command).toBeGreaterThan(0);
    const said = plain(`${stdout}${stderr}`);
    for (const text of lines) expect(said).toContain(plain(text.replace('mig_m4xk2p9qa7c1', id)));
  }
  expect(steps).toHaveLength(12);
});
