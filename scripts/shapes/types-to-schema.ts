import { parseSync, type TSType, type TSTypeLiteral } from 'oxc-parser';

export type Schema = Readonly<Record<string, unknown>>;

/** The text of a type that is named elsewhere in the same description. */
export type SourceOf = (kind: 'schemas' | 'operations', name: string) => string;

/**
 * JSON Schema from a type as openapi-typescript writes it. Fields that a type does not name are refused, although the
 * descriptions of Cloud leave most objects open: what nobody has described is to be looked at by somebody.
 * @param way which member of which member is wanted; `null` is the answer where there is none
 */
export function toSchema(text: string, way: readonly string[], sourceOf: SourceOf): Schema | null {
  const context: Context = { sourceOf, definitions: {} };
  const found = descend(parse(text), way, context);
  if (found === null) return null;
  const schema = convert(found, context);
  return { ...schema, definitions: context.definitions };
}

/** Names of the members of a type, such as the statuses of an operation; none where there is no such type. */
export function memberNames(text: string, way: readonly string[], sourceOf: SourceOf): string[] {
  const found = descend(parse(text), way, { sourceOf, definitions: {} });
  return found?.type === 'TSTypeLiteral' ? membersOf(found).map(({ name }) => name) : [];
}

interface Context {
  readonly sourceOf: SourceOf;
  readonly definitions: Record<string, Schema>;
}

function parse(text: string): TSType {
  const { program } = parseSync('description.d.ts', `type T = ${text};`);
  const [statement] = program.body;
  if (statement?.type !== 'TSTypeAliasDeclaration')
    throw new Error(`No type: ${text.slice(0, 80)}`);
  return statement.typeAnnotation;
}

function descend(type: TSType, way: readonly string[], context: Context): TSType | null {
  const [name, ...rest] = way;
  if (name === undefined) return type;
  if (type.type === 'TSIndexedAccessType') {
    return descend(parse(context.sourceOf('operations', nameOf(type))), way, context);
  }
  if (type.type !== 'TSTypeLiteral') return null;
  const found = membersOf(type).find((one) => one.name === name);
  return found === undefined ? null : descend(found.type, rest, context);
}

function membersOf(type: TSTypeLiteral) {
  return type.members.flatMap((one) => {
    if (one.type !== 'TSPropertySignature' || one.typeAnnotation === null) return [];
    const { key } = one;
    const name =
      key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : null;
    if (name === null) return [];
    return [{ name, optional: one.optional, type: one.typeAnnotation.typeAnnotation }];
  });
}

/** `X` of `components["schemas"]["X"]` and of `operations["X"]`. */
function nameOf(type: TSType): string {
  const index = type.type === 'TSIndexedAccessType' ? type.indexType : type;
  if (index.type === 'TSLiteralType' && index.literal.type === 'Literal') {
    return String(index.literal.value);
  }
  throw new Error(`Not a name: ${index.type}`);
}

function convert(type: TSType, context: Context): Schema {
  switch (type.type) {
    case 'TSStringKeyword':
      return { type: 'string' };
    case 'TSNumberKeyword':
      return { type: 'number' };
    case 'TSBooleanKeyword':
      return { type: 'boolean' };
    case 'TSNullKeyword':
      return { type: 'null' };
    case 'TSUnknownKeyword':
      return {};
    case 'TSLiteralType':
      return { enum: [literalOf(type.literal)] };
    case 'TSUnionType':
      return unionSchema(type.types.map((one) => convert(one, context)));
    case 'TSArrayType':
      return { type: 'array', items: convert(type.elementType, context) };
    case 'TSTypeOperator':
    case 'TSParenthesizedType':
      return convert(type.typeAnnotation as TSType, context);
    case 'TSIndexedAccessType':
      return reference(nameOf(type), context);
    case 'TSTypeReference':
    case 'TSTypeLiteral':
    case 'TSIntersectionType':
      return objectSchema(type, context);
    default:
      throw new Error(`The converter does not know ${type.type}`);
  }
}

/** Of constants alone it is a list of values. */
function unionSchema(parts: readonly Schema[]): Schema {
  const values = parts.map(({ enum: one }) => one);
  return values.every(Array.isArray) ? { enum: values.flat() } : { anyOf: parts };
}

function literalOf(literal: { readonly type: string }): unknown {
  if ('value' in literal) return literal.value;
  throw new Error(`Not a literal: ${literal.type}`);
}

function reference(name: string, context: Context): Schema {
  const { definitions, sourceOf } = context;
  if (!Object.hasOwn(definitions, name)) {
    // Named before it is made: types name themselves.
    definitions[name] = {};
    definitions[name] = convert(parse(sourceOf('schemas', name)), context);
  }
  return { $ref: `#/definitions/${name.replaceAll('~', '~0').replaceAll('/', '~1')}` };
}

interface Fields {
  readonly properties: Readonly<Record<string, Schema>>;
  readonly required: readonly string[];
  /** Keys of any name, as in a list of links. */
  readonly isOpen: boolean;
}

const nothing: Fields = { properties: {}, required: [], isOpen: false };

function objectSchema(type: TSType, context: Context): Schema {
  const { properties, required, isOpen } = fieldsOf(type, context);
  const isMap = isOpen && Object.keys(properties).length === 0;
  return { type: 'object', properties, required, additionalProperties: isMap };
}

/** Of all parts of an intersection together. */
function fieldsOf(type: TSType, context: Context): Fields {
  switch (type.type) {
    case 'TSParenthesizedType':
      return fieldsOf(type.typeAnnotation, context);
    case 'TSIntersectionType':
      return type.types.map((one) => fieldsOf(one, context)).reduce(merge, nothing);
    case 'TSIndexedAccessType':
      return fieldsOf(parse(context.sourceOf('schemas', nameOf(type))), context);
    case 'TSTypeReference':
      return fieldsOfReference(type, context);
    case 'TSTypeLiteral':
      return membersOf(type).reduce<Fields>(
        (all, { name, optional, type: inner }) =>
          merge(all, {
            properties: { [name]: convert(inner, context) },
            required: optional ? [] : [name],
            isOpen: false,
          }),
        nothing,
      );
    default:
      throw new Error(`No object: ${type.type}`);
  }
}

/** `Readonly<Record<string, unknown>>`, or `Omit<T, "type">`. */
function fieldsOfReference(
  type: Extract<TSType, { type: 'TSTypeReference' }>,
  context: Context,
): Fields {
  const name = type.typeName.type === 'Identifier' ? type.typeName.name : '';
  const [first, second] = type.typeArguments?.params ?? [];
  if (name === 'Record') return { ...nothing, isOpen: true };
  if (name === 'Readonly' && first !== undefined) return fieldsOf(first, context);
  if (name !== 'Omit' || first === undefined || second === undefined) {
    throw new Error(`The converter does not know ${name}`);
  }
  const omitted = nameOf(second);
  const { properties, required, isOpen } = fieldsOf(first, context);
  const { [omitted]: _, ...rest } = properties;
  return { properties: rest, required: required.filter((one) => one !== omitted), isOpen };
}

function merge(a: Fields, b: Fields): Fields {
  return {
    properties: { ...a.properties, ...b.properties },
    required: [...a.required, ...b.required],
    isOpen: a.isOpen || b.isOpen,
  };
}
