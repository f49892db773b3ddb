import { Ajv2020 } from 'ajv/dist/2020.js';
import { outputSchema } from '../../scripts/outputs/output-schema.ts';

const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
const schema = outputSchema({ isStrict: true });
ajv.addSchema(schema, 'output');

/** Lines of --json that assets/output.schema.json does not describe, each with what is wrong. Documents with a `version` alone have schemas of their own. */
export function undocumented(stdout: string): readonly string[] {
  return stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .flatMap((line) => {
      const data = JSON.parse(line) as { type?: string };
      const names = Object.entries(schema.$defs as Readonly<Record<string, Shape>>)
        .filter(([, shape]) => shape.properties.type?.const === data.type)
        .map(([name]) => name);
      if (names.length === 0) return [`${data.type}: unknown type`];
      const problems = names.map((name) => problemsOf(name, data));
      return problems.some((one) => one.length === 0) ? [] : problems.flat();
    });
}

interface Shape {
  readonly properties: { readonly type?: { readonly const?: string } };
}

function problemsOf(name: string, data: unknown): readonly string[] {
  const validate = ajv.getSchema(`output#/$defs/${name}`);
  if (validate === undefined) throw new Error(name);
  if (validate(data)) return [];
  return (validate.errors ?? []).map(({ instancePath, message, params }) =>
    `${name}${instancePath} ${message} ${JSON.stringify(params)}`.replace(/\/\d+/g, '/n'),
  );
}
