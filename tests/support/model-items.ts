interface ModelItem {
  picture: string;
  place: string | null;
  /** In steps. */
  deletedAt: number | null;
  /** By staff. */
  isLeftOut: boolean;
  /**
   * Because of whom a rule leaves it out: taken off (-), named (+), while hidden (*) or asked about
   * (=; and hidden anew by what holds: !, or waits: ~).
   */
  why: string[];
}

/** The items of a facility by id, and what rules did with those of a picture. */
export class ModelItems {
  readonly byId = new Map<string, ModelItem>();

  /** One of the items, if there are any. */
  some(n: number): string[] {
    const ids = [...this.byId.keys()];
    const id = ids[n % Math.max(1, ids.length)];
    return id === undefined ? [] : [id];
  }

  living(): [string, ModelItem][] {
    return [...this.byId].filter(([, { deletedAt }]) => deletedAt === null);
  }

  livingOf = (picture: string): ModelItem[] =>
    this.living().flatMap(([, row]) => (row.picture === picture ? [row] : []));

  all = (picture: string): ModelItem[] =>
    [...this.byId.values()].filter((row) => row.picture === picture);

  leaveOut(picture: string, mark: string, but?: string): void {
    for (const row of this.all(picture)) {
      if (!row.isLeftOut && row.place !== but) row.why.push(mark);
    }
  }

  letIn(picture: string, mark: string, but?: ModelItem): void {
    for (const row of this.all(picture)) {
      if (row === but) continue;
      const at = row.why.lastIndexOf(mark);
      if (at >= 0) row.why.splice(at, 1);
    }
  }

  get(id: string): ModelItem {
    const row = this.byId.get(id);
    if (!row) throw new Error(`no item ${id}`);
    return row;
  }
}
