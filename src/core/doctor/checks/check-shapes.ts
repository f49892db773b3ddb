import { count } from '../../kernel/format/format.ts';
import { type Finding, pass, warn } from '../findings/finding.ts';
import { storedShapes } from '../findings/shape-report.ts';

const writeShapes =
  'To report it, without any value of the source: migrator doctor --shapes shapes.json';

/**
 * Returns what runs have noted of the source's answers. New fields alone are usual: Bitbucket adds some every month.
 */
export function checkShapes(stateFolder: string): readonly Finding[] {
  const notes = storedShapes(stateFolder).flatMap((one) => one.notes);
  if (notes.length === 0) return [];
  const others = notes.filter(({ deviation }) => deviation !== 'unknown-field');
  const message = `The source's answers differed from Atlassian's description in ${count(notes.length, 'way')}`;
  return [
    others.length > 0
      ? warn('source-shapes', message, writeShapes)
      : { ...pass('source-shapes', `${message}, all of them new fields`), remedy: writeShapes },
  ];
}
