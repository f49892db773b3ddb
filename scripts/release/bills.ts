import { createHash } from 'node:crypto';
import type { BundledPackage } from '../bundle/bundled-packages.ts';

/** Describes what a bill of materials is about. */
export interface Billed {
  readonly version: string;
  /** Of the commit: the same commit gives the same bytes. */
  readonly createdAt: Date;
  readonly packages: readonly BundledPackage[];
  /** Node.js in the executables. */
  readonly node: string;
}

/** Describes the Node.js that executables contain; its own notices list what is in it. */
function runtimeOf({ node }: Billed) {
  return { name: 'node', version: node, license: 'MIT', purl: `pkg:generic/node@${node}` };
}

/** A package's address as scanners know it: `pkg:npm/%40octokit/request@10.0.16`. */
function purlOf({ name, version }: Pick<BundledPackage, 'name' | 'version'>): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

/** SPDX 2.3 as JSON. Pure. */
export function spdxBill(billed: Billed): string {
  const { version, createdAt, packages } = billed;
  const program = 'SPDXRef-migrator';
  const runtime = { ...runtimeOf(billed), id: 'SPDXRef-node' };
  const bundled = packages.map((one) => ({ ...one, purl: purlOf(one), id: spdxId(one) }));
  const digest = createHash('sha256').update(JSON.stringify(packages)).digest('hex');
  const entry = ({ id, name, version, license, purl }: typeof runtime, comment: string) => ({
    ...{ SPDXID: id, name, versionInfo: version, downloadLocation: 'NOASSERTION' },
    ...{ filesAnalyzed: false, licenseConcluded: 'NOASSERTION', licenseDeclared: license },
    copyrightText: 'NOASSERTION',
    comment,
    externalRefs: [
      { referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: purl },
    ],
  });
  const own = { id: program, name: 'migrator', version, license: 'Apache-2.0' };
  return toText({
    spdxVersion: 'SPDX-2.3',
    dataLicense: 'CC0-1.0',
    SPDXID: 'SPDXRef-DOCUMENT',
    name: `migrator-${version}`,
    documentNamespace: `https://spdx.org/spdxdocs/migrator-${version}-${digest}`,
    creationInfo: {
      created: `${createdAt.toISOString().slice(0, 19)}Z`,
      creators: ['Tool: migrator-scripts-release'],
    },
    packages: [
      entry({ ...own, purl: `pkg:npm/migrator@${version}` }, 'The program'),
      ...bundled.map((one) => entry(one, 'Bundled')),
      entry(runtime, 'In the executables only'),
    ],
    relationships: [
      relation('SPDXRef-DOCUMENT', 'DESCRIBES', program),
      ...[...bundled, runtime].map(({ id }) => relation(program, 'CONTAINS', id)),
    ],
  });
}

function relation(spdxElementId: string, relationshipType: string, relatedSpdxElement: string) {
  return { spdxElementId, relationshipType, relatedSpdxElement };
}

function spdxId({ name, version }: BundledPackage): string {
  return `SPDXRef-${`${name}-${version}`.replace(/[^A-Za-z0-9.-]+/g, '-')}`;
}

/** CycloneDX 1.6 as JSON. Pure. */
export function cyclonedxBill(billed: Billed): string {
  const { version, createdAt, packages } = billed;
  const own = `pkg:npm/migrator@${version}`;
  const licenses = (license: string) =>
    /^[\w.-]+$/.test(license) ? [{ license: { id: license } }] : [{ expression: license }];
  const bundled = packages.map((one) => ({
    ...{ type: 'library', 'bom-ref': purlOf(one), name: one.name, version: one.version },
    ...{ licenses: licenses(one.license), purl: purlOf(one) },
  }));
  const { name, version: node, license, purl } = runtimeOf(billed);
  const runtime = {
    ...{ type: 'platform', 'bom-ref': purl, name, version: node },
    ...{ description: 'In the executables only', licenses: licenses(license), purl },
  };
  const components = [...bundled, runtime];
  return toText({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      timestamp: createdAt.toISOString(),
      component: {
        ...{ type: 'application', 'bom-ref': own, name: 'migrator', version },
        ...{ licenses: licenses('Apache-2.0'), purl: own },
      },
    },
    components,
    dependencies: [{ ref: own, dependsOn: components.map((one) => one['bom-ref']) }],
  });
}

function toText(bill: object): string {
  return `${JSON.stringify(bill, null, 2)}\n`;
}
