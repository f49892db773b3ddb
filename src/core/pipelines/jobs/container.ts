import { from, type Node } from '../emit/node.ts';
import type { Image } from '../model/image.ts';
import type { Step } from '../model/step.ts';
import { defaultImageAdvice, isTooOld, usualImage } from '../tables/images.ts';
import type { Place, Placed } from '../tree/tree.ts';
import type { Conversion } from './conversion.ts';
import { anyVariable, literal, plainVariable, withExpressions } from './expressions.ts';
import type { Runner } from './runner.ts';

/** The container of a job; `undefined` where its scripts run on the runner itself. */
export function containerOf(step: Step, runner: Runner, conversion: Conversion): Node | undefined {
  const docker = dockerOf(step, conversion);
  const { image } = step;
  if (runner.isShell) {
    if (image !== null) {
      conversion.findings.exact(image.place, 'Shell runners do not use images');
    }
    return undefined;
  }
  if (docker !== undefined) {
    conversion.findings.changed(
      docker,
      image === null
        ? "The job runs on the runner itself, with the runner's tools and Docker"
        : "The job uses the runner's own Docker; the service's memory limit does not apply",
      image === null
        ? `If the script needs tools of Bitbucket's default image, specify ${usualImage}.`
        : 'Volumes refer to folders on the runner.',
    );
    if (image === null) return undefined;
  }
  if (image === null) {
    conversion.findings.changed(
      { path: 'image', line: conversion.file.line },
      `GitHub's actions do not start in Bitbucket's default image, Ubuntu 14.04: the jobs use ${usualImage}, Ubuntu 22.04`,
      defaultImageAdvice,
    );
    return { image: usualImage };
  }
  if (isTooOld(image.name)) {
    conversion.findings.changed(
      image.place,
      `GitHub's actions do not start in ${image.name}: its C library is older than glibc 2.28`,
      'Use a newer tag of the image, or its Alpine variant.',
    );
  }
  if (runner.isArm && /alpine/.test(image.name)) {
    conversion.findings.changed(
      image.place,
      "GitHub's actions do not start in Alpine images on ARM runners",
      'Use a variant of the image that is not Alpine.',
    );
  }
  if (image.user !== null && !['0', 'root', '1001'].includes(image.user.value)) {
    conversion.findings.changed(
      image.user.place,
      `User ${image.user.value} cannot write to the folders of GitHub's own runners`,
      'Remove the user, or use 1001.',
    );
  }
  return imageNode(image, conversion);
}

/** Where a step asks for Docker. */
export function dockerOf(step: Step, conversion: Conversion): Place | undefined {
  return step.services.find(({ value }) => isDocker(value, conversion))?.place;
}

/** Tells whether a service is Docker itself. Pure. */
export function isDocker(name: string, { file }: Conversion): boolean {
  return name === 'docker' || file.services.get(name)?.isDocker === true;
}

/** An image with its credentials, for a container or a service. */
export function imageNode(
  image: Image,
  conversion: Conversion,
): { readonly [key: string]: Node | undefined } {
  const { findings } = conversion;
  const expression = (name: string) => anyVariable(name, conversion);
  if (image.aws !== null) {
    findings.lost(
      image.aws,
      'GitHub cannot pull a container image from ECR with these credentials',
      'Copy the image to ghcr.io, or log in within a step and use docker run.',
    );
  }
  if (/\$/.test(image.name)) {
    findings.changed(
      image.place,
      'The name of the image comes from a variable',
      'Create it as a repository variable: secrets are not available in image names.',
    );
  }
  const { username, password, user } = image;
  const hasCredentials = username !== null && password !== null;
  return {
    image: from(
      withExpressions(image.name, (name) => plainVariable(name, conversion)),
      image.place,
      { path: `${image.place.path}.name`, line: image.place.line },
    ),
    credentials: hasCredentials
      ? {
          username: from(withExpressions(username.value, expression), username.place),
          password: from(passwordOf(password, conversion), password.place),
        }
      : undefined,
    options: user === null ? undefined : from(literal(`--user ${user.value}`), user.place),
  };
}

/** A password that stands in the file becomes a secret: nothing that is written may hold one. */
function passwordOf({ value, place }: Placed<string>, conversion: Conversion): string {
  if (/^\$\{?\w+\}?$/.test(value)) {
    return withExpressions(value, (name) => anyVariable(name, conversion));
  }
  conversion.findings.changed(
    place,
    'The file contains the password in plain text; the workflow uses a secret instead',
    'Create the secret REGISTRY_PASSWORD, and change the password.',
  );
  return '${{ secrets.REGISTRY_PASSWORD }}';
}
