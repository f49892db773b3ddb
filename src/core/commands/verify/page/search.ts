/**
 * Finds repositories and differences by any word in them. The only script of the page: its policy allows this text, by its digest,
 * and no other. Without scripts the field stays hidden, and everything else works.
 */
export const searchScript = `
const box = document.getElementById('search');
const found = document.getElementById('found');
const rows = [...document.querySelectorAll('.items li, .repository')];
const groups = [...document.querySelectorAll('.cause')];
const texts = new Map();
const textOf = (row) => {
  if (!texts.has(row)) texts.set(row, (row.closest('.cause') ?? row).querySelector('h3, h4, .name').textContent.toLowerCase() + ' ' + row.textContent.toLowerCase());
  return texts.get(row);
};
let timer;
function search() {
  const words = box.value.toLowerCase().split(/\\s+/).filter((word) => word !== '');
  let many = 0;
  for (const row of rows) {
    const text = words.length === 0 ? '' : textOf(row);
    row.hidden = !words.every((word) => text.includes(word));
    if (row.hidden) continue;
    many += 1;
    if (words.length !== 0 && row.parentElement.closest('details') !== null) row.parentElement.closest('details').open = true;
  }
  for (const group of groups) group.hidden = words.length !== 0 && group.querySelector('li:not([hidden])') === null;
  found.textContent = words.length === 0 ? '' : many.toLocaleString('en-US') + ' of ' + rows.length.toLocaleString('en-US');
}
box.addEventListener('input', () => { clearTimeout(timer); timer = setTimeout(search, 100); });
document.getElementById('searching').hidden = false;
`;

/** The field, which the script shows. */
export const searchField = `<p id="searching" class="search" hidden="hidden"><label for="search">Search</label> <input type="search" id="search" autocomplete="off"> <span id="found" class="quiet" role="status"></span></p>`;
