import { History } from '../history/history.ts';
import { projects, type SampleRepository } from '../sample-repository.ts';

/** A fork of the ordinary repository with two commits of its own. */
export function forkRepository(parentDirectory: string): SampleRepository {
  return {
    facts: {
      slug: 'checkout-web-partners',
      name: 'checkout-web-partners',
      description: 'The checkout as our partners see it.',
      project: projects.shop,
      language: 'typescript',
      parent: 'checkout-web',
      from: parentDirectory,
      mainBranch: 'main',
      createdOn: new Date('2025-04-22T09:05:00.111Z'),
      updatedOn: new Date('2026-10-01T10:10:10.101Z'),
    },
    history() {
      const history = new History({ start: '2025-04-22T09:00:00Z' });
      const changes = { 'src/partner.ts': 'export const partner = true;\n' };
      history.commit({
        branch: 'main',
        from: 'refs/heads/main^0',
        message: 'Show the name of the partner',
        changes,
      });
      history.commit({
        branch: 'partner/logo',
        from: 'refs/heads/main^0',
        message: 'Show the logo of the partner',
        changes: { 'src/logo.ts': 'export const logo = "partner.svg";\n' },
      });
      return history;
    },
  };
}
