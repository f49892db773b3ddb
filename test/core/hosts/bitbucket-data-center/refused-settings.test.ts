import { describe, expect, it } from 'vitest';
import { openPlace, page, refusal } from './support.ts';

const forbidden = refusal(401, 'You are not permitted', 'AuthorisationException');
const restrictions = '/rest/branch-permissions/latest/projects/PAY';

describe('settings of a Data Center that refuses some', () => {
  const ledger = { workspace: 'PAY', slug: 'web', defaultBranch: 'main', project: 'PAY' };
  const model = '/rest/branch-utils/latest/projects/PAY/repos/web/branchmodel/configuration';

  it('say that those of the project are missing', async () => {
    await using place = await openPlace({
      [model]: { body: {} },
      [`${restrictions}/repos/web/restrictions`]: page([]),
      [`${restrictions}/restrictions`]: forbidden,
    });
    const { missing } = await place.source.settings.read('rules', ledger);
    expect(missing).toContain('/projects/PAY/restrictions');
  });

  it('name the permission that is needed', async () => {
    await using place = await openPlace({
      [model]: { body: {} },
      [`${restrictions}/repos/web/restrictions`]: forbidden,
    });
    await expect(place.source.settings.read('rules', ledger)).rejects.toMatchObject({
      code: 'permission',
      hint: expect.stringContaining('Repository admin'),
    });
  });

  it('are refused whole where a matcher is not understood', async () => {
    const row = { id: 4, type: 'read-only', matcher: { id: 'x', type: { id: 'NEW' } } };
    await using place = await openPlace({
      [model]: { body: {} },
      [`${restrictions}/repos/web/restrictions`]: page([row]),
    });
    await expect(place.source.settings.read('rules', ledger)).rejects.toMatchObject({
      code: 'bad-answer',
      message: expect.stringContaining('branch permission 4'),
    });
  });
});
