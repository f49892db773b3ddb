import { from, type Node } from '../emit/node.ts';
import type { Step } from '../model/step.ts';
import { toolsImage } from '../tables/services.ts';
import type { Place } from '../tree/tree.ts';

/** The folder that the containers of a job share. */
const shared = '/github/home';
/** Where Bitbucket clones to; scripts name it although they should not. */
export const cloneFolder = '/opt/atlassian/pipelines/agent/build';

/**
 * Makes a container what it is on Bitbucket. GitHub sets HOME to a folder of its own, which ssh and Java ignore; git trusts no
 * checkout of another user; and the runner's Docker client starts only in images as new as the runner. Nothing of it fails a
 * job: the user may have no name, no home folder, or no right to write, and then its script may need none of this.
 */
export function containerSteps(step: Step, docker: Place | null): readonly Node[] {
  const prepare: Node = {
    name: 'Prepare the container',
    run: [
      'home="$(eval echo "~$(id -un 2> /dev/null)")"',
      'if [ -d "$home" ] && [ -w "$home" ]; then',
      '  export HOME="$home"',
      '  echo "HOME=$HOME" >> "$GITHUB_ENV" || :',
      'fi',
      '! command -v git > /dev/null || git config --global --add safe.directory "$GITHUB_WORKSPACE" || :',
      ...(namesCloneFolder(step)
        ? [
            `mkdir -p ${cloneFolder.replace(/\/build$/, '')} &&`,
            `  ln -sfn "$GITHUB_WORKSPACE" ${cloneFolder} || :`,
          ]
        : []),
      ...(docker === null
        ? []
        : [
            `echo "${shared}" >> "$GITHUB_PATH" || :`,
            'mkdir -p "$HOME/.docker" &&',
            `  ln -sfn ${shared}/cli-plugins "$HOME/.docker/cli-plugins" || :`,
          ]),
      '',
    ].join('\n'),
  };
  if (docker === null) return [prepare];
  const client: Node = {
    name: 'Get a Docker client',
    uses: `docker://${toolsImage}`,
    with: {
      entrypoint: 'cp',
      args: `-r /usr/local/bin/docker /usr/local/libexec/docker/cli-plugins ${shared}`,
    },
  };
  return [from(client, docker), prepare];
}

function namesCloneFolder({ script, afterScript }: Step): boolean {
  return [...script.lines, ...afterScript.lines].some(
    (line) => line.kind === 'command' && line.text.includes(cloneFolder),
  );
}
