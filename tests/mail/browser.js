// What a person sees of each snippet, by what the browser computed: run by browser.py.

const WINDOW = { width: 800, height: 600 };
const LEAST = 3; // pixels: letters that are lower cannot be read
const THIN = 0.05; // what is less dense is not seen
const NEAR = 7; // colours that differ less, as the eye sees it (CIE 1976), look the same
const FAR = { x: 1300, y: 5000 }; // nobody scrolls there

const paper = document.createElement("canvas").getContext("2d", { willReadFrequently: true });

// Red, green, blue and density of a computed colour.
function rgba(color) {
  paper.clearRect(0, 0, 1, 1);
  paper.fillStyle = color;
  paper.fillRect(0, 0, 1, 1);
  const [r, g, b, a] = paper.getImageData(0, 0, 1, 1).data;
  return [r, g, b, a / 255];
}

const over = (top, below) => [0, 1, 2].map((i) => top[i] * top[3] + below[i] * (1 - top[3]));

function lab(rgb) {
  const [r, g, b] = rgb.map((v) => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  const f = (t) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
  const y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const difference = (a, b) => Math.hypot(...lab(a).map((v, i) => v - lab(b)[i]));

function* around(element) {
  for (; element; element = element.parentElement) yield [element, getComputedStyle(element)];
}

// How dense an element is painted, with all that it stands in.
function density(element) {
  let left = 1;
  for (const [, style] of around(element)) {
    left *= style.opacity;
    for (const [, share] of style.filter.matchAll(/opacity\(([\d.e-]+)\)/g)) left *= share;
  }
  return left;
}

// What is painted behind an element; nothing if there is a picture.
function background(element) {
  const layers = [];
  for (const [, style] of around(element)) {
    if (style.backgroundImage !== "none") return null;
    layers.push(rgba(style.backgroundColor));
    if (layers.at(-1)[3] === 1) break;
  }
  return layers.reduceRight((below, layer) => over(layer, below), [255, 255, 255]);
}

function drowns(element) {
  const style = getComputedStyle(element);
  const behind = background(element);
  const letters = rgba(style.webkitTextFillColor);
  if (behind === null) return letters[3] < THIN;
  return difference(over(letters, behind), behind) < NEAR;
}

// Whether a word can be scrolled to, and is not cut away there.
function isReached(word, view) {
  view.scrollTo(0, 0);
  const first = word.getBoundingClientRect();
  if (first.left >= FAR.x || first.top >= FAR.y) return false;
  view.scrollTo(first.left - 200, first.top - 200);
  const rect = word.getBoundingClientRect();
  const [x, y] = [rect.left + rect.width / 2, rect.top + rect.height / 2];
  if (x < 0 || y < 0 || x >= WINDOW.width || y >= WINDOW.height) return false;
  return word.ownerDocument.elementsFromPoint(x, y).includes(word);
}

function isSeen(word, view) {
  const rect = word.getBoundingClientRect();
  return (
    word.checkVisibility() &&
    getComputedStyle(word).visibility === "visible" &&
    rect.height > LEAST &&
    rect.width > word.textContent.length &&
    density(word) > THIN &&
    !drowns(word) &&
    isReached(word, view)
  );
}

// Put each word into an element of its own, which looks as what is around it.
function* words(page) {
  const texts = [];
  const walker = page.createTreeWalker(page, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) texts.push(walker.currentNode);
  for (const text of texts) {
    if (["STYLE", "SCRIPT"].includes(text.parentElement.tagName)) continue;
    const pieces = text.data.split(/(\s+)/).map((piece) => {
      if (piece.trim() === "") return piece;
      const word = page.createElement("x-word");
      word.style = "all: unset !important";
      word.textContent = piece;
      return word;
    });
    text.replaceWith(...pieces);
    yield* pieces.filter((piece) => piece instanceof page.defaultView.Element);
  }
}

// The words of a page that are seen, and those that are not.
function read(html) {
  const frame = document.createElement("iframe");
  frame.sandbox = "allow-same-origin"; // and no scripts, as in mail
  frame.style = `position:fixed;inset:0;border:0;width:${WINDOW.width}px;height:${WINDOW.height}px`;
  document.body.append(frame);
  const page = frame.contentDocument;
  page.open();
  page.write(html);
  page.close();
  const found = { visible: [], hidden: [] };
  for (const word of [...words(page)]) {
    const seen = isSeen(word, frame.contentWindow);
    found[seen ? "visible" : "hidden"].push(word.textContent);
  }
  for (const template of page.querySelectorAll("template")) {
    found.hidden.push(...[...template.content.querySelectorAll("*:not(style)"), template.content]
      .flatMap((it) => [...it.childNodes].filter((child) => child.nodeType === Node.TEXT_NODE))
      .flatMap((text) => text.data.match(/\S+/g) ?? []));
  }
  frame.remove();
  found.visible.sort();
  found.hidden.sort();
  return found;
}

document.getElementById("out").textContent = JSON.stringify(SNIPPETS.map(read));
