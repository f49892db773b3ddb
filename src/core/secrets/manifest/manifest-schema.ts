import * as z from 'zod';
import type { TargetNaming } from '../../ports/target-naming.ts';

const text = z.string().min(1).max(255);

function nameSchema(naming: TargetNaming) {
  return text
    .superRefine((value, context) => {
      const { target, changes } = naming.normalizeSecretName(value);
      if (changes.length === 0) return;
      const reason = naming.secretNameChangeText(changes);
      context.addIssue({
        code: 'custom',
        message: `GitHub does not accept the name ${value}: ${reason} (use ${target})`,
      });
    })
    .describe('The GitHub name.');
}

const source = z
  .enum(['repository', 'workspace', 'deployment'])
  .optional()
  .describe('The level of the Bitbucket variable that provides the value.');

function commonKeys(naming: TargetNaming) {
  return {
    name: nameSchema(naming),
    source_name: text.optional().describe('The Bitbucket name, if different.'),
    skip: z.boolean().optional().describe('Skipped, and kept skipped by --merge.'),
  };
}

interface Named {
  readonly name: string;
  readonly skip?: boolean | undefined;
}

/** Refuses secrets that are listed twice, and more than the target takes. */
function checkList(most: number) {
  return (list: readonly Named[] | null | undefined, context: z.RefinementCtx): void => {
    const seen = new Map<string, string>();
    let count = 0;
    for (const [index, { name, skip }] of (list ?? []).entries()) {
      if (skip === true) continue;
      count += 1;
      const other = seen.get(name.toUpperCase());
      if (other !== undefined) {
        const both =
          other === name ? `${name} is listed twice` : `${other} and ${name} are the same`;
        const message = `${both}: GitHub names are case-insensitive`;
        context.addIssue({ code: 'custom', path: [index, 'name'], message });
      }
      seen.set(name.toUpperCase(), name);
    }
    if (count <= most) return;
    const message = `has ${count} secrets; GitHub allows ${most}`;
    context.addIssue({ code: 'custom', message });
  };
}

function repositorySchema(naming: TargetNaming) {
  const secret = z.strictObject({ ...commonKeys(naming), source });
  return z.strictObject({
    target: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .describe("The GitHub repository. Default: its Bitbucket name, adapted to GitHub's rules."),
    secrets: z.array(secret).nullish().superRefine(checkList(naming.secretLimits.ofRepository)),
    environments: z
      .record(
        text,
        z.array(secret).nullable().superRefine(checkList(naming.secretLimits.ofEnvironment)),
      )
      .nullish()
      .superRefine((environments, context) => {
        const seen = new Set<string>();
        for (const environment of Object.keys(environments ?? {})) {
          if (seen.has(environment.toLowerCase())) {
            const message = `environment name taken: ${environment} (case-insensitive)`;
            context.addIssue({ code: 'custom', path: [environment], message });
          }
          seen.add(environment.toLowerCase());
        }
      }),
  });
}

function organizationSecretSchema(naming: TargetNaming) {
  return z
    .strictObject({
      ...commonKeys(naming),
      visibility: z
        .enum(['all', 'private', 'selected'])
        .describe('Which repositories in the organization can use it.'),
      repositories: z
        .array(text)
        .nullish()
        .describe('For visibility "selected": the repositories\' Bitbucket names.'),
    })
    .superRefine(({ visibility, repositories }, context) => {
      const isSelected = visibility === 'selected';
      if (isSelected === (repositories ?? []).length > 0) return;
      const message = isSelected
        ? 'visibility "selected" needs repositories'
        : `visibility ${visibility} does not allow repositories; use selected`;
      context.addIssue({ code: 'custom', path: ['repositories'], message });
    });
}

/** The manifest of secrets, as people edit it. */
export function manifestSchema(naming: TargetNaming) {
  return z.strictObject({
    organization_secrets: z
      .array(organizationSecretSchema(naming))
      .nullish()
      .superRefine(checkList(naming.secretLimits.ofOrganization)),
    repositories: z
      .record(text, repositorySchema(naming).nullable())
      .nullish()
      .describe('By Bitbucket name.'),
  });
}

export type ManifestFile = z.infer<ReturnType<typeof manifestSchema>>;
