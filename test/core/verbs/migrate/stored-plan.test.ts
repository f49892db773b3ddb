import { describe, expect, it } from 'vitest';
import {
  storedOptions,
  storedPlan,
  storedUserMap,
} from '../../../../src/core/replica/context/stored-plan.ts';

const id = 'mig_000000000001';
const damaged = {
  code: 'state',
  message: expect.stringMatching(
    new RegExp(`^Cannot read the .* that migration ${id} was started with$`),
  ),
  hint: expect.stringContaining(`\`migrator migrate --cancel ${id}\``),
};

describe('what a migration was begun with', () => {
  it('is a state error that names it where a plan cannot be read any more', () => {
    const plan = { version: 1, source: { kind: 'bitbucket-cloud', workspace: 'w' } };
    for (const planText of ['1.5', '{', JSON.stringify(plan)])
      expect(() => storedPlan({ id, planText })).toThrow(expect.objectContaining(damaged));
  });

  it('is one where the choices cannot be read any more', () => {
    for (const settings of ['{"comments":', '{"comments":"all"}', '.git'])
      expect(() => storedOptions({ id, settings })).toThrow(expect.objectContaining(damaged));
    expect(storedOptions({ id, settings: '{"comments":"compact"}' }).comments).toBe('compact');
  });

  it('is one where the user map cannot be read any more', () => {
    expect(() => storedUserMap(id, 'a,b')).toThrow(expect.objectContaining(damaged));
  });
});
