import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A package whose code the bundle contains. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression. */
  readonly license: string;
  /** Of its files, relative to the project. */
  readonly folder: string;
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
}

/**
 * Finds the packages of a bundle, each version once.
 * @param root the project's folder
 * @param inputs paths of the bundled files, relative to root: of esbuild's metafile
 */
export function bundledPackages(
  root: string,
  inputs: readonly string[],
): readonly BundledPackage[] {
  const found = new Map<string, BundledPackage>();
  for (const input of [...inputs].sort()) {
    const [folder] = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input) ?? [];
    if (folder === undefined) continue;
    const { name, version, license } = manifestOf(root, folder);
    const key = `${name}@${version}`;
    if (found.has(key)) continue;
    if (typeof license !== 'string') throw new Error(`${key} names no license`);
    found.set(key, { name, version, license, folder });
  }
  return [...found.keys()].sort().flatMap((key) => found.get(key) ?? []);
}

function manifestOf(root: string, folder: string): Manifest {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest;
}

/**
 * Returns a package's license text, and its notice where it has one. Some have the text in their readme alone.
 * @throws where there is none: nothing may be shipped without
 */
export function licenseText(root: string, { folder, name, license }: BundledPackage): string {
  const path = join(root, folder);
  const files = readdirSync(path).sort();
  const read = (pattern: RegExp) =>
    files
      .filter((file) => pattern.test(file))
      .map((file) => readFileSync(join(path, file), 'utf8'));
  const own = read(/^(licen[cs]e|copying)/i);
  const texts = own.length > 0 ? [...own] : read(/^readme/i).flatMap(licenseInReadme);
  const holder = holders[name];
  if (texts.length === 0 && license === 'MIT' && holder !== undefined) texts.push(mit(holder));
  if (texts.length === 0) throw new Error(`${name} has no license text`);
  return [...texts, ...read(/^notice/i)].map((text) => text.trim()).join('\n\n');
}

function licenseInReadme(text: string): string[] {
  const [, section = ''] = /^#+ *licen[cs]e *\n(.*)$/ims.exec(text) ?? [];
  return section.trim() === '' ? [] : [section.trim()];
}

/** Who holds the copyright of packages that come without a text, as the heads of their sources say. */
const holders: Readonly<Record<string, string>> = {
  'yoga-layout': '(c) Meta Platforms, Inc. and affiliates.',
};

function mit(holder: string): string {
  return `MIT License

Copyright ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;
}
