/** The list as text, for the clipboard and as a file. */

/**
 * Markdown that the page itself understands when it is pasted.
 * @param {import('./copy.js').ListCopy} copy
 * @param {(id: string) => boolean} isWanted
 */
export function toMarkdown(copy, isWanted = () => true) {
  const blocks = [];
  for (const part of copy.parts) {
    const lines = [];
    for (const id of part.order) {
      if (!isWanted(id)) continue;
      const { isDone, title } = copy.items.get(id);
      lines.push(`- [${isDone ? 'x' : ' '}] ${title}`);
    }
    if (part !== copy.loose && lines.length) lines.unshift(`## ${part.title}`, '');
    if (lines.length) blocks.push(lines.join('\n'));
  }
  return `${blocks.join('\n\n')}\n`;
}
