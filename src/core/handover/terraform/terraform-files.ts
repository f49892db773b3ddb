import type { Exported } from './exported.ts';
import { type Block, hclText } from './hcl.ts';
import { type Resource, resourceBlocks } from './resource.ts';
import { repositoryResources, teamResources } from './resources.ts';
import { rulesetResource } from './rulesets.ts';

/** A file of an export. */
export interface TerraformFile {
  readonly name: string;
  readonly purpose: string;
  readonly text: string;
  /** How many things it imports. */
  readonly resources: number;
}

/** Writes what a migration made on GitHub as Terraform configuration that imports it. Pure. */
export function terraformFiles(exported: Exported): readonly TerraformFile[] {
  const { teams, repositories, rulesets } = exported;
  const teamIds = new Map(teams.map(({ name, id }) => [name, id]));
  const parts = [
    ['teams.tf', 'teams and their members', teams.flatMap(teamResources)],
    [
      'repositories.tf',
      'repositories, access, autolinks and environments',
      repositories.flatMap((one) => repositoryResources(one, teamIds)),
    ],
    [
      'rulesets.tf',
      'branch and tag rules',
      [
        ...rulesets.map((one) => rulesetResource(one, null)),
        ...repositories.flatMap(({ name, rulesets: own }) =>
          own.map((one) => rulesetResource(one, name)),
        ),
      ],
    ],
  ] as const satisfies readonly (readonly [string, string, readonly Resource[]])[];
  return [
    {
      ...{ name: 'main.tf', purpose: 'the provider and its version', resources: 0 },
      text: hclText(providerBlocks(exported)),
    },
    ...parts
      .filter(([, , resources]) => resources.length > 0)
      .map(([name, purpose, resources]) => ({
        ...{ name, purpose, resources: resources.length },
        text: hclText(resources.flatMap(resourceBlocks)),
      })),
  ];
}

/** Import blocks need Terraform 1.5. The token comes from GITHUB_TOKEN: no file holds it. */
function providerBlocks({ organization, baseUrl }: Exported): readonly Block[] {
  return [
    {
      type: 'terraform',
      attributes: { required_version: '>= 1.5' },
      blocks: [
        {
          type: 'required_providers',
          attributes: {
            github: { expression: '{ source = "integrations/github", version = "~> 6.0" }' },
          },
        },
      ],
    },
    {
      type: 'provider',
      labels: ['github'],
      comment: ['Set GITHUB_TOKEN, then run: terraform init && terraform plan'],
      attributes: { owner: organization, base_url: baseUrl ?? undefined },
    },
  ];
}
