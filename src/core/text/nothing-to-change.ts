/**
 * What may begin anything that is changed: code and fences, emphasis (which hides what reads on across it), escapes and
 * entities, links, images and HTML, mentions, references, hashes and addresses, code by its indent, and the two
 * characters that stand for something where a tree is read.
 */
const mayChange =
  /[`~*_\\[<&@＠﹫#\t\u2028\u2029\ue000\ufffc]| {4}|:\/\/|https?:|www|gh-|[0-9a-f]{7}/i;

/**
 * Whether a text stays as it is, whichever way its Markdown is read: nothing in it can be a mention, a reference, an address, code
 * or HTML. Half of all comments are such, and reading a tree takes most of the time that a comment costs.
 */
export function hasNothingToChange(text: string): boolean {
  return !mayChange.test(text);
}
