import { newPlace } from '../../../sandbox/github/secrets/records.ts';
import type { Sandbox } from '../../../sandbox/sandbox.ts';

/** A repository of the organisation with these environments, as migrations and people leave it. */
export function addTargetRepository(
  { github, organization }: Sandbox,
  name: string,
  environments: readonly string[] = [],
): void {
  const owner = github.findAccount(organization);
  if (owner === null) throw new Error('no organization');
  const { id } = github.createRepository({ name, owner, creator: github.user, private: true });
  for (const environment of environments) {
    const now = github.now();
    github.secrets.environmentsOf(id).set(environment.toLowerCase(), {
      ...newPlace(),
      id: github.nextId(),
      name: environment,
      createdAt: now,
      updatedAt: now,
      waitTimer: 0,
      reviewers: [],
    });
  }
}

/** The values of all secrets of the organisation: `NAME`, `repository NAME`, `repository environment NAME`. */
export function secretValues({ github, organization }: Sandbox): Record<string, string | null> {
  const values: Record<string, string | null> = {};
  const { id: owner = 0 } = github.findAccount(organization) ?? {};
  for (const { name, value } of github.secrets.ofAccount(owner).secrets.values()) {
    values[name] = value;
  }
  for (const { id, name: repository } of github.repositories) {
    for (const { name, value } of github.secrets.ofRepository(id).secrets.values()) {
      values[`${repository} ${name}`] = value;
    }
    for (const { name: environment, secrets } of github.secrets.environmentsOf(id).values()) {
      for (const { name, value } of secrets.values()) {
        values[`${repository} ${environment} ${name}`] = value;
      }
    }
  }
  return values;
}
