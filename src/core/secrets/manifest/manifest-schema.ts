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
        message: `the target does not take the name ${value}: ${reason} (${target} would do)`,
      });
    })
    .describe('The name on the target.');
}

const source = z
  .enum(['repository', 'workspace', 'deployment'])
  .optional()
  .describe('The level of the variable on the source that its value is to come from.');

function commonKeys(naming: TargetNaming) {
  return {
    name: nameSchema(naming),
    source_name: text.optional().describe('The name on the source, where that is another one.'),
    skip: z.boolean().optional().describe('Left out, and kept out by --merge.'),
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
        const both = other === name ? `${name} is given twice` : `${other} and ${name} are one`;
        const message = `${both}: the target tells names apart without regard to case`;
        context.addIssue({ code: 'custom', path: [index, 'name'], message });
      }
      seen.set(name.toUpperCase(), name);
    }
    if (count <= most) return;
    const message = `holds ${count} secrets, and the target takes ${most}`;
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
      .describe('The repository on the target. Default: its name as the target takes it.'),
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
            const message = `another environment is called ${environment}, in whatever case`;
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
        .describe('Which repositories of the organization may use it.'),
      repositories: z
        .array(text)
        .nullish()
        .describe('With visibility selected: their names on the source.'),
    })
    .superRefine(({ visibility, repositories }, context) => {
      const isSelected = visibility === 'selected';
      if (isSelected === (repositories ?? []).length > 0) return;
      const message = isSelected
        ? 'visibility selected needs repositories'
        : `visibility ${visibility} takes no repositories: they go with selected`;
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
      .describe('By the name on the source.'),
  });
}

export type ManifestFile = z.infer<ReturnType<typeof manifestSchema>>;
