import { describe, expect, it } from 'vitest';
import { takenRepository } from '../../../../src/core/state/postgresql/dispatch/taken-repository.ts';

describe('a repository that was taken', () => {
  it('is kept alive no longer once it was let go, also where the database is away', async () => {
    const held = new Set<unknown>();
    const away = async () => {
      throw new Error('away');
    };
    const tools = {
      database: { guard: away },
      taken: { add: (job: unknown) => held.add(job), remove: (job: unknown) => held.delete(job) },
    } as unknown as Parameters<typeof takenRepository>[0];
    const data = {
      migration: 'm',
      source: 's',
      task: 'migrate',
      run: 'r',
      wave: null,
      decided: '{}',
    };
    const job = { id: '1', name: 'q', retryCount: 0, data: JSON.stringify(data) } as Parameters<
      typeof takenRepository
    >[1];
    const taken = takenRepository(tools, job);
    expect(held.size).toBe(1);
    await expect(taken.putBack({ afterMilliseconds: 0 })).rejects.toThrow('away');
    expect(held.size).toBe(0);
  });
});
