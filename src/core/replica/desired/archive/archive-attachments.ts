import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PullRequestRecords } from '../../../archive/records/record-types.ts';
import type { Attachments, Beginning } from '../../context/pull-requests/pull-request-context.ts';
import { readAttachment } from '../read/read-attachment.ts';

/** A file that an archive holds, by the address that texts have for it. */
interface ArchivedFile {
  /** In the archive, and below the folder. */
  readonly path: string;
  readonly name: string;
}

export interface ArchiveAttachments extends Attachments {
  /** By the address that stands in texts. */
  readonly files: ReadonlyMap<string, ArchivedFile>;
}

/**
 * Files of texts, for the archive: each once, under a hash of what it holds. In texts they have the form of GitHub's own
 * addresses, which the importer replaces.
 * @param folder private: they are kept there until they are in the archive
 */
export function archiveAttachments(context: Beginning, folder: string): ArchiveAttachments {
  const known = new Map<string, string | null>();
  const files = new Map<string, ArchivedFile>();
  return {
    files,
    async bring(addresses) {
      for (const address of addresses) {
        if (known.has(address)) continue;
        context.stopIfDraining();
        const file = await readAttachment(context, address);
        if (file === null) {
          known.set(address, null);
          continue;
        }
        const id = uuidOf(file.path);
        const url = `https://github.com/user-attachments/assets/${id}`;
        const path = `attachments/${id}/${file.path}`;
        known.set(address, url);
        if (files.has(url)) continue;
        await mkdir(join(folder, 'attachments', id), { recursive: true, mode: 0o700 });
        await writeFile(join(folder, path), file.content, { mode: 0o600 });
        files.set(url, { path, name: file.path });
      }
      return known;
    },
    async push() {},
    find: async () => 'none',
  };
}

/** @param hash begins with 40 hexadecimal digits */
function uuidOf(hash: string): string {
  const parts = [hash.slice(0, 8), hash.slice(8, 12), hash.slice(12, 16), hash.slice(16, 20)];
  return [...parts, hash.slice(20, 32)].join('-');
}

/**
 * Records of the files that the texts of a pull request name: one for each text. Pure.
 * @param owner address of who stands for an author without an account
 */
export function attachmentRecords(
  records: PullRequestRecords,
  { files, owner }: Pick<ArchiveAttachments, 'files'> & { readonly owner: string },
): readonly object[] {
  if (files.size === 0) return [];
  return parents.flatMap(([kind, parent]) =>
    records[kind].flatMap(({ url: of, user, body, created_at }) =>
      namedIn(body ?? '').flatMap((url) => {
        const file = files.get(url);
        if (file === undefined) return [];
        return {
          type: 'attachment',
          url,
          [parent]: of,
          user: user ?? owner,
          asset_name: file.name,
          asset_content_type: contentType(file.name),
          asset_url: `tarball://root/${file.path}`,
          created_at,
        };
      }),
    ),
  );
}

const parents = [
  ['pull_requests', 'pull_request'],
  ['issue_comments', 'issue_comment'],
  ['pull_request_reviews', 'pull_request_review'],
  ['pull_request_review_comments', 'pull_request_review_comment'],
] as const;

function namedIn(body: string): readonly string[] {
  const found = body.match(/https:\/\/github\.com\/user-attachments\/assets\/[0-9a-f-]{36}/g);
  return [...new Set(found ?? [])];
}

const types: Readonly<Record<string, string>> = {
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  webp: 'image/webp',
  zip: 'application/zip',
};

function contentType(name: string): string {
  return types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
}
