import { resourceName } from './addresses.ts';
import type { Block, Expression } from './hcl.ts';

/** Something on GitHub that Terraform manages. */
export interface Resource {
  /** `github_team` */
  readonly kind: string;
  /** Parts of its name. */
  readonly named: readonly string[];
  /** The id that the provider imports it by. */
  readonly id: string;
  readonly comment?: Block['comment'];
  readonly attributes: NonNullable<Block['attributes']>;
  readonly blocks?: NonNullable<Block['blocks']>;
  /** Attributes that people or other tools may change. */
  readonly unmanaged?: readonly string[];
}

/** A resource with the block that imports it. Pure. */
export function resourceBlocks(resource: Resource): readonly Block[] {
  const { kind, named, id, attributes, blocks = [], unmanaged = [] } = resource;
  const name = resourceName(...named);
  const keep: Block = {
    type: 'lifecycle',
    attributes: {
      prevent_destroy: kind === 'github_repository' ? true : undefined,
      ignore_changes:
        unmanaged.length === 0 ? undefined : unmanaged.map((expression) => ({ expression })),
    },
  };
  const hasRules = Object.values(keep.attributes ?? {}).some((value) => value !== undefined);
  return [
    {
      type: 'import',
      ...(resource.comment === undefined ? {} : { comment: resource.comment }),
      attributes: { to: { expression: `${kind}.${name}` }, id },
    },
    {
      type: 'resource',
      labels: [kind, name],
      attributes,
      blocks: [...blocks, ...(hasRules ? [keep] : [])],
    },
  ];
}

/** Refers to an attribute of a resource. Pure. */
export function attributeOf(kind: string, named: readonly string[], attribute: string): Expression {
  return { expression: `${kind}.${resourceName(...named)}.${attribute}` };
}
