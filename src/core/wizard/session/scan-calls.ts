import { join } from 'node:path';
import { fileRecords } from '../../discovery/deep-scan/deep-records.ts';
import { deepScan } from '../../discovery/deep-scan/deep-scan.ts';
import { isComplete, newScan } from '../../discovery/deep-scan/repository-scan.ts';
import { scanCost } from '../../discovery/deep-scan/scan-cost.ts';
import { findLargeFiles } from '../../discovery/large-files/find-large-files.ts';
import { findPipelines, type PipelinesFound } from '../../discovery/pipelines/find-pipelines.ts';
import { findSettings, withGroupsFile } from '../../discovery/settings/find-settings.ts';
import { readGroupsFile } from '../../discovery/settings/groups-file.ts';
import { readingRequests } from '../../discovery/settings/reading-requests.ts';
import type { Program } from '../../kernel/program.ts';
import { sourceTraits } from '../../ports/records/source-traits.ts';
import { discoveryFolder, stateFolder } from '../../state/state-folder.ts';
import type { WizardSession } from './session.ts';
import type { SessionApp } from './session-app.ts';

/** Settings of the source, and what reading them costs. */
export function createSettingsScan(
  { app, source }: SessionApp,
  program: Program,
): Pick<WizardSession, 'settingsCost' | 'readSettings'> {
  let last: (Awaited<ReturnType<typeof read>> & { slugs: string; workspace: string }) | null = null;
  async function read(
    scope: Pick<Parameters<typeof findSettings>[0], 'workspace' | 'repositories'>,
    signal: AbortSignal,
  ) {
    const { events } = await app();
    const notes: string[] = [];
    const found = await findSettings({
      ...scope,
      source: await source(),
      folder: discoveryFolder(stateFolder(program)),
      fresh: false,
      clock: program.clock,
      emit: events.emit,
      signal,
      drain: signal,
      say: (line) => void notes.push(line.replace(/^warning +/, '')),
    });
    const unread = found.failed.map(({ slug, error }) => `${slug}: ${error.message}`);
    return { found, notes: [...notes, ...unread] };
  }
  return {
    async settingsCost({ repositories }) {
      const { parts } = (await source()).settings;
      const projects = new Set(repositories.map(({ project }) => project?.key ?? '')).size;
      return readingRequests(parts, { repositories: repositories.length, projects });
    },
    async readSettings({ groupsFile, signal, ...scope }) {
      const members = groupsFile === '' ? new Map() : await readGroupsFile(groupsFile);
      const slugs = scope.repositories.map(({ slug }) => slug).join();
      if (last?.slugs !== slugs || last.workspace !== scope.workspace) {
        last = { ...(await read(scope, signal)), slugs, workspace: scope.workspace };
      }
      const { found, notes } = last;
      const more: string[] = [];
      const groups = withGroupsFile(found.groups, members, {
        hostname: (await source()).hostname,
        how: 'a group list in the options',
        say: (line) => void more.push(line.replace(/^warning +/, '')),
      });
      return { ...found, groups, notes: [...notes, ...more] };
    },
  };
}

/** Counts pull requests and looks for LFS; reuses the results of earlier scans. */
export function createDeepScan(
  { app, source }: SessionApp,
  program: Program,
): Pick<WizardSession, 'deepScanCost' | 'deepScan'> {
  const records = () =>
    fileRecords({ folder: discoveryFolder(stateFolder(program)), fresh: false });
  return {
    async deepScanCost({ workspace, repositories }) {
      const stored = records();
      const scans = await Promise.all(
        repositories.map(async (one) => newScan(one, await stored.read({ workspace, ...one }))),
      );
      const unfinished = scans.filter((scan) => !isComplete(scan, false));
      const cost = scanCost({ scans: unfinished, listings: new Map(), withPeople: false });
      return sourceTraits[(await source()).kind].isUnlimited
        ? { ...cost, isUnlimited: true }
        : cost;
    },
    async deepScan({ workspace, repositories, signal }) {
      const { events } = await app();
      return deepScan({
        source: await source(),
        workspace,
        repositories,
        withPeople: false,
        records: records(),
        clock: program.clock,
        emit: events.emit,
        signal,
        drain: signal,
      });
    },
  };
}

/** Figures of rewrites, one repository after the other; reuses the results of earlier scans. */
export function createLargeFilesScan(
  { app }: Pick<SessionApp, 'app'>,
  program: Program,
): Pick<WizardSession, 'findLargeFiles'> {
  const folder = discoveryFolder(stateFolder(program));
  return {
    async findLargeFiles({ signal, ...scope }) {
      const tools = await app();
      return findLargeFiles({
        ...{ ...scope, signal, drain: signal },
        source: tools.source({ usesGit: true }),
        git: await tools.openGit(),
        records: fileRecords({ folder, fresh: false }),
        folder: join(folder, 'mirrors'),
        onProgress: () => {},
      });
    },
  };
}

/** Pipeline files of the source; the same repositories are read once. */
export function createPipelinesScan(
  { app, source }: SessionApp,
  program: Program,
): Pick<WizardSession, 'readPipelines'> {
  let last: { readonly found: PipelinesFound; readonly key: string } | null = null;
  return {
    async readPipelines({ workspace, repositories, signal }) {
      const key = JSON.stringify([workspace, ...repositories.map(({ slug }) => slug)]);
      if (last?.key === key) return last.found;
      const { events } = await app();
      const found = await findPipelines({
        ...{ workspace, repositories, signal, drain: signal, fresh: false },
        source: await source(),
        folder: discoveryFolder(stateFolder(program)),
        clock: program.clock,
        say: (message) =>
          events.emit({ type: 'preflight-note', message: message.replace(/^warning +/, '') }),
      });
      if (found.failed.length === 0) last = { found, key };
      return found;
    },
  };
}
