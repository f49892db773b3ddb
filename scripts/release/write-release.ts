import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { bundledPackages } from '../bundle/bundled-packages.ts';
import { programOptions } from '../bundle/program-options.ts';
import { thirdPartyNotices } from '../third-party-notices.ts';
import { cyclonedxBill, spdxBill } from './bills.ts';
import { checksumFile, checksumsOf } from './checksums.ts';
import { homebrewFormula } from './formula.ts';

/** Attached later: what it says of itself cannot be in it. */
const checksumName = 'SHA256SUMS';
const formulaName = 'migrator.rb';

/**
 * Writes bills, notices, checksums and the formula beside the executables and the package of a release. The same commit gives
 * the same bytes.
 * @param options.repository `owner/name` on GitHub
 */
export async function writeRelease(options: {
  readonly root: string;
  readonly folder: string;
  readonly repository: string;
  readonly createdAt: Date;
}): Promise<void> {
  const { root, folder, repository, createdAt } = options;
  const { metafile } = await build({ ...programOptions(root), write: false });
  const inputs = Object.keys(metafile.inputs);
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { version, description, devDependencies } = manifest;
  const packages = bundledPackages(root, inputs);
  const billed = { version, createdAt, packages, node: devDependencies.node };
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write(`migrator-${version}.spdx.json`, spdxBill(billed));
  write(`migrator-${version}.cdx.json`, cyclonedxBill(billed));
  write('THIRD-PARTY-NOTICES.md', thirdPartyNotices(root, inputs));
  const names = () => readdirSync(folder).filter((name) => name !== checksumName);
  const checksums = checksumsOf(
    folder,
    names().filter((name) => name !== formulaName),
  );
  write(formulaName, homebrewFormula({ version, repository, description, checksums }));
  write(checksumName, checksumFile(checksumsOf(folder, names())));
}
