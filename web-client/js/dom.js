/** Making elements, without a line of markup in a string: what a person typed only ever becomes text. */

const SVG = 'http://www.w3.org/2000/svg';
/** Beside the modules, so that it is of their version. */
const SPRITE = new URL('../icons.svg', import.meta.url).pathname;

/**
 * An element. `class`, `text`, `on` (listeners by event), `data` (dataset) and `dir` are what they say; any
 * other key is an attribute, left out where its value is null or false. Children that are null are skipped.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, any>} [properties]
 * @param {...any} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function el(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === 'class') element.className = value;
    else if (name === 'text') element.textContent = value;
    else if (name === 'on') listen(element, value);
    else if (name === 'data') Object.assign(element.dataset, value);
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** One of the icons of the sprite. It is decoration: what it stands for is said in words beside it. */
export function icon(name, classes = '') {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('class', `icon ${classes}`.trim());
  svg.setAttribute('aria-hidden', 'true');
  const use = document.createElementNS(SVG, 'use');
  use.setAttribute('href', `${SPRITE}#${name}`);
  svg.append(use);
  return svg;
}

/** How much of something is done, as a ring. */
export function ring() {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('class', 'ring');
  svg.setAttribute('viewBox', '0 0 20 20');
  svg.setAttribute('aria-hidden', 'true');
  for (let index = 0; index < 2; index += 1) {
    const circle = document.createElementNS(SVG, 'circle');
    for (const [name, value] of [['cx', '10'], ['cy', '10'], ['r', '8']]) circle.setAttribute(name, value);
    svg.append(circle);
  }
  svg.lastElementChild.setAttribute('pathLength', '100');
  return svg;
}

export function fillRing(svg, done, of) {
  const share = of ? Math.round((100 * done) / of) : 0;
  svg.lastChild.setAttribute('stroke-dasharray', `${share} 100`);
  svg.lastChild.style.visibility = share ? '' : 'hidden';
}

/** A square button that shows an icon and is named in words. */
export function iconButton(name, label, properties = {}, size = '') {
  return el(
    'button',
    { class: 'icon-button', type: 'button', 'aria-label': label, ...properties },
    icon(name, size),
  );
}

/**
 * Sets an attribute only where it differs, so that nothing is announced or laid out again for nothing.
 * @param {Element} element @param {string} name @param {unknown} value
 */
export function setAttribute(element, name, value) {
  if (value === null || value === false) {
    if (element.hasAttribute(name)) element.removeAttribute(name);
  } else if (element.getAttribute(name) !== String(value)) {
    element.setAttribute(name, String(value));
  }
}

export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Whether a key belongs to an input method: the Enter that takes a candidate must not submit anything.
 * Chrome says so by `isComposing`; Safari ends the composition first, and only the key code 229 remains.
 */
export function isComposing(event) {
  return event.isComposing || event.keyCode === 229;
}

/** Whether the keyboard belongs to a field that holds text. */
export function isTyping(target) {
  return target instanceof Element && target.matches('textarea, input:not([type=checkbox], [type=radio])');
}

function listen(element, listeners) {
  for (const [event, listener] of Object.entries(listeners)) element.addEventListener(event, listener);
}
