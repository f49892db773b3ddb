import type { MigratorError } from '../../../../src/core/kernel/errors.ts';
import { createTestClient, createTestServices, type TestServiceOptions } from './client.ts';
import { failureOf } from './failure.ts';

/** Reads what a host answers one request of a new client with, as JSON. */
export async function read(baseUrl: string, options: TestServiceOptions): Promise<unknown> {
  await using services = await createTestServices(options);
  const client = createTestClient(services, { baseUrl });
  return (await client.request({ method: 'GET', path: '/', creates: false })).json;
}

/** How it fails, and how often it was tried again. */
export async function failureAt(
  baseUrl: string,
  options: TestServiceOptions = {},
): Promise<MigratorError & { waits: number }> {
  await using services = await createTestServices(options);
  const client = createTestClient(services, { baseUrl });
  const error = await failureOf(client.request({ method: 'GET', path: '/', creates: false }));
  return Object.assign(error, { waits: services.waits.length });
}
