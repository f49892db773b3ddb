import { describe, expect, it } from 'vitest';
import type { SmallArchive } from '../../../core/archive/small-archive.ts';
import { askGithub } from '../../helpers/rest.ts';
import { type Authored, at, first, honest, importerForFile } from './import-changed.ts';

const place = importerForFile();
const { importChanged } = place;

describe('switches', () => {
  const thread = (fields: object) => (archive: SmallArchive) => {
    Object.assign(first(archive, 'pull_request_review_threads'), fields);
  };

  it('decide whether an outdated thread stays one', async () => {
    const change = (archive: SmallArchive) => {
      for (const kind of ['pull_request_review_threads', 'pull_request_review_comments'])
        Object.assign(first(archive, kind), { position: null });
      Object.assign(first(archive, 'pull_request_review_threads'), { outdated: true, line: null });
    };
    const lost = await importChanged(change);
    expect(await lost.read('/pulls/1/comments')).toEqual([]);
    expect(await lost.read('/issues/1/comments')).toMatchObject([{ body: 'In words?' }]);
    Object.assign(place.rules(), honest);
    const kept = await importChanged(change);
    expect(await kept.read('/pulls/1/comments')).toMatchObject([{ line: null, original_line: 12 }]);
  });

  it.each([true, false])('decide about the left side: %s', async (honoursLeftSide) => {
    place.rules().honoursLeftSide = honoursLeftSide;
    const { read } = await importChanged(thread({ side: 'left' }));
    expect(await read('/pulls/1/comments')).toMatchObject([
      { side: honoursLeftSide ? 'LEFT' : 'RIGHT' },
    ]);
  });

  it.each([true, false])('decide about drafts and requests for reviews: %s', async (isKept) => {
    Object.assign(place.rules(), { honoursDrafts: isKept, honoursReviewRequests: isKept });
    const { read } = await importChanged((archive) => {
      const reviewer = 'https://bitbucket.org/grace';
      const request = { reviewer, reviewer_type: 'User', created_at: at(2), dismissed_at: null };
      Object.assign(first(archive, 'pull_requests'), {
        ...{ work_in_progress: true, merged_at: null, closed_at: null },
        ...{ review_requests: [request], merge_commit_sha: null },
      });
      archive.records.issue_events = [];
    });
    const [pull] = await read<{ requested_reviewers: unknown[] }>('/pulls/1');
    expect(pull).toMatchObject({ state: 'open', draft: isKept });
    expect(pull?.requested_reviewers).toHaveLength(isKept ? 1 : 0);
  });

  it.each([true, false])('decide about people without a record: %s', async (isTaken) => {
    place.rules().takesUnknownPeople = isTaken;
    const { read } = await importChanged((archive) => {
      Object.assign(first(archive, 'pull_requests'), { user: 'https://bitbucket.org/nobody' });
    });
    const [pull] = await read<Partial<Authored>>('/pulls/1');
    expect(pull?.user?.login).toBe(isTaken ? 'ghost' : undefined);
  });

  it.each([true, false])('decide about resolved threads: %s', async (honoursResolved) => {
    place.rules().honoursResolved = honoursResolved;
    const resolved = { resolved_at: at(9), resolver: 'https://bitbucket.org/ada' };
    const { repository } = await importChanged(thread(resolved));
    const query = `{ repository(owner: "acme", name: "${repository}") { pullRequest(number: 1) {
      reviewThreads(first: 1) { nodes { isResolved } } } } }`;
    const { body } = await askGithub(place.sandbox(), 'POST', '/graphql', { query });
    expect(JSON.stringify(body)).toContain(`"isResolved":${honoursResolved}`);
  });

  it('decide about each kind of event in the history', async () => {
    place.rules().honouredEvents = ['merged', 'renamed'];
    const change = (archive: SmallArchive) => {
      const [event = {}] = archive.records.issue_events ?? [];
      const url = `${String(event.url)}0`;
      const renamed = { event: 'renamed', title_was: 'A', title_is: 'B', commit_id: null };
      archive.records.issue_events?.push({ ...event, ...renamed, url });
    };
    const { repository } = await importChanged(change);
    const query = `{ repository(owner: "acme", name: "${repository}") { pullRequest(number: 1) {
      timelineItems(first: 9, itemTypes: [RENAMED_TITLE_EVENT, CLOSED_EVENT, MERGED_EVENT]) {
        totalCount nodes { __typename ... on MergedEvent { commit { oid } actor { login } } } } } } }`;
    const { body } = await askGithub(place.sandbox(), 'POST', '/graphql', { query });
    expect(body).toMatchObject({
      data: {
        repository: {
          pullRequest: {
            timelineItems: {
              totalCount: 2,
              nodes: [
                {
                  __typename: 'MergedEvent',
                  commit: { oid: expect.stringMatching(/^[\da-f]{40}$/) },
                },
                { __typename: 'RenamedTitleEvent' },
              ],
            },
          },
        },
      },
    });
  });

  it.each([true, false])('decide about several lines: %s', async (honoursRanges) => {
    place.rules().honoursRanges = honoursRanges;
    const { read } = await importChanged(thread({ original_start_line: 10, start_line: 10 }));
    expect(await read('/pulls/1/comments')).toMatchObject([
      { line: 12, start_line: honoursRanges ? 10 : null },
    ]);
  });

  it.each([true, false])('decide about comments on files: %s', async (honoursFileLevel) => {
    place.rules().honoursFileLevel = honoursFileLevel;
    const { read } = await importChanged((archive) => {
      for (const kind of ['pull_request_review_threads', 'pull_request_review_comments'])
        Object.assign(first(archive, kind), { subject_type: 'file' });
    });
    expect(await read('/pulls/1/comments')).toMatchObject([
      { subject_type: honoursFileLevel ? 'file' : 'line', line: honoursFileLevel ? null : 1 },
    ]);
  });

  it.each([true, false])('decide about gaps between numbers: %s', async (keepsNumberGaps) => {
    place.rules().keepsNumberGaps = keepsNumberGaps;
    const { read } = await importChanged((archive) => {
      const { records } = archive;
      const text = JSON.stringify(records).replaceAll('/pull/1', '/pull/7');
      Object.assign(records, JSON.parse(text));
    });
    const number = keepsNumberGaps ? 7 : 1;
    expect(await read(`/pulls/${number}`)).toMatchObject([{ number, merged: true }]);
    expect(await read(`/issues/${number + 1}`)).toMatchObject([{ title: 'Migration Log' }]);
  });
});
