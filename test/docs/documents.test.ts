import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { cloudBehaviors } from '../../sandbox/bitbucket/otherwise/cloud-behaviors.ts';
import { dataCenterBehaviors } from '../../sandbox/bitbucket-data-center/other-behaviors.ts';
import { commandAt } from '../../src/cli/flags/find-command.ts';
import { parseFlags } from '../../src/cli/flags/parse-flags.ts';
import { commands } from '../../src/cli/registry.ts';
import { probeNames } from '../../src/core/calibration/probes/findings.ts';
import { commonFlags } from '../../src/core/commands/common-flags.ts';
import { flagName } from '../../src/core/options/flag.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const pages = ['.', 'docs', 'docs/decisions', 'docs/settings'].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(root, folder, name)),
);
const generated = ['benchmarks.md', 'reliability.md', 'reliability-inputs.md'];
const ofCode = ['ARCHITECTURE.md', 'docs/invariants.md', 'docs/where-to-look.md'];
const manual = pages
  .map((page) => relative(root, page))
  .filter(
    (page) =>
      /^(README|docs\/(settings\/)?[\w-]+)\.md$/.test(page) &&
      ![...generated, ...ofCode].some((one) => one === page || one === basename(page)),
  );

function read(page: string): string {
  return readFileSync(page, 'utf8');
}

/** Lines of shell blocks, and inline code with options, each from the program's name on. */
function documentedCommands(text: string): readonly string[] {
  const blocks = [...text.matchAll(/^ *```(\w*)\n(.*?)^ *```/gms)];
  const lines = blocks
    .filter(([, language]) => language === 'sh')
    .flatMap(([, , block = '']) => block.replaceAll('\\\n', ' ').split('\n'));
  const inline = [...text.matchAll(/`(migrator [^`\n]+ --[^`\n]+)`/g)].map(([, code = '']) => code);
  return [...lines, ...inline].flatMap(
    (line) => /^ *(?:npx )?(migrator [a-z-].*)$/.exec(line)?.[1] ?? [],
  );
}

/** Without what the shell takes for itself. */
function wordsOf(command: string): readonly string[] {
  const [own = ''] = command.split(/ *(?:\s#|[|&>]|< )/);
  return own.trim().split(/ +/).slice(1);
}

function anchorsOf(text: string): ReadonlySet<string> {
  const headings = text.replaceAll(/^ *```.*?^ *```/gms, '').matchAll(/^#+ (.+)$/gm);
  return new Set(
    [...headings].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

/** The rows about one host. */
function assumptions(host: 'GitHub' | 'Bitbucket'): readonly string[] {
  const sections = read(join(root, 'docs/assumptions.md')).split(/^## /m);
  const own = sections.find((section) => section.startsWith(host)) ?? '';
  return own.split('\n').filter((line) => line.startsWith('| ') && line.includes('`src/'));
}

describe('the documents', () => {
  it.each(manual)('%s prints commands that exist', (page) => {
    for (const line of documentedCommands(read(join(root, page)))) {
      const words = wordsOf(line);
      if (words[0]?.startsWith('-')) continue;
      const found = commandAt(commands, words);
      expect(found, `${page}: ${line}`).toBeDefined();
      if (found === undefined) continue;
      expect(() => parseFlags(found.command, found.rest), `${page}: ${line}`).not.toThrow();
    }
  });

  it.each(manual)('%s names options that exist', (page) => {
    const flags = [...commands.map((command) => command.flags), commonFlags].flatMap((all) =>
      Object.entries(all).map(([key, flag]) => flagName(key, flag)),
    );
    const named = [...read(join(root, page)).matchAll(/`(--[a-z-]+)[^`]*`/g)];
    const ofLicenseService = ['--days', '--trust-proxy'];
    const known = new Set([...flags, ...ofLicenseService]);
    expect(named.flatMap(([, flag = '']) => (known.has(flag) ? [] : flag))).toEqual([]);
  });

  it('are merged whole, and those about the code name files that exist', () => {
    for (const page of pages) expect(read(page), page).not.toMatch(/^(<<<<<<<|>>>>>>>) /m);
    const named = ofCode.flatMap((page) => [
      ...read(join(root, page)).matchAll(/`((?:src|sandbox|test)\/[\w./-]+)`/g),
    ]);
    expect(named.flatMap(([, path = '']) => (existsSync(join(root, path)) ? [] : path))).toEqual(
      [],
    );
  });

  it('list every probe of a calibration with a place in the code that exists', () => {
    const rows = assumptions('GitHub');
    const named = rows.map((row) => /\| `([\w-]+)`[^`|]*\|[^|]*\|$/.exec(row)?.[1]);
    expect(named.toSorted()).toEqual([...probeNames].sort());
    for (const row of rows) {
      const [, path = ''] = /`(src\/[\w./-]+)`/.exec(row) ?? [];
      expect(existsSync(join(root, path)), row).toBe(true);
    }
  });

  it('list every switch of the embedded Bitbuckets with a place in the code that exists', () => {
    const rows = assumptions('Bitbucket');
    const switches = rows.flatMap((row) => {
      const [, , checked = ''] = row.split(' | ');
      return [...checked.matchAll(/`([\w-]+)`/g)].map(([, name = '']) => name);
    });
    const known = [...Object.keys(cloudBehaviors), ...Object.keys(dataCenterBehaviors)];
    expect(switches.toSorted()).toEqual([...new Set(known)].sort());
    for (const row of rows) {
      const [, path = ''] = /`(src\/[\w./-]+)`/.exec(row) ?? [];
      expect(existsSync(join(root, path)), row).toBe(true);
      expect(row.split(' | '), row).toHaveLength(4);
    }
  });

  it('link to pages and headings that exist', () => {
    const broken = pages.flatMap((page) =>
      [...read(page).matchAll(/\]\((?!https?:)([^)\s#]*)(?:#([^)\s]*))?\)/g)].flatMap(
        ([link, path = '', anchor]) => {
          const target = path === '' ? page : join(dirname(page), path);
          const isThere =
            existsSync(target) && (anchor === undefined || anchorsOf(read(target)).has(anchor));
          return isThere ? [] : `${relative(root, page)}: ${link}`;
        },
      ),
    );
    expect(broken).toEqual([]);
  });

  it('show pictures that exist, in dark and light', () => {
    const shown = manual.flatMap((page) =>
      [...read(join(root, page)).matchAll(/(?:src|srcset)="([^"]+)"/g)].map(([, path = '']) =>
        join(dirname(join(root, page)), path),
      ),
    );
    expect(shown.length).toBeGreaterThan(6);
    expect(shown.filter((path) => !existsSync(path))).toEqual([]);
    const dark = shown.filter((path) => path.endsWith('-dark.svg'));
    expect(dark.map((path) => path.replace('-dark', '-light')).sort()).toEqual(
      shown.filter((path) => path.endsWith('-light.svg')).sort(),
    );
  });

  it('stay under 10,000 words together, without generated pages, tables, commands and later capabilities', () => {
    const isOfTheFirst = (page: string) =>
      !/^docs\/(archives|engines|settings|sync|cut-over\.|audit|json|calibrat|assumptions|remotes|install|terraform|pipelines|first-migration|monitoring|github-actions|large-files)/.test(
        page,
      );
    const words = manual.filter(isOfTheFirst).map((page) => {
      const text = read(join(root, page)).replaceAll(/^ *\|.*$/gm, '');
      const prose = text.replaceAll(/^ *```[\s\S]*?^ *```$/gm, '');
      return prose.split(/\s+/).length;
    });
    expect(words.reduce((sum, many) => sum + many, 0)).toBeLessThan(10_000);
  });

  it('exist where the program names one', () => {
    const sources = globSync(join(root, '{src,bench,scripts,test/faults}/**/*.{ts,tsx}'));
    const named = sources.flatMap((source) => read(source).match(/docs\/[\w-]+\.md/g) ?? []);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((page) => !existsSync(join(root, page)))).toEqual([]);
  });
});
