// Functions that tests run inside a page. Loaded before the scripts of the page.

addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
  console.error(`policy: ${violatedDirective} ${blockedURI}`);
});

/**
 * Returns by how many pixels the page is wider than the window, or a list, a dialog, or a cell below another one wider
 * than its frame.
 */
function overflow() {
  const { documentElement } = document;
  // The width of the element and not of the window, because the space of the scroll bar stays free without one.
  const beside = documentElement.scrollWidth - Math.round(documentElement.getBoundingClientRect().width);
  const lists = [...document.querySelectorAll('.list, dialog, td')]
    .filter((frame) => frame.tagName !== 'TD' || getComputedStyle(frame).display === 'grid')
    .map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  return Math.max(beside, ...lists);
}

/**
 * Returns the texts whose contrast with their background is less than 4.5 to 1, computed as in WCAG 2.2.
 * @returns {string[]}
 */
function faintTexts() {
  const faint = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = node.textContent?.trim() ?? '';
    if (text === '' || element === null || !isShown(element)) continue;
    const back = background(element);
    const front = over(parse(getComputedStyle(element).color), back);
    const opacity = opacityOf(element);
    const ratio = contrast(
      front.map((value, index) => value * opacity + (back[index] ?? 0) * (1 - opacity)),
      back,
    );
    if (ratio < 4.5) faint.add(`${ratio.toFixed(2)} ${element.tagName} ${element.className}: ${text.slice(0, 40)}`);
  }
  return [...faint];
}

/**
 * Returns the texts of which less than the width of a letter is visible.
 * @returns {string[]}
 */
function squeezedTexts() {
  const squeezed = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = node.textContent?.trim() ?? '';
    if (text.length < 2 || element === null || !isShown(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    let { left, right } = range.getBoundingClientRect();
    let isForReaders = false;
    for (let at = /** @type {Element | null} */ (element); at !== null; at = at.parentElement) {
      const { overflowX, clipPath } = getComputedStyle(at);
      isForReaders ||= clipPath !== 'none';
      if (overflowX === 'visible') continue;
      // Scrolling reaches the parts beside a scrolled frame. `overflow` tests that no list scrolls.
      if (overflowX === 'auto' && at.scrollWidth > at.clientWidth) continue;
      const frame = at.getBoundingClientRect();
      left = Math.max(left, frame.left);
      right = Math.min(right, frame.right);
    }
    if (!isForReaders && right - left < 8)
      squeezed.add(`${element.tagName} ${element.className}: ${text.slice(0, 40)}`);
  }
  return [...squeezed];
}

/**
 * Returns the names of rows that a button of the row covers.
 * @returns {string[]}
 */
function coveredNames() {
  return [...document.querySelectorAll('tbody tr')].flatMap((row) => {
    const name = row.querySelector('th .name')?.getBoundingClientRect();
    const isCovered = [...row.querySelectorAll('.actions button')].some((button) => {
      const { left, right, top, bottom } = button.getBoundingClientRect();
      return name && left < name.right && right > name.left && top < name.bottom && bottom > name.top;
    });
    return isCovered ? [row.textContent?.slice(0, 40) ?? ''] : [];
  });
}

/** @param {Element} element */
function isShown(element) {
  // WCAG allows low contrast for disabled controls.
  if (element.closest('[aria-disabled="true"], noscript, title, script, .hidden, option') !== null) return false;
  return element.checkVisibility({ visibilityProperty: true });
}

/** @param {Element | null} element */
function opacityOf(element) {
  let opacity = 1;
  for (let at = element; at !== null; at = at.parentElement) opacity *= Number(getComputedStyle(at).opacity);
  return opacity;
}

/**
 * Returns the background behind the text of an element: the colours of its ancestors, blended.
 * @param {Element} element
 * @returns {number[]}
 */
function background(element) {
  const layers = [];
  for (let at = /** @type {Element | null} */ (element); at !== null; at = at.parentElement) {
    const colour = parse(getComputedStyle(at).backgroundColor);
    layers.push(colour);
    if (colour[3] === 1) break;
  }
  return layers.reverse().reduce((below, colour) => over(colour, below), [255, 255, 255]);
}

/**
 * @param {string} text as `getComputedStyle` writes it.
 * @returns {number[]} red, green, blue from 0 to 255; alpha from 0 to 1.
 */
function parse(text) {
  const numbers = text.match(/[\d.]+/g)?.map(Number) ?? [];
  return [numbers[0] ?? 0, numbers[1] ?? 0, numbers[2] ?? 0, numbers[3] ?? 1];
}

/**
 * @param {number[]} colour
 * @param {number[]} below
 */
function over([red = 0, green = 0, blue = 0, alpha = 1], below) {
  return [red, green, blue].map((value, index) => value * alpha + (below[index] ?? 0) * (1 - alpha));
}

/**
 * @param {number[]} one
 * @param {number[]} other
 */
function contrast(one, other) {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** @param {number[]} colour */
function luminance(colour) {
  const [red = 0, green = 0, blue = 0] = colour.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

Object.assign(globalThis, { svcTest: { overflow, faintTexts, squeezedTexts, coveredNames } });
