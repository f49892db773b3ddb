import { count } from '../../kernel/format/format.ts';
import { type Finding, pass, warn } from '../findings/finding.ts';
import { storedShapes } from '../findings/shape-report.ts';

const writeShapes = 'To report it, without any of your data: migrator doctor --shapes shapes.json';

/**
 * Returns what runs have noted of the source's answers. New fields alone are usual: Bitbucket adds some every month.
 */
export function checkShapes(stateFolder: string): readonly Finding[] {
  const notes = storedShapes(stateFolder).flatMap((one) => one.notes);
  if (notes.length === 0) return [];
  const others = notes.filter(({ deviation }) => deviation !== 'unknown-field');
  const message = `Bitbucket's responses differ from Atlassian's documentation in ${count(notes.length, 'way')}`;
  return [
    others.length > 0
      ? warn('source-shapes', message, writeShapes)
      : { ...pass('source-shapes', `${message}, all new fields`), remedy: writeShapes },
  ];
}
