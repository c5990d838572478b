// What the checker of types can't know of the page. It listens on elements only, so what an event names is one.
interface EventTarget {
  closest: Element['closest'];
  matches: Element['matches'];
  dataset: DOMStringMap;
  checked: boolean;
}
