import type { Node } from '../emit/node.ts';
import type { ServiceHost } from '../jobs/services.ts';
import { forwarderImage, toolsImage } from '../tables/services.ts';

/**
 * Makes services answer at localhost, where scripts for Bitbucket expect them: in a container job GitHub offers them by
 * name only. A small container joins the network of the job's container, and passes each port on.
 */
export function forwardSteps(hosts: readonly ServiceHost[]): readonly Node[] {
  return hosts.flatMap(({ name, ports }) =>
    ports.map((port) => ({
      name: `Forward localhost:${port} to ${name}`,
      uses: `docker://${toolsImage}`,
      with: {
        entrypoint: 'docker',
        args: [
          'run --detach --rm',
          `--name ${containerName(name, port)}`,
          '--network container:${{ job.container.id }}',
          forwarderImage,
          `tcp-listen:${port},fork,reuseaddr tcp-connect:${name}:${port}`,
        ].join(' '),
      },
    })),
  );
}

/** Ends the forwarding on a runner that outlives the job. */
export function stopForwardSteps(hosts: readonly ServiceHost[]): readonly Node[] {
  const names = hosts.flatMap(({ name, ports }) => ports.map((port) => containerName(name, port)));
  if (names.length === 0) return [];
  return [
    {
      name: 'Stop forwarding',
      if: 'always()',
      uses: `docker://${toolsImage}`,
      with: { entrypoint: 'docker', args: `rm --force ${names.join(' ')}` },
    },
  ];
}

function containerName(name: string, port: number): string {
  return `forward-${name}-${port}-\${{ github.run_id }}-\${{ github.job }}`;
}
