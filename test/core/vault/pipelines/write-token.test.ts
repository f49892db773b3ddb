import { describe, expect, it } from 'vitest';
import {
  checkWriteToken,
  createWriteToken,
  longestLife,
  writePolicy,
} from '../../../../src/core/vault/pipelines/write-token.ts';
import { openVaultPlace } from '../../../helpers/secrets/vault-place.ts';
import { failureOf } from '../../network/support/failure.ts';

describe('a token for a pipeline', () => {
  it('writes its own entries, reads nothing, and ends after a quarter of an hour', async () => {
    await using place = await openVaultPlace();
    const vault = place.open();
    await vault.entries.create('p/repositories/web/A');
    place.host.addPolicy('one', writePolicy('secret', ['p/repositories/web/A']));
    const made = await createWriteToken(vault.client, { role: null, policy: 'one' });
    await checkWriteToken(vault.client, { ...made, path: 'p/repositories/web/A', folder: 'p' });
    const own = place.open({ token: made.token }).entries;
    expect(await own.create('p/repositories/web/A')).toBe('exists');
    for (const refused of [
      own.read('p/repositories/web/A'),
      own.facts('p/repositories/web/A'),
      own.list('p'),
      own.create('p/repositories/web/B'),
    ]) {
      expect((await failureOf(refused)).status).toBe(403);
    }
    await place.clock.sleep(1000 * longestLife);
    const ended = await failureOf(own.create('p/repositories/web/A'));
    expect(ended.code).toBe('credentials');
  });

  it.each([0, 3600])('is refused with a life of %d s', async (life) => {
    await using place = await openVaultPlace();
    const { client } = place.open();
    const made = { token: 'x', accessor: 'y', life };
    const error = await failureOf(checkWriteToken(client, { ...made, path: 'p', folder: 'p' }));
    expect(error.code).toBe('refused');
    expect(error.hint).toContain('token_explicit_max_ttl');
  });
});
