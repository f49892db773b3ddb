import { describe, expect, it } from 'vitest';
import { uploadLocation } from '../../../../../src/core/hosts/github/importer/upload-location.ts';

const at = { base: 'https://uploads.github.com', organization: 42 };
const path = '/organizations/42/gei/archive/blobs/uploads';

describe('uploadLocation', () => {
  it('takes the path that GitHub sends, with its query', () => {
    expect(uploadLocation(`${path}?part_number=2&guid=g&upload_id=u`, at)).toBe(
      `${path}?part_number=2&guid=g&upload_id=u`,
    );
  });

  it('takes the same as a whole address', () => {
    expect(uploadLocation(`https://uploads.github.com${path}?part_number=1`, at)).toBe(
      `${path}?part_number=1`,
    );
  });

  it.each([
    ['another host', `https://uploads.github.com.evil.example${path}`],
    ['another scheme', `http://uploads.github.com${path}`],
    ['another port', `https://uploads.github.com:444${path}`],
    ['a host without a scheme', `//evil.example${path}`],
    ['backslashes', `\\\\evil.example${path}`],
    ['a user name', `https://me@uploads.github.com${path}`],
    ['another organization', '/organizations/43/gei/archive/blobs/uploads?part_number=1'],
    ['a way out', `${path}/../../../../organizations/43/gei/archive`],
    ['another place', '/user'],
    ['nothing', undefined],
    ['endless text', `${path}?${'x'.repeat(5000)}`],
  ])('refuses %s', (_, location) => {
    expect(() => uploadLocation(location, at)).toThrow(/not followed/);
  });

  it('knows an address for uploads that has a path', () => {
    const below = { ...at, base: 'https://proxy.example/uploads' };
    expect(uploadLocation(`/uploads${path}?part_number=1`, below)).toBe(`${path}?part_number=1`);
    expect(uploadLocation(`${path}?part_number=1`, below)).toBe(`${path}?part_number=1`);
  });
});
