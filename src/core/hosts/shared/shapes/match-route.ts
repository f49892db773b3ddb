/** Finds the described route of a request; `null` where none fits. */
export type MatchRoute = (method: string, path: string) => string | null;

/** @param routes `GET /repositories/{workspace}`; the name of a branch or file at the end may hold slashes */
export function routeMatcher(routes: readonly string[]): MatchRoute {
  const known = routes.map((route) => {
    const [method = '', path = ''] = route.split(' ');
    const steps = stepsOf(path);
    return { route, method, steps, literal: steps.filter((step) => !isName(step)).length };
  });
  const byPreference = known.toSorted((a, b) => b.literal - a.literal);
  return (method, path) => {
    const given = stepsOf(path.split(/[?#]/, 1)[0] ?? '');
    const found = byPreference.find((one) => one.method === method && fits(one.steps, given));
    return found?.route ?? null;
  };
}

/** Branches, commits and files may have slashes in their names. */
const open = ['{name}', '{path}', '{spec}'];

function fits(steps: readonly string[], given: readonly string[]): boolean {
  const isLonger = given.length > steps.length && open.includes(steps.at(-1) ?? '');
  if (given.length !== steps.length && !isLonger) return false;
  return steps.every((step, index) => fitsStep(step, given[index] ?? ''));
}

function stepsOf(path: string): readonly string[] {
  return path.split('/').filter((step) => step !== '');
}

/** `{pullRequestId}.diff` ends as it says. */
function fitsStep(step: string, given: string): boolean {
  return step.startsWith('{') ? given.endsWith(step.replace(/^\{.*\}/, '')) : step === given;
}

function isName(step: string): boolean {
  return step.startsWith('{') && step.endsWith('}');
}
