import { stringify } from 'yaml';
import { encodedPath } from '../../kernel/base-url.ts';
import type { PlannedRun } from './pipeline-plan.ts';

export interface DefinitionOptions {
  readonly runs: readonly PlannedRun[];
  /** Names of the two variables that the scripts find the vault by. */
  readonly variables: { readonly address: string; readonly token: string };
  readonly mount: string;
  readonly namespace: string | null;
  /** Certificates of the vault's authority as PEM; `null` where the image's own roots do. */
  readonly authorities: string | null;
  /** Labels of self-hosted runners; none for the host's own. */
  readonly runsOn: readonly string[];
}

/** Minutes after which the host itself ends a step: less than the token lives. */
const longestStep = 10;

/**
 * Where no runner of one's own says otherwise. The host's default is years older than what the script needs: its curl
 * takes no headers from a file, and its authorities have ended.
 */
const image = 'atlassian/default-image:4';

/** The name of a run's custom pipeline. */
export function pipelineName(index: number): string {
  return `migrator-vault-${index + 1}`;
}

/**
 * bitbucket-pipelines.yml with one custom pipeline for each run, which start by request alone: pushing it starts
 * nothing. One run an environment, so that one that bars the branch keeps none of the others. Pure.
 */
export function pipelineDefinition(options: DefinitionOptions): string {
  const custom = options.runs.map((run, index) => [
    pipelineName(index),
    [
      {
        step: {
          name: `Variables of ${run.environment ?? 'the repository'} into the vault`,
          ...(run.environment === null ? {} : { deployment: run.environment }),
          ...(options.runsOn.length === 0 ? {} : { 'runs-on': [...options.runsOn] }),
          'max-time': longestStep,
          clone: { enabled: false },
          script: ['set +x', script(run, options)],
        },
      },
    ],
  ]);
  const file = { image, pipelines: { custom: Object.fromEntries(custom) as object } };
  return stringify(file, { lineWidth: 0, blockQuote: 'literal' });
}

/**
 * For sh, awk and curl, which every image has. A value goes from the environment through a pipe into the body of a
 * request: it stands in no argument, no file and no line of the log. It is written only over the version that was
 * found empty.
 */
function script(run: PlannedRun, options: DefinitionOptions): string {
  const { variables, namespace, authorities, mount } = options;
  const headers = [
    'X-Vault-Request: true',
    ...(namespace === null ? [] : [`X-Vault-Namespace: ${namespace}`]),
  ];
  const writes = run.values.map(({ address, path, version }) => {
    const at = encodedPath(`${mount}/data/${path}`);
    return `mgr_write ${quoted(address.name)} ${quoted(at)} ${version}`;
  });
  return [
    'umask 077',
    'mgr_dir=$(mktemp -d)',
    'trap \'rm -rf "$mgr_dir"\' EXIT',
    `printf '%s\\n' ${headers.map(quoted).join(' ')} > "$mgr_dir/headers"`,
    `printf 'X-Vault-Token: %s\\n' "$${variables.token}" >> "$mgr_dir/headers"`,
    ...(authorities === null
      ? []
      : [
          `cat > "$mgr_dir/ca.pem" <<'END_OF_AUTHORITIES'`,
          authorities.trim(),
          'END_OF_AUTHORITIES',
        ]),
    'mgr_failed=0',
    'mgr_body() {',
    '  LC_ALL=C awk -v name="$1" -v version="$2" \'BEGIN {',
    '    ORS = ""',
    '    for (i = 1; i < 32; i++) escape[sprintf("%c", i)] = sprintf("\\\\u%04x", i)',
    '    escape["\\""] = "\\\\\\""; escape["\\\\"] = "\\\\\\\\"',
    '    print "{\\"options\\":{\\"cas\\":" version "},\\"data\\":{\\"value\\":\\""',
    '    value = ENVIRON[name]; n = length(value)',
    '    for (i = 1; i <= n; i++) {',
    '      c = substr(value, i, 1)',
    '      if (c in escape) print escape[c]; else print c',
    '    }',
    '    print "\\"}}"',
    "  }'",
    '}',
    'mgr_write() {',
    `  eval "mgr_set=\\\${$1:+yes}"`,
    '  if [ -z "$mgr_set" ]; then echo "$1 is empty or not set here"; return 0; fi',
    `  mgr_status=$(mgr_body "$1" "$3" | curl --silent --max-time 30 --request POST --header "@$mgr_dir/headers" --header 'Content-Type: application/json'${authorities === null ? '' : ' --cacert "$mgr_dir/ca.pem"'} --data-binary @- --output /dev/null --write-out '%{http_code}' "$${variables.address}/v1/$2" 2>/dev/null) || true`,
    '  case "$mgr_status" in',
    '    200|204) ;;',
    '    400) echo "$1 was changed by someone else meanwhile, or rejected (400)" ;;',
    '    *) echo "$1 could not be written: the vault answered $mgr_status"; mgr_failed=1 ;;',
    '  esac',
    '}',
    ...writes,
    'exit "$mgr_failed"',
  ].join('\n');
}

/** One word of a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
