"use strict";
const details = JSON.parse(document.getElementById("details").textContent);
const table = document.getElementById("programs");
const width = table.tHead.rows[0].cells.length;

function element(name, text, className) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
}

// The source, with E at the lines that the suite names and R at those that were reported.
function listing(detail, result) {
  const expected = new Set(detail.expected.flatMap(([, lines]) => lines));
  const reported = new Set(result ? result.pairs.flatMap(([, lines]) => lines) : []);
  const pre = element("pre");
  let first;
  detail.source.split("\n").forEach((text, index) => {
    const line = index + 1;
    const marks = (expected.has(line) ? "E" : "") + (reported.has(line) ? "R" : "");
    const row = element("span", undefined, marks ? "hit" : "");
    row.append(element("i", line), element("b", marks), text);
    if (marks && !first) first = row;
    pre.append(row);
  });
  if (first) requestAnimationFrame(() => { pre.scrollTop = first.offsetTop - pre.offsetTop - pre.clientHeight / 3; });
  return pre;
}

function list(title, lines) {
  const part = element("div");
  part.append(element("strong", title));
  const items = element("ul");
  for (const line of lines.length ? lines : ["none"]) items.append(element("li", line));
  part.append(items);
  return part;
}

function panel(detail, result) {
  const columns = element("div", undefined, "columns");
  const left = element("div");
  left.append(element("strong", "Source (E: named by the suite, R: reported)"), listing(detail, result));
  const right = element("div");
  right.append(list("Named by the suite", detail.expected.map(([text]) => text)));
  if (result) {
    const runs = result.runs ? `, reported in ${result.runs} runs` : "";
    right.append(list(`${result.label}: ${result.outcome}${runs}`, [result.time, ...result.notes]));
    right.append(list("Reported pairs of lines", result.pairs.map(([text]) => text.replace("+", " and "))));
    right.append(element("strong", "Report"), element("pre", result.report || "nothing was reported"));
  }
  columns.append(left, right);
  return columns;
}

table.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  const row = button.closest("tr");
  const open = row.nextElementSibling;
  const isOpen = open && open.className === "detail";
  const isSame = isOpen && open.dataset.column === String(button.dataset.column);
  if (isOpen) open.remove();
  if (isSame) return;
  const detail = details[button.dataset.case];
  const shown = element("tr", undefined, "detail");
  shown.dataset.column = button.dataset.column;
  const cell = element("td");
  cell.colSpan = width;
  cell.append(panel(detail, detail.results[button.dataset.column]));
  shown.append(cell);
  row.after(shown);
});

function filter() {
  const part = document.getElementById("search").value.toLowerCase();
  const onlyWrong = document.getElementById("wrong").checked;
  for (const open of table.querySelectorAll("tr.detail")) open.remove();
  for (const row of table.tBodies[0].rows) {
    const fits = row.cells[0].textContent.toLowerCase().includes(part);
    row.hidden = !fits || (onlyWrong && row.className === "right");
  }
}
document.getElementById("search").addEventListener("input", filter);
document.getElementById("wrong").addEventListener("change", filter);
