import { checkStructure } from './check/structure.ts';
import { accountFor, ancestorsOf, coverageOf } from './findings/coverage.ts';
import { byPlace, type Finding, Findings, type OutputPlace } from './findings/finding.ts';
import { ImportedFiles } from './imports/imported-files.ts';
import type { Imports } from './imports/imports-of.ts';
import type { ConvertOptions } from './jobs/conversion.ts';
import { manualEnvironmentOf, manualSwitch } from './jobs/deployment.ts';
import { planJobs } from './jobs/plan-jobs.ts';
import type { Pipeline, PipelineFile } from './model/pipeline.ts';
import { stepsOf } from './model/steps-of.ts';
import { parseFile } from './parse/parse-file.ts';
import { scheduledPipelines } from './schedules/scheduled-pipelines.ts';
import { type Refusal, readTree } from './tree/read-tree.ts';
import { placesOf } from './tree/tree.ts';
import { type ConvertedPipeline, convertPipeline } from './workflow/convert-pipeline.ts';
import type { Converted } from './workflow/converted.ts';
import { workflowPaths } from './workflow/file-names.ts';

export interface ConvertInput {
  readonly text: string;
  /** Of the input, for comments and messages. */
  readonly path: string;
  readonly options?: ConvertOptions;
  /** Files that it imports from; without them what it imports is lost. */
  readonly imports?: Imports;
}

export type Conversion = { readonly converted: Converted } | { readonly refusal: Refusal };

/** Converts a pipeline file to workflows, and grades each of its constructs; a refusal where it cannot be read. Pure. */
export function convertPipelines(input: ConvertInput): Conversion {
  const { text, path, options = {}, imports = new Map() } = input;
  const reading = readTree(text);
  if ('refusal' in reading) return reading;
  const findings = new Findings();
  for (const place of reading.duplicates) {
    findings.changed(place, 'Duplicate key: the last one is used', 'Remove one of them.');
  }
  const { anchors } = reading;
  const parsed = parseFile(reading.tree, {
    ...{ findings, anchors, imports: new ImportedFiles(imports) },
  });
  const { schedules = [], defaultBranch = null } = options;
  const scheduled = scheduledPipelines(parsed.pipelines, schedules, { findings, defaultBranch });
  const file = { ...parsed, pipelines: [...parsed.pipelines, ...scheduled] };
  const written = convertAll(file, { path, findings, options });
  const broken = written.flatMap(({ path: own, text: yaml }) => checkStructure(own, yaml));
  const [first] = broken;
  if (first !== undefined)
    return { refusal: { message: `A workflow would be invalid: ${first}`, line: null } };
  const outputs = outputPlaces(written);
  const imported = new Set(parsed.pipelines.flatMap((one) => one.imported ?? []));
  const own = [reading.tree, ...[...imported].map(({ tree }) => tree)].flatMap(placesOf);
  accountFor(own, findings, outputs);
  const all = findings.all
    .map((one): Finding => ({ ...one, output: outputOf(one.construct, outputs) }))
    .sort(byPlace);
  const accounted = new Set([...outputs.keys(), ...all.map(({ construct }) => construct)]);
  const around = [...imported].flatMap((one) => one.around);
  const places = [...own, ...around.filter((one) => accounted.has(one.path))];
  const steps = parsed.pipelines.flatMap(({ items }) => stepsOf(items)).map(({ place }) => place);
  return {
    converted: {
      workflows: written.map(({ path: own, text: yaml }) => ({ path: own, text: yaml })),
      findings: all,
      coverage: coverageOf(places, all, steps),
      variables: variablesOf(written),
      manualEnvironments: [
        ...new Set(written.flatMap(({ manualEnvironments }) => manualEnvironments)),
      ],
      runnerLabels: [...new Set(written.flatMap(({ ownLabels }) => ownLabels))].sort(),
    },
  };
}

type Written = ConvertedPipeline & { readonly path: string };

function convertAll(
  file: PipelineFile,
  given: { readonly path: string; readonly findings: Findings; readonly options: ConvertOptions },
): readonly Written[] {
  const paths = workflowPaths(file.pipelines);
  const customFiles = new Map(
    file.pipelines.flatMap((one) =>
      one.kind === 'custom' && one.trigger === undefined
        ? [[one.pattern, paths.get(one) ?? ''] as const]
        : [],
    ),
  );
  const called = new Set(
    file.pipelines
      .flatMap(({ items }) => stepsOf(items))
      .flatMap(({ child }) => child?.custom.value ?? []),
  );
  const reviewed = new Set(
    file.pipelines
      .flatMap(({ items }) => planJobs(items))
      .map(manualEnvironmentOf)
      .filter((name) => name !== null),
  );
  return file.pipelines.map((pipeline: Pipeline) => {
    const inputs = new Set(pipeline.variables.map(({ name }) => name));
    const { findings, options } = given;
    const { caches, services } = pipeline.imported ?? file;
    const of = {
      file: { ...file, caches, services },
      kind: pipeline.kind,
      inputs,
      customFiles,
      reviewed,
    };
    const conversion = { ...of, findings, options };
    const isCalled = pipeline.kind === 'custom' && called.has(pipeline.pattern);
    const converted = convertPipeline(pipeline, conversion, { isCalled, path: given.path });
    return { ...converted, path: paths.get(pipeline) ?? '' };
  });
}

/** Names after `secrets.` and `vars.`, but for our own switch. */
function variablesOf(written: readonly Written[]): readonly string[] {
  const names = written.flatMap(({ text }) =>
    [...text.matchAll(/\b(?:secrets|vars)\.(\w+)/g)].map(([, name = '']) => name),
  );
  return [...new Set(names)].filter((name) => name !== manualSwitch).sort();
}

/** The first line of the output for each place that arrived. */
function outputPlaces(written: readonly Written[]): ReadonlyMap<string, OutputPlace> {
  const places = new Map<string, OutputPlace>();
  for (const { path, lines } of written) {
    for (const [place, line] of lines) {
      if (!places.has(place.path)) places.set(place.path, { path, line });
    }
  }
  return places;
}

/** Where a construct arrived, or what holds it. */
function outputOf(
  construct: string,
  outputs: ReadonlyMap<string, OutputPlace>,
): OutputPlace | null {
  for (const path of [...ancestorsOf(construct), construct].reverse()) {
    const found = outputs.get(path);
    if (found !== undefined) return found;
  }
  return null;
}
