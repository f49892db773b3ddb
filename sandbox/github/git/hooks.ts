import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sentencesAgainst } from '../../git/ref-rules.ts';
import { pushMark } from './pushes.ts';

/** Variables that the hooks read. */
export interface HookSettings {
  readonly maxFileBytes: number;
  /** Whether the pushing token has the scope `workflow`. */
  readonly mayChangeWorkflows: boolean;
  /** The folder of the repository's LFS objects; `null`: pointers are taken without looking for them. */
  readonly lfsDirectory: string | null;
  /** A rule of the organisation, if it has one. */
  readonly maxRefsPerPush: number | null;
  /** What stands against which ref by rulesets (ref-rules.ts); `null`: there are none. */
  readonly rulesFile: string | null;
  /** Where people read the rules, `?ref=` in the end. */
  readonly rulesPage: string;
  /** Where the hook says why which ref was refused: `<ref> <reason>` a line, `*` for all of them. */
  readonly verdictFile: string;
  /** Where the hook says what has changed: `<old> <new> <ref>` a line. */
  readonly changesFile: string;
}

export function hookEnvironment(settings: HookSettings): Record<string, string> {
  return {
    SANDBOX_MAX_FILE_BYTES: String(settings.maxFileBytes),
    SANDBOX_MAY_CHANGE_WORKFLOWS: settings.mayChangeWorkflows ? 'yes' : 'no',
    SANDBOX_MAX_REFS: String(settings.maxRefsPerPush ?? ''),
    SANDBOX_LFS: settings.lfsDirectory ?? '',
    SANDBOX_RULES: settings.rulesFile ?? '',
    SANDBOX_RULES_PAGE: settings.rulesPage,
    SANDBOX_VERDICT: settings.verdictFile,
    SANDBOX_CHANGES: settings.changesFile,
  };
}

export async function writeHooks(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true });
  for (const [name, text] of [
    ['pre-receive', preReceive],
    ['post-receive', postReceive],
  ] as const) {
    await writeFile(join(directory, name), text);
    await chmod(join(directory, name), 0o755);
  }
}

// Only the objects that came with the push are looked at: they lie in quarantine, and without the alternates
// git sees nothing else. A push of a small repository costs two processes.
const preReceive = `#!/bin/sh
zero=0000000000000000000000000000000000000000
refused=no
say() { printf '%s\\n' "error: $1" >&2; }

workflow_on_another_branch() {
  git for-each-ref --format='%(objectname)' refs/heads | while read -r tip; do
    [ "$(git rev-parse -q --verify "$tip:$2")" = "$1" ] && echo yes && break
  done
}

check_workflows() {
  git log --format= --raw --no-abbrev --no-renames -m --root --diff-filter=AMT \\
    "$1" --not --all -- .github/workflows |
  while read -r _ _ _ blob _ path; do
    case $path in
      .github/workflows/*/*) continue ;;
      .github/workflows/*.yml | .github/workflows/*.yaml) ;;
      *) continue ;;
    esac
    [ -n "$(workflow_on_another_branch "$blob" "$path")" ] && continue
    printf '%s refusing to allow a Personal Access Token to create or update workflow \`%s\` without \`workflow\` scope\\n' \\
      "$2" "$path" >>"$SANDBOX_VERDICT"
    break
  done
}

${sentencesAgainst}
check_rules() {
  broken=$(sentences_against "$1" "$2" "$3")
  [ -n "$broken" ] || return 0
  say "GH013: Repository rule violations found for $3."
  printf '%s\\n' "Review all repository rules at $SANDBOX_RULES_PAGE$3" "" "$broken" "" >&2
  printf '%s\\n' "$3 push declined due to repository rule violations" >>"$SANDBOX_VERDICT"
}

pushed=
count=0
while read -r old new ref; do
  count=$((count + 1))
  last=$ref
  [ -z "$SANDBOX_RULES" ] || check_rules "$old" "$new" "$ref"
  [ "$new" = "$zero" ] && continue
  # Only the name of a file that is too large is found with these: a few thousand will do.
  [ "\${#pushed}" -gt 8000 ] || pushed="$pushed $new"
  if [ "\${#ref}" -gt 255 ]; then
    say "Sorry, branch or tag names longer than 255 bytes are not allowed."
    refused=yes
  fi
  name=\${ref#refs/heads/}
  name=\${name#refs/tags/}
  case $ref in
    refs/heads/refs/* | refs/tags/refs/*)
      say "GH002: Sorry, branch or tag names starting with 'refs/' are not allowed."
      say "Invalid branch or tag name \\"\${ref#refs/*/}\\""
      refused=yes
      ;;
  esac
  if [ "\${#name}" = 40 ]; then
    case $name in
      *[!0-9a-f]*) ;;
      *)
        say "GH002: Sorry, branch or tag names consisting of 40 hex characters are not allowed."
        say "Invalid branch or tag name \\"$name\\""
        refused=yes
        ;;
    esac
  fi
  [ "$SANDBOX_MAY_CHANGE_WORKFLOWS" = yes ] || check_workflows "$new" "$ref"
done
if [ -n "$SANDBOX_MAX_REFS" ] && [ "$count" -gt "$SANDBOX_MAX_REFS" ]; then
  say "GH013: Repository rule violations found for $last."
  printf '%s\\n' "- Pushes can not update more than $SANDBOX_MAX_REFS branches or tags." >&2
  echo "* push declined due to repository rule violations" >"$SANDBOX_VERDICT"
fi
[ -s "$SANDBOX_VERDICT" ] && refused=yes
[ "$refused" = yes ] && exit 1
[ -n "$pushed" ] || exit 0
[ -n "$GIT_QUARANTINE_PATH" ] || exit 0

found=$(
  unset GIT_ALTERNATE_OBJECT_DIRECTORIES
  git cat-file --batch-all-objects --unordered \\
    --batch-check='%(objecttype) %(objectsize) %(objectname)' |
  awk -v max="$SANDBOX_MAX_FILE_BYTES" '
    $1 != "blob" { next }
    $2 > max { print "large", $2, $3 }
    $2 >= 100 && $2 <= 1024 { print "small", $2, $3 }'
)
[ -n "$found" ] || exit 0

large=$(printf '%s\\n' "$found" | sed -n 's/^large //p')
if [ -n "$large" ]; then
  say "Trace: 5f3c9d1e7a2b4c6d8e0f1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f"
  say "See https://gh.io/lfs for more information."
  printf '%s\\n' "$large" | while read -r size blob; do
    path=$(git rev-list --objects $pushed --not --all | sed -n "s/^$blob //p" | head -n 1)
    [ -n "$path" ] || path=$blob
    sizes=$(awk -v a="$size" -v b="$SANDBOX_MAX_FILE_BYTES" \\
      'BEGIN { printf "%.2f MB; this exceeds GitHub'"'"'s file size limit of %.2f MB", a / 1048576, b / 1048576 }')
    say "File $path is $sizes"
  done
  say "GH001: Large files detected. You may want to try Git Large File Storage - https://git-lfs.github.com."
  exit 1
fi

[ -n "$SANDBOX_LFS" ] || exit 0
missing=$(
  printf '%s\\n' "$found" | sed -n 's/^small [0-9]* //p' | git cat-file --batch |
  sed -n '/^version https:\\/\\/git-lfs.github.com\\/spec\\/v1$/,/^oid /s/^oid sha256:\\([0-9a-f]\\{64\\}\\)$/\\1/p' |
  sort -u |
  while read -r oid; do
    rest=\${oid#??}
    first=\${oid%"$rest"}
    third=\${rest#??}
    second=\${rest%"$third"}
    [ -f "$SANDBOX_LFS/$first/$second/$oid" ] || printf '%s\\n' "$oid"
  done
)
[ -n "$missing" ] || exit 0
count=$(printf '%s\\n' "$missing" | wc -l | tr -d ' ')
plural=s
[ "$count" = 1 ] && plural=
say "GH008: Your push referenced at least $count unknown Git LFS object$plural:"
printf '%s\\n' "$missing" | head -n 3 | sed 's/^/    /' >&2
printf "Try to push them with 'git lfs push --all'.\\n" >&2
exit 1
`;

const postReceive = `#!/bin/sh
first=
while read -r old new ref; do
  printf '%s %s %s\\n' "$old" "$new" "$ref"
  case $ref in
    refs/heads/*)
      [ "$new" = 0000000000000000000000000000000000000000 ] || first=\${first:-$ref} ;;
  esac
done >"$SANDBOX_CHANGES"
: >${pushMark}
read -r _ head <HEAD
[ -f "$head" ] && exit 0
git rev-parse -q --verify HEAD >/dev/null && exit 0
[ -z "$first" ] || git symbolic-ref HEAD "$first"
`;
