import type { ShapeNote } from '../../../ports/records/shape-notes.ts';
import { kindOf, kinds, type ShapeNode } from './compile-shape.ts';

/** Called once for each deviation. @param name what the host made up; hostile */
export type OnDeviation = (note: Omit<ShapeNote, 'route'>, name?: string) => void;

/** Deeper parts are not looked at: comments may answer one another without end. */
const mostLevels = 64;
/** Of one object; more has no meaning to anybody. */
const mostFields = 2000;
/** Unknown names and values of one place. */
const mostNoted = 20;
const longestName = 200;

/** Compares what a host sent with what is expected. Linear in its size, and bounded in what it keeps. */
export function compareAnswer(value: unknown, node: ShapeNode, onDeviation: OnDeviation): void {
  const place: string[] = [];

  function once(
    at: ShapeNode,
    deviation: ShapeNote['deviation'],
    { sent, name = '' }: { sent: string; name?: string },
  ): void {
    const isTooMuch = at.noted.size >= mostNoted || name.length > longestName;
    const key = isTooMuch ? `${deviation} …` : `${deviation} ${sent} ${name}`;
    if (at.noted.has(key)) return;
    at.noted.add(key);
    const note = {
      deviation,
      place: placeText(place),
      sent: isTooMuch ? 'too many or too long to list' : sent,
    };
    if (name === '' || isTooMuch) onDeviation(note);
    else onDeviation(note, name);
  }

  function compareFields(given: Readonly<Record<string, unknown>>, at: ShapeNode): void {
    if (at.isOpen) return;
    let count = 0;
    for (const name in given) {
      count += 1;
      if (count > mostFields) return;
      const inner = given[name];
      const field = at.field(name);
      if (field === undefined) {
        if (at.noted.size <= mostNoted) once(at, 'unknown-field', { sent: kindOf(inner), name });
        continue;
      }
      place.push(name);
      compare(inner, field);
      place.pop();
    }
  }

  function compare(given: unknown, at: ShapeNode): void {
    if (at.accepted === 0 || place.length > mostLevels) return;
    const kind = kindOf(given);
    if ((at.accepted & kinds[kind]) === 0) {
      once(at, 'other-type', { sent: kind });
    } else if (kind === 'text') {
      const text = given as string;
      if (at.values !== null && !at.values.has(text))
        once(at, 'unknown-value', { sent: kind, name: text });
    } else if (kind === 'fields') {
      compareFields(given as Readonly<Record<string, unknown>>, at);
    } else if (kind === 'list') {
      place.push('[]');
      const items = at.items();
      for (const item of given as readonly unknown[]) compare(item, items);
      place.pop();
    }
  }

  compare(value, node);
}

function placeText(place: readonly string[]): string {
  return place.join('.').replaceAll('.[]', '[]');
}

/**
 * Tells whether each object at the end of a path has the path's last field. @param way `values[].id` in steps
 */
export function hasField(value: unknown, [step, ...rest]: readonly string[]): boolean {
  if (step === undefined) return true;
  if (step === '[]') return !Array.isArray(value) || value.every((one) => hasField(one, rest));
  // What is no object is another deviation.
  if (typeof value !== 'object' || value === null) return true;
  if (!Object.hasOwn(value, step)) return rest.length > 0;
  return hasField((value as Readonly<Record<string, unknown>>)[step], rest);
}
