import { join } from 'node:path';
import type { PullRequestRecords } from '../../../archive/records/record-types.ts';
import { archiveAddresses } from '../../../archive/write/addresses.ts';
import { createArchiveWriter } from '../../../archive/write/archive-writer.ts';
import { writeRepository } from '../../../archive/write/write-repository.ts';
import {
  type ArchiveAttachments,
  archiveAttachments,
  attachmentRecords,
} from '../../desired/archive/archive-attachments.ts';
import { keepRecordsApart } from '../../desired/archive/github/keep-records-apart.ts';
import { renderRecords } from '../../desired/archive/github/render-records.ts';
import {
  archiveNames,
  organizationRecord,
  repositoryRecord,
} from '../../desired/archive/github/repository-records.ts';
import { sentByRecords } from '../../desired/archive/github/sent-by-records.ts';
import { createLogins } from '../../desired/archive/logins.ts';
import { expectImport } from '../../desired/archive/sent-pull-request.ts';
import type { OpenEmitter } from './emitter.ts';

/** Writes records of GitHub's own format, and the history as a bare repository. */
export const openGithubEmitter: OpenEmitter = async (context, place) => {
  const { path, folder, refs, defaultBranch } = place;
  const names = archiveNames(context.sourceName);
  const addresses = archiveAddresses({ host: context.source.webUrl, ...names });
  const { owner } = addresses;
  const logins = createLogins(addresses, names.owner);
  const source = context.sourceRepository;
  const writer = await createArchiveWriter(path);
  await writer.add('organizations', [organizationRecord(addresses, names)]);
  await writer.add('repositories', [repositoryRecord({ addresses, names, source, defaultBranch })]);
  const heads = new Map<string, string>();
  const written = new Set<string>();
  let files: ArchiveAttachments['files'] = new Map();
  return {
    people: logins.people,
    abandon: writer.abandon,
    attachments(beginning) {
      const attachments = archiveAttachments(beginning, folder);
      ({ files } = attachments);
      return attachments;
    },
    async add({ number, rendering, head, notes: notesBefore, asRead }) {
      const rendered = renderRecords({ ...rendering, addresses, logins });
      const { records, notes: ownNotes } = context.learned.losesSameSecond
        ? keepRecordsApart(rendered)
        : { records: rendered, notes: [] };
      const notes = [...notesBefore, ...ownNotes];
      heads.set(`refs/pull/${number}/head`, head);
      for (const kind of kinds) await writer.add(kind, records[kind]);
      await writer.add('attachments', attachmentRecords(records, { files, owner }));
      const { issue_comments, pull_request_review_comments } = records;
      const comments = issue_comments.length + pull_request_review_comments.length;
      const sent = sentByRecords({ records, notes, asRead });
      return { comments, notes, expected: sent === null ? null : expectImport(sent) };
    },
    async addFiles() {
      for (const { path: inside } of files.values()) {
        if (written.has(inside)) continue;
        written.add(inside);
        await writer.addFile(inside, join(folder, inside));
      }
    },
    async finish() {
      await writer.add('users', logins.records());
      await writeRepository({
        ...{ mirror: context.mirror, writer, defaultBranch },
        refs: new Map([...refs, ...heads]),
        ...{ owner: names.owner, name: names.repository, folder: join(folder, 'repository') },
      });
      return writer.finish();
    },
  };
};

const kinds: readonly (keyof PullRequestRecords)[] = [
  'pull_requests',
  'issue_comments',
  'issue_events',
  'pull_request_reviews',
  'pull_request_review_threads',
  'pull_request_review_comments',
];
