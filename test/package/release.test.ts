import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Ajv } from 'ajv';
import { build, type Metafile } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { programOptions } from '../../scripts/bundle/program-options.ts';
import { executables } from '../../scripts/release/formula.ts';
import { writeRelease } from '../../scripts/release/write-release.ts';

const root = join(import.meta.dirname, '../..');
const { version, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const schemas = join(
  dirname(createRequire(import.meta.url).resolve('@cyclonedx/cyclonedx-library/package.json')),
  'res/schema',
);

let folder: string;
let metafile: Metafile;
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const digest = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');

/** `name@version` of each package of which a file is bundled, by its own manifest. */
function bundled(): readonly string[] {
  const folders = Object.keys(metafile.inputs).flatMap((input) => {
    const parts = input.split('/');
    const at = parts.lastIndexOf('node_modules');
    if (at === -1) return [];
    const isScoped = parts[at + 1]?.startsWith('@') === true;
    return [parts.slice(0, at + (isScoped ? 3 : 2)).join('/')];
  });
  const names = [...new Set(folders)].map((one) => {
    const manifest = JSON.parse(readFileSync(join(root, one, 'package.json'), 'utf8'));
    return `${manifest.name}@${manifest.version}`;
  });
  return [...new Set(names)].sort();
}

async function release(into: string): Promise<void> {
  for (const name of Object.values(executables)) writeFileSync(join(into, name), name);
  const createdAt = new Date('2026-11-30T12:00:00Z');
  await writeRelease({ root, folder: into, repository: 'acme/gh-migrator', createdAt });
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'migrator-release-'));
  ({ metafile } = await build({ ...programOptions(root), write: false }));
  await release(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the bills of materials', () => {
  const ofRuntime = `node@${devDependencies.node}`;

  it('list in SPDX what is bundled, and Node.js', () => {
    const { packages, relationships } = JSON.parse(read(`migrator-${version}.spdx.json`));
    const listed = packages
      .map((one: { name: string; versionInfo: string }) => `${one.name}@${one.versionInfo}`)
      .sort();
    expect(listed).toEqual([...bundled(), `migrator@${version}`, ofRuntime].sort());
    const ids = packages.map(({ SPDXID }: { SPDXID: string }) => SPDXID);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^SPDXRef-[A-Za-z0-9.-]+$/);
    expect(relationships).toHaveLength(packages.length);
  });

  it('list the same in CycloneDX', () => {
    const { components, dependencies } = JSON.parse(read(`migrator-${version}.cdx.json`));
    const listed = components.map((one: { name: string; version: string }) => {
      return `${one.name}@${one.version}`;
    });
    expect(listed.sort()).toEqual([...bundled(), ofRuntime].sort());
    expect(dependencies[0].dependsOn).toHaveLength(components.length);
  });

  it('keep to the schema of CycloneDX, with licenses that SPDX knows', () => {
    const schema = (name: string) =>
      JSON.parse(readFileSync(join(schemas, `${name}.SNAPSHOT.schema.json`), 'utf8'));
    const ajv = new Ajv({ strict: false, validateFormats: false });
    ajv.addSchema(schema('spdx'), 'http://cyclonedx.org/schema/spdx.SNAPSHOT.schema.json');
    ajv.addSchema(schema('jsf-0.82'), 'http://cyclonedx.org/schema/jsf-0.82.SNAPSHOT.schema.json');
    const validate = ajv.compile(schema('bom-1.6'));
    validate(JSON.parse(read(`migrator-${version}.cdx.json`)));
    expect(validate.errors ?? []).toEqual([]);
  });
});

describe('the notices', () => {
  it('hold the license of every package that is bundled', () => {
    const notices = read('THIRD-PARTY-NOTICES.md');
    const titles = [...notices.matchAll(/^## (\S+) (\S+) \(/gm)].map(
      ([, name, at]) => `${name}@${at}`,
    );
    expect(titles.sort()).toEqual(bundled());
    const sections = notices.split(/^## /m).slice(1);
    for (const section of sections)
      expect(section, section.slice(0, 60)).toMatch(/copyright|licen[cs]e/i);
    expect(sections.filter((section) => section.length < 300)).toEqual([]);
  });
});

describe('the files of a release', () => {
  it('have checksums, which sha256sum checks', () => {
    const names = readdirSync(folder).filter((name) => name !== 'SHA256SUMS');
    const listed = read('SHA256SUMS').trim().split('\n');
    expect(listed.map((line) => line.slice(66)).sort()).toEqual(names.sort());
    execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: folder });
  });

  it('have a formula with the checksum of each executable', () => {
    const formula = read('migrator.rb');
    for (const name of Object.values(executables)) {
      const url = `https://github.com/acme/gh-migrator/releases/download/v${version}/${name}`;
      expect(formula).toContain(`url "${url}"\n      sha256 "${digest(name)}"`);
    }
    expect(formula.match(/\b(?:do|def)\b/g)).toHaveLength(formula.match(/^ +end$/gm)?.length ?? 0);
  });

  it('are the same, byte for byte, when they are written again', async () => {
    const again = mkdtempSync(join(tmpdir(), 'migrator-release-'));
    try {
      await release(again);
      for (const name of readdirSync(folder))
        expect(digest(readFileSync(join(again, name))), name).toBe(
          digest(readFileSync(join(folder, name))),
        );
    } finally {
      rmSync(again, { recursive: true, force: true });
    }
  });

  it('come from bundles that are equal, byte for byte', async () => {
    const bytes = async () => {
      const { outputFiles } = await build({ ...programOptions(root), write: false });
      return outputFiles.map(({ path, hash }) => `${path} ${hash}`);
    };
    expect(await bytes()).toEqual(await bytes());
  });

  it('include a package that is equal, byte for byte, when it is packed again', () => {
    const pack = (into: string) => {
      const quiet = ['--ignore-scripts', '--offline', '--loglevel=error'];
      execFileSync('npm', ['pack', '--pack-destination', into, ...quiet], { cwd: root });
      return digest(readFileSync(join(into, `migrator-${version}.tgz`)));
    };
    const other = mkdtempSync(join(tmpdir(), 'migrator-release-'));
    try {
      expect(pack(other)).toBe(pack(folder));
    } finally {
      rmSync(other, { recursive: true, force: true });
    }
  });
});
