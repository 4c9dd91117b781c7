import { expect, vi } from 'vitest';
import { countRestorable } from '#domains/item/deleted-items.ts';
import type { ItemFilter } from '#domains/item/item-filter.ts';
import { EVERYONE, FACILITY, isShown, itemsQuery } from '#domains/item/item-filter.ts';
import { readCounts, readItems } from '#domains/item/list-items.ts';
import { nextPage } from '#domains/item/item-list.ts';
import { itemsOf } from '#domains/item/item-list-changes.ts';
import type { itemCalls } from '#domains/item/item.calls.ts';
import type { Item } from '#domains/item/item.ts';
import { listItemsById } from '#domains/item/item-rows.ts';
import { toStaffItem } from '#domains/item/item-view.ts';
import type { Tile } from '#domains/item/tile.ts';
import { ItemsQuery } from '#domains/item/item.ts';
import type { Actor } from '#domains/account/session/session.ts';
import { paths } from '#lib/paths.ts';
import { api } from '#client/api-client.ts';
import { readItemsStart } from '#domains/item/items-start.ts';
import { $question } from '#stores/ask-first.ts';
import { addCreated } from '#stores/item-changes.ts';
import { $counts, $deletedCount, $filter, $list, $loading, openItems } from '#stores/items.ts';
import { loadMore, showFilter } from '#stores/items-loading.ts';
import { deleteItems } from '#stores/deleting.ts';
import { copyItems, dateItems, moveItems } from '#stores/many-items.ts';
import { $notice } from '#stores/notice.ts';
import { $batch } from '#stores/batch.ts';
import { ownIn } from '#stores/who-is-meant.ts';
import { signedIn } from './cast.ts';
import { makeHost, makeResident, makeStaff } from './factories.ts';
import { HeldCalls } from './held-calls.ts';
import { inProcessApi } from './in-process-api.ts';
import { makeItem } from './items.ts';
import { jpeg } from './pictures.ts';
import type { ChangeStep, ShowStep, Some, Step } from './photo-steps.ts';
import type { TestRuntime } from './runtime.ts';
import { upload } from './uploads.ts';

const DAYS = ['2026-10-02', '2026-10-09', '2026-10-16', '2026-09-30'];

const photoOf = ({ images }: Item): string => images.src.slice(0, images.src.lastIndexOf('/'));

type Check = (ids: string[]) => void | Promise<void>;

/** The photo page without markup: actions, and what must then be visible. */
export class PhotoPage {
  private readonly rt: TestRuntime;
  private readonly actor: Actor;
  /** The facility, then its residents. */
  private readonly places: (string | null)[];
  /** Moved or copied since the list was last replaced. */
  private away = new Set<string>();
  private running: Promise<void>[] = [];
  readonly calls = new HeldCalls();

  private constructor(rt: TestRuntime, actor: Actor, places: (string | null)[]) {
    this.rt = rt;
    this.actor = actor;
    this.places = places;
  }

  /** A new facility with that many photos. */
  static async open(rt: TestRuntime, count: number): Promise<PhotoPage> {
    const host = await makeHost(rt);
    const actor = await signedIn(rt, await makeStaff(rt, host.id));
    const residents = [await makeResident(rt, host.id), await makeResident(rt, host.id)];
    const places = [null, ...residents.map(({ id }) => id)];
    await rt.db.transaction().execute(async (db) => {
      for (let n = 0; n < count; n += 1) {
        const options = { residentId: places[n % 3] ?? null, takenOn: DAYS[n % 4] ?? '' };
        await makeItem({ db, clock: rt.clock }, host.id, options);
      }
    });
    const page = new PhotoPage(rt, actor, places);
    $question.set(null);
    $question.listen((question) => question?.answer(true));
    vi.stubGlobal('fetch', page.calls.fetch(inProcessApi(rt, actor)));
    vi.stubGlobal('history', { pushState: vi.fn(), replaceState: vi.fn(), back: vi.fn() });
    openItems(await readItemsStart(rt, actor, new URLSearchParams(), undefined));
    return page;
  }

  /** Photos: whose item stands for one may change. */
  ids = (): string[] => $list.get().items.map(photoOf);

  /** Runs a step to its end, including its undo. */
  async run(step: Step): Promise<void> {
    if (step.do === 'create') return this.create(step.place, step.day);
    if (step.do === 'more') return loadMore();
    if (step.do === 'reload') return this.reload();
    if (step.do === 'show') return showFilter(this.filterOf(step));
    $notice.set(null);
    await this.change(step, this.pick(step));
    if (step.undone) await $notice.get()?.undo?.();
  }

  private reload = (): Promise<void> => showFilter($filter.get(), { keepAddress: true });

  private filterOf({ shown, yearMonth, tab }: ShowStep): ItemFilter {
    return { yearMonth, tab, shown: [EVERYONE, FACILITY, ...this.places.slice(1)][shown] ?? '' };
  }

  private pick({ at, many }: Some): Tile[] {
    const { items } = $list.get();
    const start = at % Math.max(1, items.length);
    return items.slice(start, start + many);
  }

  private change(step: ChangeStep, items: Tile[]): Promise<unknown> {
    if (step.do === 'delete') return deleteItems(items);
    if (step.do === 'date') return dateItems(items, () => step.day);
    const place = this.places[step.place] ?? null;
    if (step.do === 'copy') return copyItems(items, place);
    return moveItems(ownIn(items) ?? items, place);
  }

  private async create(place: number, takenOn: string): Promise<void> {
    const { signed_id: blob } = await upload(this.rt, this.actor, await jpeg());
    const residentId = this.places[place] ?? null;
    const input = { residentId, takenOn, blob };
    for (const item of itemsOf(await api.post<typeof itemCalls.create>(paths.api.items, input))) {
      addCreated(item);
    }
  }

  /** The rules' prediction of a step (domain.md#the-photo-page). */
  async expected(step: Step): Promise<Check> {
    const before = this.ids();
    const server = await this.serverIds();
    if (step.do === 'show' || step.do === 'reload') {
      this.away.clear();
      const first =
        step.do === 'show' ? await this.firstPage(this.filterOf(step)) : await this.firstPage();
      return (ids) => expect(ids).toEqual(first);
    }
    if (step.do === 'more') {
      const unknown = server.filter((id) => !before.includes(id) && !this.away.has(id));
      return (ids) => {
        expect(ids.slice(0, before.length)).toEqual(before);
        const added = ids.slice(before.length);
        expect(added).toEqual(unknown.filter((id) => added.includes(id)));
        if (unknown.length === 0) expect(added).toEqual([]);
      };
    }
    if (step.do === 'create') {
      const { shown } = $filter.get();
      const isHere = shown === EVERYONE || shown === (this.places[step.place] ?? FACILITY);
      return (ids) => {
        expect(ids.slice(isHere ? 1 : 0)).toEqual(before);
        if (isHere) expect(before).not.toContain(ids[0]);
      };
    }
    return this.expectedOfChange(step, before, server);
  }

  private expectedOfChange(step: ChangeStep, before: string[], server: string[]): Check {
    const picked = this.pick(step);
    const isUndone = step.undone && step.do !== 'copy';
    return async (ids) => {
      const left = picked.filter((item) => !ids.includes(photoOf(item)));
      const expectedLeft =
        isUndone || step.do === 'date' || step.do === 'copy' ? [] : await this.gone(step, picked);
      expect(left.map(photoOf)).toEqual(expectedLeft);
      expect(ids).toEqual(before.filter((id) => !expectedLeft.includes(id)));
      const now = await this.serverIds();
      // What a copy added to a list, and what a move left in the unfiltered one.
      for (const id of now) if (!server.includes(id) && step.do === 'copy') this.away.add(id);
      if (step.do === 'move') for (const id of expectedLeft) this.away.add(id);
    };
  }

  /** Which of the picked photos the server deleted or moved. */
  private async gone(step: ChangeStep, picked: Tile[]): Promise<string[]> {
    const rows = await this.rt.db
      .selectFrom('items')
      .select(['id', 'resident_id', 'deleted_at'])
      .where('host_id', '=', this.actor.host.id)
      .execute();
    const byId = new Map(rows.map((row) => [row.id, row]));
    return picked
      .filter(({ id, residentId }) => {
        const row = byId.get(id);
        return step.do === 'delete' ? row?.deleted_at !== null : row?.resident_id !== residentId;
      })
      .map(photoOf);
  }

  private async firstPage(filter = $filter.get()): Promise<string[]> {
    return (await this.readPage(1, filter)).items.map(photoOf);
  }

  private readPage(page: number, filter = $filter.get()) {
    const query = Object.fromEntries(new URLSearchParams(itemsQuery(filter, page)));
    return readItems(this.rt, this.actor, ItemsQuery.parse(query));
  }

  private async serverIds(): Promise<string[]> {
    const { lastPage } = await this.readPage(1);
    const pages = await Promise.all(
      Array.from({ length: lastPage }, (_, index) => this.readPage(index + 1)),
    );
    return pages.flatMap(({ items }) => items.map(photoOf));
  }

  /** All counts equal the server's. */
  async expectCounts(): Promise<void> {
    const { tab, yearMonth } = $filter.get();
    const counts = await readCounts(this.rt, this.actor, tab === 0 ? yearMonth : undefined);
    expect($counts.get()).toEqual(counts);
    expect($list.get().count).toBe((await this.readPage(1)).count);
    expect($deletedCount.get()).toBe(await countRestorable(this.rt, this.actor));
  }

  /** Loading all pages shows every photo once, except those hidden locally. */
  async expectWholeAfterLoading(): Promise<void> {
    for (let calls = 0; nextPage($list.get(), $filter.get()) !== null; calls += 1) {
      expect(calls).toBeLessThan(20);
      await loadMore();
      await this.quiet();
    }
    const ids = this.ids();
    expect(new Set(ids).size).toBe(ids.length);
    const { aside, items } = $list.get();
    const server = await this.serverIds();
    const shown = items.filter((item) => isShown(item, $filter.get())).map(photoOf);
    const rows = await listItemsById(this.rt.db, this.actor.host.id, aside);
    const hidden = rows.map((row) => photoOf(toStaffItem(row)));
    expect(shown.sort()).toEqual(server.filter((id) => !hidden.includes(id)).sort());
    await this.expectCounts();
  }

  async expectSameAfterReload(): Promise<void> {
    await this.reload();
    await this.quiet();
    expect(this.ids()).toEqual(await this.firstPage());
    await this.expectCounts();
  }

  /** Starts a step without waiting for its calls. */
  async start(step: Step): Promise<void> {
    // As on the page: one bulk action at a time.
    if ($batch.get() === null || !('many' in step)) this.running.push(this.run(step));
    // The next click is another event, after a dialog's answer.
    await new Promise((resolve) => setTimeout(resolve));
  }

  /** Releases all calls and waits for everything in progress. */
  async finish(): Promise<void> {
    await this.calls.letAllGo();
    await Promise.all(this.running);
    await this.quiet();
  }

  /** Until nothing is in progress, including the page's own requests. */
  async quiet(): Promise<void> {
    do {
      await this.calls.still();
    } while ($loading.get() !== null);
  }
}
