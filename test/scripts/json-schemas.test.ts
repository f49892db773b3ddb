import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { fileSchemas } from '../../scripts/json-schemas.ts';

const assets = new URL('../../assets/', import.meta.url);

describe('the JSON Schemas in assets/', () => {
  it.each(Object.entries(fileSchemas()))('%s is what the program reads by', (name, schema) => {
    const text = readFileSync(new URL(`${name}.schema.json`, assets), 'utf8');
    expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(schema)));
  });

  it('accept a plan and name what is wrong in another', () => {
    const validate = new Ajv2020({ strict: false }).compile(fileSchemas().plan as object);
    const plan = {
      version: 1,
      source: { kind: 'bitbucket-cloud', workspace: 'acme' },
      target: { organization: 'acme' },
      repositories: [{ source: 'api', target: 'api' }],
    };
    expect(validate(plan)).toBe(true);
    expect(validate({ ...plan, repositorys: [] })).toBe(false);
  });
});
