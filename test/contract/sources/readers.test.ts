import { describe, expect, it } from 'vitest';
import { hostsOf } from '../../../src/core/app/hosts.ts';
import { cloudShapes } from '../../../src/core/hosts/bitbucket-cloud/shapes/cloud-shapes.ts';
import { dataCenterShapes } from '../../../src/core/hosts/bitbucket-data-center/shapes/data-center-shapes.ts';
import { Redactor } from '../../../src/core/kernel/redact.ts';
import { createTestServices } from '../../core/network/support/client.ts';
import { describedNetwork } from './described-host.ts';
import { readSource } from './source-traffic.ts';

const seeds = Array.from({ length: 40 }, (_, index) => 1000 * index);
const credentials = {
  'bitbucket-cloud': { SRC_USERNAME: 'jane@acme.example', SRC_API_TOKEN: 'ATATT-1' },
  'bitbucket-data-center': { SRC_DATA_CENTER_URL: 'https://git.acme.example', SRC_TOKEN: 'BBDC-1' },
} as const;

/**
 * A kind of restriction that nobody knows is not read as none at all: the description has any text there. A commit is the one
 * that was asked for.
 */
const onPurpose =
  /sent unexpected data for branch permission .* \(type\)$|unexpected response \(GET .*\/commit\//;

describe.each([
  ['bitbucket-cloud', cloudShapes],
  ['bitbucket-data-center', dataCenterShapes],
] as const)('the readers of %s', (kind, expected) => {
  it('understand whatever the description allows', async () => {
    await using services = await createTestServices();
    const refused = new Set<string>();
    for (const seed of seeds) {
      const network = await describedNetwork(services.network, expected, seed);
      const hosts = hostsOf({
        variables: credentials[kind],
        services: { ...services, network },
        redactor: new Redactor(),
        writeJournal: { identify() {} },
      });
      await readSource(hosts.source(), 'ACME').catch((error: Error) =>
        refused.add(error.message.replaceAll(/\d+/g, 'N')),
      );
    }
    expect([...refused].filter((message) => !onPurpose.test(message)).sort()).toEqual([]);
  });
});
