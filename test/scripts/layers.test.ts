import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { run } from './support/run.ts';

const project = fileURLToPath(new URL('../../', import.meta.url));
const checker = join(project, 'scripts/check-layers.ts');
const biome = join(project, 'node_modules/.bin/biome');

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'layers-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

function plant(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

describe('the check of imports', () => {
  it('accepts an import from a lower layer', async () => {
    plant({
      'src/core/commands/status.ts': "import '../kernel/clock.ts';\n",
      'src/core/kernel/clock.ts': 'export {};\n',
    });
    expect(await run(process.execPath, [checker, folder])).toMatchObject({ code: 0 });
  });

  it.each([
    [
      'a type from a higher layer',
      {
        'src/core/kernel/clock.ts': "import type { App } from '../commands/app.ts';\n",
        'src/core/commands/app.ts': 'export interface App {}\n',
      },
      'src/core/kernel/clock.ts imports src/core/commands/app.ts: imports point down',
    ],
    [
      'a lazy import from a higher layer',
      {
        'src/core/git/mirror.ts': "export const load = () => import('../plan/plan.ts');\n",
        'src/core/plan/plan.ts': 'export {};\n',
      },
      'src/core/git/mirror.ts imports src/core/plan/plan.ts: imports point down',
    ],
    [
      'one adapter from another',
      {
        'src/core/hosts/bitbucket-data-center/people.ts':
          "import '../bitbucket-cloud/people.ts';\n",
        'src/core/hosts/bitbucket-cloud/people.ts': 'export {};\n',
      },
      'src/core/hosts/bitbucket-data-center never imports src/core/hosts/bitbucket-cloud',
    ],
    [
      'an adapter outside of the composition root',
      {
        'src/core/plan/plan.ts': "import '../hosts/github/names/naming.ts';\n",
        'src/core/hosts/github/names/naming.ts': 'export {};\n',
      },
      'only src/core/app imports src/core/hosts',
    ],
    [
      'one folder of an adapter from a folder above it',
      {
        'src/core/hosts/github/rest/pages.ts': "import '../repositories/schema.ts';\n",
        'src/core/hosts/github/repositories/schema.ts': 'export {};\n',
      },
      'in src/core/hosts/github rest comes after repositories',
    ],
    [
      'a folder that has no place among its neighbours',
      {
        'src/core/state/sqlite/store.ts': "import '../cache/cache.ts';\n",
        'src/core/state/cache/cache.ts': 'export {};\n',
      },
      'cache has no place in the order of src/core/state',
    ],
    [
      'the program from the sandbox',
      {
        'sandbox/index.ts': "import '../src/core/kernel/clock.ts';\n",
        'src/core/kernel/clock.ts': '',
      },
      'sandbox/index.ts imports src/core/kernel/clock.ts: imports point down',
    ],
    [
      'a file of the sandbox behind its entry',
      { 'src/cli/start-hosts.ts': "import('../../sandbox/hosts.ts');\n", 'sandbox/hosts.ts': '' },
      'sandbox is entered by sandbox/index.ts',
    ],
    [
      'a folder that no layer names',
      { 'src/core/elsewhere/one.ts': "import './two.ts';\n", 'src/core/elsewhere/two.ts': '' },
      'its folder stands on no line of layers.ts',
    ],
  ])('refuses %s', async (_, files, message) => {
    plant(files as Readonly<Record<string, string>>);
    const { code, stderr } = await run(process.execPath, [checker, folder]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(message) });
  });

  it('refuses a circle of types', async () => {
    cpSync(join(project, 'biome.json'), join(folder, 'biome.json'));
    plant({
      'src/one.ts': "import type { Two } from './two.ts';\n\nexport type One = Two[];\n",
      'src/two.ts': "import type { One } from './one.ts';\n\nexport type Two = One[];\n",
    });
    const options = ['lint', '--vcs-enabled=false', `--config-path=${folder}`, folder];
    const { code, stdout, stderr } = await run(biome, options);
    expect({ code, said: stdout + stderr }).toEqual({
      code: 1,
      said: expect.stringContaining('noImportCycles'),
    });
  });

  it('runs with npm run lint', async () => {
    const { scripts } = (await import('../../package.json', { with: { type: 'json' } })).default;
    expect(scripts.lint).toContain('node scripts/check-layers.ts');
    expect(scripts.lint).toContain('biome check');
  });
});
