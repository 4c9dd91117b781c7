import { expect, it } from 'vitest';
import { addressWith, pageAt, pageOf, readPage } from './pages.ts';

const people = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

it.each([
  [0, 1],
  [1, 1],
  [150, 1],
  [151, 2],
  [200, 2],
  [201, 3],
  [1000, 10],
])('%i people are on %i pages, each on one', (count, lastPage) => {
  const pages = people(lastPage).map((index) => pageOf(people(count), index + 1));
  expect(pages.flatMap(({ items }) => items)).toEqual(people(count));
  expect(pages.map(({ page }) => page)).toEqual(people(lastPage).map((index) => index + 1));
  expect(new Set(pages.map((page) => [page.lastPage, page.count].join()))).toEqual(
    new Set([`${lastPage},${count}`]),
  );
  for (const { items, page } of pages)
    for (const person of items) expect(pageAt(person, count)).toBe(page);
});

it('shows the last page for one past the end', () => {
  expect(pageOf(people(201), 9)).toEqual({ items: [200], page: 3, lastPage: 3, count: 201 });
  expect(pageOf([], 9)).toEqual({ items: [], page: 1, lastPage: 1, count: 0 });
});

it.each([
  ['', 1],
  ['page=3', 3],
  ['page=0', 1],
  ['page=-1', 1],
  ['page=1.5', 1],
  ['page=x', 1],
  ['page=', 1],
  ['page=99999999999999999999', 1],
])('reads "%s" as page %i', (query, page) => {
  expect(readPage(new URLSearchParams(query))).toBe(page);
});

it('names in the address only what says something', () => {
  expect(addressWith('/a', { q: '', resident: null })).toBe('/a');
  expect(addressWith('/a', { q: '田中&', page: 2 })).toBe('/a?q=%E7%94%B0%E4%B8%AD%26&page=2');
});
