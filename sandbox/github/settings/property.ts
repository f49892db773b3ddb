export type PropertyValue = string | readonly string[] | null;

export interface PropertyDefinition {
  readonly name: string;
  readonly type: 'string' | 'single_select' | 'multi_select' | 'true_false' | 'url';
  readonly required: boolean;
  readonly defaultValue: PropertyValue;
  readonly description: string | null;
  readonly allowedValues: readonly string[] | null;
}
