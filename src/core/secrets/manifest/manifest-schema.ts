import * as z from 'zod';
import {
  normalizeSecretName,
  secretLimits,
  secretNameChangeText,
} from '../../hosts/github/secrets/secret-name.ts';

const text = z.string().min(1).max(255);

const name = text
  .superRefine((value, context) => {
    const { target, changes } = normalizeSecretName(value);
    if (changes.length === 0) return;
    const reason = secretNameChangeText(changes);
    context.addIssue({
      code: 'custom',
      message: `the target does not take the name ${value}: ${reason} (${target} would do)`,
    });
  })
  .describe('The name on the target.');

const source = z
  .enum(['repository', 'workspace', 'deployment'])
  .optional()
  .describe('The level of the variable on the source that its value is to come from.');

const common = {
  name,
  source_name: text.optional().describe('The name on the source, where that is another one.'),
  skip: z.boolean().optional().describe('Left out, and kept out by --merge.'),
};

interface Named {
  readonly name: string;
  readonly skip?: boolean | undefined;
}

/** What is made twice, and what is more than the target takes. */
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

const repositorySchema = z.strictObject({
  target: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe('The repository on the target. Default: its name as the target takes it.'),
  secrets: z
    .array(z.strictObject({ ...common, source }))
    .nullish()
    .superRefine(checkList(secretLimits.ofRepository)),
  environments: z
    .record(
      text,
      z
        .array(z.strictObject({ ...common, source }))
        .nullable()
        .superRefine(checkList(secretLimits.ofEnvironment)),
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

const organizationSecretSchema = z
  .strictObject({
    ...common,
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

/** The manifest of secrets, as people edit it. */
export const manifestSchema = z.strictObject({
  organization_secrets: z
    .array(organizationSecretSchema)
    .nullish()
    .superRefine(checkList(secretLimits.ofOrganization)),
  repositories: z
    .record(text, repositorySchema.nullable())
    .nullish()
    .describe('By the name on the source.'),
});

export type ManifestFile = z.infer<typeof manifestSchema>;
