/** The block of cells that is chosen in a table: from where it began to the active cell. */

export class CellRange {
  /** @param {import('./tablewindow.js').TableWindow} table */
  constructor(table) {
    this.table = table;
    /** @type {null | {id: string, column: string}} where the block began; null: one cell alone */
    this.origin = null;
    this.cache = null;
  }

  begin() {
    const { tabStop, activeColumn } = this.table;
    this.origin ??= { id: tabStop, column: activeColumn };
    this.cache = null;
  }

  end() {
    this.origin = null;
    this.cache = null;
  }

  has(id, column) {
    if (!this.origin) return false;
    const { rows, columns } = this.#block();
    return rows.has(id) && columns.has(column);
  }

  /** The chosen rows and columns in the order in which they are shown; of one cell, that. */
  block() {
    const { tabStop, activeColumn, columns } = this.table;
    if (!this.origin) {
      return { ids: [tabStop], columns: columns.filter(({ id }) => id === activeColumn) };
    }
    const block = this.#block();
    return { ids: [...block.rows], columns: columns.filter(({ id }) => block.columns.has(id)) };
  }

  /** Computed once for each active cell: rows ask one by one. */
  #block() {
    const { table, origin } = this;
    const key = `${origin.id} ${origin.column} ${table.tabStop} ${table.activeColumn} ${table.shownStamp}`;
    if (this.cache?.key === key) return this.cache;
    const ids = table.shownIds();
    const names = table.columns.map(({ id }) => id);
    this.cache = {
      key,
      rows: new Set(between(ids, origin.id, table.tabStop)),
      columns: new Set(between(names, origin.column, table.activeColumn)),
    };
    return this.cache;
  }
}

function between(all, one, other) {
  const [from, to] = [all.indexOf(one), all.indexOf(other)].sort((a, b) => a - b);
  return from < 0 ? all.slice(to, to + 1) : all.slice(from, to + 1);
}
