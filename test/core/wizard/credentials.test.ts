import { describe, expect, it } from 'vitest';
import { type SelectedCredentials, withSelected } from '../../../src/core/wizard/credentials.ts';

const nothing: SelectedCredentials = {
  typed: {},
  sourceVariables: [],
  tokenVariable: null,
  usesEnterprise: true,
};
const ofApiToken = ['SRC_USERNAME', 'SRC_API_TOKEN'] as const;

describe('withSelected', () => {
  const environment = { PATH: '/bin', SRC_USERNAME: 'jane', SRC_API_TOKEN: 'old', DST_TOKEN: 'd' };

  it('puts typed values in place of those of the environment', () => {
    const selected = { ...nothing, sourceVariables: ofApiToken };
    expect(withSelected(environment, { ...selected, typed: { SRC_API_TOKEN: 'new' } })).toEqual({
      ...environment,
      SRC_API_TOKEN: 'new',
    });
    expect(withSelected(environment, selected)).toEqual(environment);
  });

  it('drops the credentials of other kinds, and the address of a Data Center with them', () => {
    const both = { ...environment, SRC_TOKEN: 't', SRC_DATA_CENTER_URL: 'https://dc.example' };
    expect(withSelected(both, { ...nothing, sourceVariables: ofApiToken })).toEqual(environment);
    const ofDataCenter = ['SRC_TOKEN', 'SRC_DATA_CENTER_URL'] as const;
    expect(withSelected(both, { ...nothing, sourceVariables: ofDataCenter })).toEqual({
      PATH: '/bin',
      DST_TOKEN: 'd',
      SRC_TOKEN: 't',
      SRC_DATA_CENTER_URL: 'https://dc.example',
    });
  });

  it('drops an Enterprise Server that was not selected, so that no token goes there', () => {
    const server = { ...environment, DST_ENTERPRISE_URL: 'https://ghe.example' };
    expect(withSelected(server, { ...nothing, usesEnterprise: false })).toEqual(environment);
    expect(withSelected(server, nothing)).toEqual(server);
  });

  it('takes the token of the target from another variable', () => {
    const gh = { ...environment, GH_TOKEN: 'of-gh' };
    expect(withSelected(gh, { ...nothing, tokenVariable: 'GH_TOKEN' }).DST_TOKEN).toBe('of-gh');
    expect(withSelected(gh, nothing).DST_TOKEN).toBe('d');
  });
});
